import { at, Problem } from '../../errors/problem.js';
import type { XmlSettings } from '../../xml/reader.js';
import { MAX_RUN, type XmlSource } from '../../xml/source.js';
import type { Codec } from './codec.js';
import type { PatternFields, Piece, Plan } from './record-plan.js';

/** Returns the value of a reference in a record. @param position - after its tag */
export type Follow = (codec: Codec<unknown>, id: string, position: number) => unknown;

/** Patterns for any text, and for any id in a reference. */
const ANY_TEXT = '[^<]*';
const ANY_ID = "[ !#-%'-;=?-\\x7f]+";

/**
 * The markup of a record that was read: the same tags in the same order, with any texts between them. The next record
 * of an array nearly always has the same markup; all others are left to the reader.
 */
export class RecordPattern<T> {
  readonly #pieces: readonly Piece[];
  readonly #pattern: RegExp;
  readonly #fields: PatternFields<T> | undefined;
  readonly #values: unknown[];
  /** The start and end positions of the id of each reference of the last record. */
  readonly #references: number[];
  #value: T | undefined;

  constructor({ markup, pieces, fields, values }: Plan<T>) {
    this.#pieces = pieces;
    // One expression for the complete record: compiled, it compares markup faster than any call per tag. It has no
    // captures, because an array of captures per record would be most of the garbage to collect.
    const varying = (index: number): string => (pieces[index]?.tail === 0 ? ANY_TEXT : ANY_ID);
    const parts = markup.map((part, index) => (index === 0 ? '' : varying(index - 1)) + escapePattern(part));
    this.#pattern = new RegExp(parts.join(''), 'y');
    this.#references = pieces.filter(({ tail }) => tail > 0).flatMap(() => [0, 0]);
    this.#fields = fields;
    this.#values = values;
  }

  get value(): T {
    return this.#value as T;
  }

  get hasReferences(): boolean {
    return this.#references.length > 0;
  }

  /**
   * Reads the record at a position if it has this markup.
   *
   * @param follow - if omitted, references are skipped
   * @returns the position after the record, or -1 if the reader must read it
   */
  match(source: XmlSource, start: number, follow?: Follow): number {
    this.#pattern.lastIndex = start;
    if (!this.#pattern.test(source.text)) return -1;
    const values = this.#values;
    let position = start;
    let references = 0;
    try {
      for (let index = 0; index < this.#pieces.length; index++) {
        const piece = this.#pieces[index] as Piece;
        const text = position + piece.length;
        if (piece.tail > 0) {
          position = source.text.indexOf('"', text);
          this.#references[references++] = text;
          this.#references[references++] = position;
          continue;
        }
        position = source.passText(text);
        // The reader handles longer texts, because it checks the deadline.
        if (position - text === MAX_RUN) return -1;
        if (piece.field !== -1) values[piece.field] = piece.read(source);
        // An unknown field must only be well-formed.
        else if (!source.isPlain) piece.read(source);
      }
    } catch (error) {
      if (error instanceof Problem) return -1;
      throw error;
    }
    const { lastIndex } = this.#pattern;
    // Follow references last, when the match is certain, so that each is followed once.
    if (references > 0 && follow !== undefined) this.#followAll(source.text, follow);
    this.#value = this.#fields === undefined ? (values[0] as T) : this.#fields.make(values);
    return lastIndex;
  }

  #followAll(text: string, follow: Follow): void {
    let index = 0;
    for (const { field, name, codec, tail } of this.#pieces) {
      if (tail === 0) continue;
      const start = this.#references[index++] as number;
      const end = this.#references[index++] as number;
      if (codec === undefined) continue;
      try {
        this.#values[field] = follow(codec, text.slice(start, end), end + tail);
      } catch (error) {
        throw at(name, error);
      }
    }
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The maximum number of patterns, and the number of misses after which no more patterns are learned. */
const MAX_PATTERNS = 4;
const MAX_MISSES = 16;
/** Learning a pattern does not pay off for shorter lists. */
const PLAIN_RECORDS = 3;

export function mayUsePatterns({ shortcuts = 'all' }: XmlSettings): boolean {
  return shortcuts === 'all';
}

/** The patterns of records that are probably similar. Learning stops if they are not. */
export class RecordPatterns<T> {
  /** The pattern that matched last comes first. */
  readonly #patterns: RecordPattern<T>[] = [];
  #records = 0;
  #hits = 0;
  #misses = 0;

  get value(): T {
    return (this.#patterns[0] as RecordPattern<T>).value;
  }

  /** Reads a record with one of the patterns. @returns the position after it, or -1 if the reader must read it */
  match(source: XmlSource, position: number, follow?: Follow): number {
    for (let index = 0; index < this.#patterns.length; index++) {
      const pattern = this.#patterns[index] as RecordPattern<T>;
      const end = pattern.match(source, position, follow);
      if (end === -1) continue;
      this.#hits += 1;
      if (index > 0) {
        this.#patterns.splice(index, 1);
        this.#patterns.unshift(pattern);
      }
      return end;
    }
    return -1;
  }

  get haveReferences(): boolean {
    return this.#patterns.some(({ hasReferences }) => hasReferences);
  }

  get isLearning(): boolean {
    return this.#misses <= MAX_MISSES;
  }

  /** Counts a record that the reader had to read, and learns its pattern while {@link isLearning} is true. */
  learn(make: () => Plan<T> | undefined): void {
    if (!this.isLearning) return;
    this.#records += 1;
    if (this.#records <= PLAIN_RECORDS) return;
    this.#misses += 1;
    if (this.#misses > MAX_MISSES) {
      if (this.#hits < this.#misses) this.#patterns.length = 0;
      return;
    }
    const plan = madeOf(make);
    if (plan === undefined) return;
    this.#patterns.unshift(new RecordPattern(plan));
    if (this.#patterns.length > MAX_PATTERNS) this.#patterns.pop();
  }
}

function madeOf<T>(make: () => Plan<T> | undefined): Plan<T> | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
