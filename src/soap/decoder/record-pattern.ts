import { at, Problem } from '../../errors/problem.js';
import type { XmlSettings } from '../../xml/reader.js';
import { MAX_RUN, type XmlSource } from '../../xml/source.js';
import type { Codec } from './codec.js';
import type { PatternFields, Piece, Plan } from './record-plan.js';

/** Gives what a reference in a record stands for. @param position - behind its tag */
export type Follow = (codec: Codec<unknown>, id: string, position: number) => unknown;

/** Patterns that match any text, and any id that a reference names. */
const ANY_TEXT = '[^<]*';
const ANY_ID = "[ !#-%'-;=?-\\x7f]+";

/**
 * The mark-up of one record, learnt from a record that was read and checked: the same tags in the same order, with any
 * texts between them. The next record of an array nearly always has the same.
 *
 * It reads a record that it matches exactly as the reader would; anything else is left to the reader.
 */
export class RecordPattern<T> {
  readonly #pieces: readonly Piece[];
  readonly #pattern: RegExp;
  /** Makes the records; `undefined` for a simple type, whose value is that of its one text. */
  readonly #fields: PatternFields<T> | undefined;
  /** The values of all fields, used for every record anew: absent and nil ones stay as they are. */
  readonly #values: unknown[];
  /** The positions at which the id of each reference of the last record begins and ends. */
  readonly #references: number[];
  #value: T | undefined;

  /** @param plan - of the record that it was learnt from */
  constructor({ markup, pieces, fields, values }: Plan<T>) {
    this.#pieces = pieces;
    // One expression for the whole record: its compiled form compares mark-up faster than any call per tag. It captures
    // nothing, because an array of captures for every record is most of what the collector would have to collect.
    const varying = (index: number): string => (pieces[index]?.tail === 0 ? ANY_TEXT : ANY_ID);
    const parts = markup.map((part, index) => (index === 0 ? '' : varying(index - 1)) + escapePattern(part));
    this.#pattern = new RegExp(parts.join(''), 'y');
    this.#references = pieces.filter(({ tail }) => tail > 0).flatMap(() => [0, 0]);
    this.#fields = fields;
    this.#values = values;
  }

  /** The record that was matched last. */
  get value(): T {
    return this.#value as T;
  }

  /** Tells whether there are references in the record. */
  get hasReferences(): boolean {
    return this.#references.length > 0;
  }

  /**
   * Reads the record at a position of the document, if it has the pattern's mark-up.
   *
   * @param follow - without it, references are passed over
   * @returns the position after it, or -1 when the reader has to read it (also to say what is wrong with it)
   * @throws whatever following a reference does
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
        // Longer ones are the reader's, which looks at the clock on the way.
        if (position - text === MAX_RUN) return -1;
        if (piece.field !== -1) values[piece.field] = piece.read(source);
        // Of an unknown field only this matters: that it is well-formed.
        else if (!source.isPlain) piece.read(source);
      }
    } catch (error) {
      if (error instanceof Problem) return -1;
      throw error;
    }
    const { lastIndex } = this.#pattern;
    // Only now that nothing is left to the reader: a reference is followed once.
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

/** A text as a pattern that matches just it. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The most kinds of records that are remembered at once, and the most surprises before remembering is given up. */
const MAX_PATTERNS = 4;
const MAX_MISSES = 16;
/** A short list is read before a pattern would have paid for its making. */
const PLAIN_RECORDS = 3;

/** Tells whether records may be read by patterns at all. */
export function mayUsePatterns({ shortcuts = 'all' }: XmlSettings): boolean {
  return shortcuts === 'all';
}

/** The patterns of records that should be alike; given up when they turn out not to be. */
export class RecordPatterns<T> {
  /** The pattern that fitted last comes first. */
  readonly #patterns: RecordPattern<T>[] = [];
  #records = 0;
  #hits = 0;
  #misses = 0;

  /** The record that was matched last. */
  get value(): T {
    return (this.#patterns[0] as RecordPattern<T>).value;
  }

  /**
   * Reads the record at a position of the document by one of the patterns.
   *
   * @param follow - without it, references are passed over
   * @returns the position after it, or -1 when the reader has to read it
   */
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

  /** Tells whether a record may have references in it. */
  get haveReferences(): boolean {
    return this.#patterns.some(({ hasReferences }) => hasReferences);
  }

  /** Tells whether learning has not proved to be in vain. */
  get isLearning(): boolean {
    return this.#misses <= MAX_MISSES;
  }

  /** Takes note that the reader had to read a record, and learns its pattern, as long as {@link isLearning}. */
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

/** A plan, unless the record has a tag that nobody had to understand. */
function madeOf<T>(make: () => Plan<T> | undefined): Plan<T> | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
