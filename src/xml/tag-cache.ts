import { Problem } from '../errors/problem.js';
import { containsAt } from './chars.js';
import { endOfTag, parseStartTag } from './start-tag.js';
import type { Attribute, Scope, StartTag, TagCut } from './tag.js';

/** Tags longer than this are rare, and a memory of them could cost a hostile document's worth of it. */
const MAX_TAG_LENGTH = 1024;

/** After so many tags in a row that are not known, and cannot be remembered, only some are looked for. */
const MAX_MISSES = 256;
const SOME = 16;

/** Recognises start tags that were parsed before, which nearly all tags of a long document were. */
export class TagCache {
  readonly #maxAttributes: number;
  #previous: StartTag | undefined;
  /** The shape of the last tag that differed from others only in its `id` or `href`. */
  #shape: StartTag | undefined;
  #misses = 0;
  readonly #values = new LikeValues();

  constructor(maxAttributes: number) {
    this.#maxAttributes = maxAttributes;
  }

  /**
   * Finds the tag at a position: first the successor of its predecessor, then any tag of the scope. A new tag is added.
   *
   * @returns `undefined` for a tag that must be parsed in its place
   */
  find(text: string, position: number, scope: Scope): StartTag | undefined {
    const guess = this.#previous === undefined ? scope.firstTag : this.#previous.next;
    if (guess?.outer === scope && containsAt(text, guess.raw, position)) return guess;
    const tag =
      this.#findLike(text, position, scope, guess) ??
      (this.#shape === guess ? undefined : this.#findLike(text, position, scope, this.#shape));
    if (tag !== undefined) return tag;
    const isLookedFor = this.#misses <= MAX_MISSES || this.#misses % SOME === 0 || scope.hasRoom;
    this.#misses += 1;
    if (!isLookedFor) return undefined;
    const known = this.#findAny(text, position, scope);
    if (known !== undefined) this.#misses = 0;
    return known;
  }

  /** Called with each tag that the reader passes, to predict the next one. */
  passed(tag: StartTag): void {
    // A tag that is not remembered is part of its document, which a remembered one must not keep in memory.
    const cached = tag.shape ?? tag;
    const linked = cached.outer === undefined ? undefined : cached;
    if (this.#previous !== undefined) this.#previous.next = linked;
    else if (linked?.outer !== undefined) linked.outer.firstTag = linked;
    this.#previous = linked;
  }

  #findLike(text: string, position: number, scope: Scope, shape: StartTag | undefined): StartTag | undefined {
    if (shape?.cut === undefined || shape.outer !== scope) return undefined;
    return this.#values.tag(text, position, shape, shape.cut);
  }

  #findAny(text: string, position: number, scope: Scope): StartTag | undefined {
    const first = text.indexOf('>', position) + 1;
    if (first === 0 || first - position > MAX_TAG_LENGTH) return undefined;
    let raw = text.slice(position, first);
    const known = scope.find(raw);
    if (known !== undefined) return known;
    // The first ">" may be part of a value. This matters only if the tag is added.
    const end = scope.hasRoom ? endOfTag(text, position) : first;
    if (end !== first) {
      if (end === -1 || end - position > MAX_TAG_LENGTH) return undefined;
      raw = text.slice(position, end);
      const cachedTag = scope.find(raw);
      if (cachedTag !== undefined) return cachedTag;
    }
    const parts = patternOf(raw);
    if (parts === undefined) return this.#learn(raw, scope);
    const cut = cutOf(parts);
    const shapeRaw = cut.before + (cut.between ?? '') + cut.after;
    const shape = scope.find(shapeRaw) ?? this.#learn(shapeRaw, scope);
    if (shape === undefined) return undefined;
    shape.cut ??= detachedCut(cut);
    this.#shape = shape;
    return this.#values.tag(raw, 0, shape, cut);
  }

  #learn(raw: string, scope: Scope): StartTag | undefined {
    if (!scope.hasRoom) return undefined;
    try {
      const text = detachedCopy(raw);
      const tag = parseStartTag(text, 0, scope, this.#maxAttributes);
      scope.add(text, tag);
      return tag;
    } catch (error) {
      // Parsed again in its place, which reports the problem and its position.
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

/** A string that shares no memory with a larger one. */
function detachedCopy(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('latin1');
}

function detachedCut({ before, between, after, isIdFirst }: TagCut): TagCut {
  return {
    before: detachedCopy(before),
    between: between === undefined ? undefined : detachedCopy(between),
    after: detachedCopy(after),
    isIdFirst,
  };
}

/** The attributes whose values nearly always differ from tag to tag. */
const UNIQUE_ATTRIBUTE = /[ \t\r\n](?:href|id)="([ !#-%'-;=?-\u007f]+)"/;
const IN_UNIQUE = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[ !#-%'-;=?-\u007f]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

function isUnique(value: string): boolean {
  let isAll = 1;
  for (let at = 0; at < value.length; at++) isAll &= IN_UNIQUE[value.charCodeAt(at)] as number;
  return isAll === 1 && value !== '';
}

/** A tag cut into what it shares with others, before and after a value, and the value that is its own. */
interface TagPattern {
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

export function patternOf(raw: string): TagPattern | undefined {
  const match = UNIQUE_ATTRIBUTE.exec(raw);
  // Inside single quotes it may be no attribute, and another empty value would be filled in with it.
  if (match === null || raw.includes("'") || raw.includes('""')) return undefined;
  const value = match[1] ?? '';
  const end = match.index + match[0].length - 1;
  return { before: raw.slice(0, end - value.length), value, after: raw.slice(end) };
}

const ID_BEFORE = /[ \t\r\n]id="$/;

function cutOf({ before, after }: TagPattern): TagCut {
  const second = UNIQUE_ATTRIBUTE.exec(after);
  const isIdFirst = ID_BEFORE.test(before);
  if (second === null) return { before, between: undefined, after, isIdFirst };
  const { length } = second[1] ?? '';
  const end = second.index + second[0].length - 1;
  return { before, between: after.slice(0, end - length), after: after.slice(end), isIdFirst };
}

/** Reads the values of tags that are cut alike; one object for all of them. */
export class LikeValues {
  first: string = '';
  second: string | undefined = undefined;
  end: number = 0;

  read(text: string, position: number, { before, between, after }: Omit<TagCut, 'isIdFirst'>): boolean {
    if (!containsAt(text, before, position)) return false;
    const start = position + before.length;
    let end = text.indexOf('"', start);
    const first = text.slice(start, end);
    let second: string | undefined;
    if (between !== undefined) {
      if (!containsAt(text, between, end)) return false;
      const next = end + between.length;
      end = text.indexOf('"', next);
      second = text.slice(next, end);
      if (!isUnique(second)) return false;
    }
    if (end === -1 || !containsAt(text, after, end) || !isUnique(first)) return false;
    this.first = first;
    this.second = second;
    this.end = end + after.length;
    return true;
  }

  tag(text: string, position: number, shape: StartTag, cut: TagCut): StartTag | undefined {
    if (!this.read(text, position, cut)) return undefined;
    return new LikeTag(shape, cut, this.end - position, this.first, this.second);
  }
}

/** A tag that is like another but for its `id` and `href`; thousands are made, most of them for one look. */
export class LikeTag implements StartTag {
  readonly rawName: string;
  readonly local: string;
  readonly uri: string;
  readonly id: string | undefined;
  readonly href: string | undefined;
  readonly selfClosing: boolean;
  readonly scope: Scope;
  readonly length: number;
  raw: string = '';
  outer: Scope | undefined = undefined;
  next: StartTag | undefined = undefined;
  readonly shape: StartTag;
  cut: TagCut | undefined = undefined;
  note: unknown = undefined;

  constructor(shape: StartTag, { isIdFirst }: TagCut, length: number, value: string, second: string | undefined) {
    const { id, href } = shape;
    this.rawName = shape.rawName;
    this.local = shape.local;
    this.uri = shape.uri;
    this.id = id === '' ? (isIdFirst ? value : second) : id;
    this.href = href === '' ? (isIdFirst ? second : value) : href;
    this.selfClosing = shape.selfClosing;
    this.scope = shape.scope;
    this.length = length;
    this.shape = shape;
  }

  get attributes(): readonly Attribute[] {
    return this.shape.attributes.map((attribute) => {
      if (attribute.name === 'id') return { ...attribute, value: this.id ?? '' };
      if (attribute.name === 'href') return { ...attribute, value: this.href ?? '' };
      return attribute;
    });
  }
}
