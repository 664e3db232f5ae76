import { Problem } from '../errors/problem.js';
import { standsAt } from './chars.js';
import { endOfTag, parseStartTag } from './start-tag.js';
import type { Scope } from './tag.js';
import { type StartTag, type TagCut } from './tag.js';
import { cutOf, LikeValues, patternOf } from './tag-pattern.js';

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
   * Finds the tag at a position: first the tag that followed its predecessor last time, then any tag of the same scope.
   * A new tag is added.
   *
   * @returns `undefined` for a tag that must be parsed in its place, also to report a problem
   */
  find(text: string, position: number, scope: Scope): StartTag | undefined {
    const guess = this.#previous === undefined ? scope.firstTag : this.#previous.next;
    if (guess?.outer === scope && standsAt(text, guess.raw, position)) return guess;
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
    const kept = tag.shape ?? tag;
    const remembered = kept.outer === undefined ? undefined : kept;
    if (this.#previous !== undefined) this.#previous.next = remembered;
    else if (remembered?.outer !== undefined) remembered.outer.firstTag = remembered;
    this.#previous = remembered;
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
      const whole = scope.find(raw);
      if (whole !== undefined) return whole;
    }
    const parts = patternOf(raw);
    if (parts === undefined) return this.#learn(raw, scope);
    const cut = cutOf(parts);
    const shapeRaw = cut.before + (cut.between ?? '') + cut.after;
    const shape = scope.find(shapeRaw) ?? this.#learn(shapeRaw, scope);
    if (shape === undefined) return undefined;
    shape.cut ??= ownCut(cut);
    this.#shape = shape;
    return this.#values.tag(raw, 0, shape, cut);
  }

  #learn(raw: string, scope: Scope): StartTag | undefined {
    if (!scope.hasRoom) return undefined;
    try {
      const own = ownCopy(raw);
      const tag = parseStartTag(own, 0, scope, this.#maxAttributes);
      scope.add(own, tag);
      return tag;
    } catch (error) {
      // Parsed again in its place, which reports the problem and its position.
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

/** A string that shares no memory with a larger one. */
function ownCopy(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('latin1');
}

/** The same in strings that share no memory with a document. */
function ownCut({ before, between, after, isIdFirst }: TagCut): TagCut {
  return {
    before: ownCopy(before),
    between: between === undefined ? undefined : ownCopy(between),
    after: ownCopy(after),
    isIdFirst,
  };
}
