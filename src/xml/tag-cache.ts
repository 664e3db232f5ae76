import { Problem } from '../errors/problem.js';
import { endOfTag, parseStartTag, type Scope, type StartTag } from './start-tag.js';
import { nextLike, patternOf, type TagPattern, withValue } from './tag-pattern.js';

/** Tags longer than this are rare, and a memory of them could cost a hostile document's worth of it. */
const MAX_TAG_LENGTH = 1024;

/** Recognises start tags that were parsed before, which nearly all tags of a long document were. */
export class TagCache {
  readonly #maxAttributes: number;
  #previous: StartTag | undefined;
  /** The last tag that differed from others only in its `id` or `href`. */
  #pattern: { readonly shape: StartTag; readonly parts: TagPattern } | undefined;

  constructor(maxAttributes: number) {
    this.#maxAttributes = maxAttributes;
  }

  /**
   * The tag at a position of a document: first the one that followed its predecessor last time, then any of the same
   * scope; a new one is remembered.
   *
   * @returns `undefined` for a tag that has to be parsed in its place, also to say what is wrong with it
   */
  find(text: string, position: number, scope: Scope): StartTag | undefined {
    const guess = this.#previous?.next;
    if (guess !== undefined && guess.outer === scope && text.startsWith(guess.raw, position)) return guess;
    return this.#findLike(text, position, scope) ?? this.#findAny(text, position, scope);
  }

  /** Told every tag that the reader passes, so that the next one can be guessed next time. */
  passed(tag: StartTag): void {
    // A tag that is not remembered is part of its document, which a remembered one must not keep in memory.
    const remembered = tag.outer === undefined ? undefined : tag;
    if (this.#previous !== undefined) this.#previous.next = remembered;
    this.#previous = remembered;
  }

  #findLike(text: string, position: number, scope: Scope): StartTag | undefined {
    if (this.#pattern === undefined || this.#pattern.shape.outer !== scope) return undefined;
    const { shape, parts } = this.#pattern;
    const value = nextLike(text, position, parts);
    if (value === undefined) return undefined;
    const length = parts.before.length + value.length + parts.after.length;
    return withValue(shape, text.slice(position, position + length), value);
  }

  #findAny(text: string, position: number, scope: Scope): StartTag | undefined {
    const first = text.indexOf('>', position) + 1;
    if (first === 0 || first - position > MAX_TAG_LENGTH) return undefined;
    let raw = text.slice(position, first);
    const known = scope.find(raw);
    if (known !== undefined) return known;
    // The first ">" may stand inside a value; what is remembered is a whole tag, so this is looked at only now.
    const end = scope.hasRoom ? endOfTag(text, position) : first;
    if (end !== first) {
      if (end === -1 || end - position > MAX_TAG_LENGTH) return undefined;
      raw = text.slice(position, end);
      const whole = scope.find(raw);
      if (whole !== undefined) return whole;
    }
    const parts = patternOf(raw);
    if (parts === undefined) return this.#learn(raw, scope);
    const shapeRaw = parts.before + parts.after;
    const shape = scope.find(shapeRaw) ?? this.#learn(shapeRaw, scope);
    if (shape === undefined) return undefined;
    this.#pattern = { shape, parts };
    return withValue(shape, raw, parts.value);
  }

  /** Parses a tag from a copy of its own, and remembers it. */
  #learn(raw: string, scope: Scope): StartTag | undefined {
    if (!scope.hasRoom) return undefined;
    try {
      const tag = parseStartTag(ownCopy(raw), 0, scope, this.#maxAttributes);
      scope.add(tag);
      return tag;
    } catch (error) {
      // Parsed once more in its place, which tells what is wrong and where.
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }
}

/** A string that shares no memory with a larger one. */
function ownCopy(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('latin1');
}
