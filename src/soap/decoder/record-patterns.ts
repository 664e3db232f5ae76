import type { XmlSettings } from '../../xml/reader.js';
import type { XmlSource } from '../../xml/source.js';
import type { RecordPattern } from './record-pattern.js';

/** How many different kinds of records are remembered at once, and how many surprises end the remembering. */
const MAX_PATTERNS = 4;
const MAX_MISSES = 16;
/** A short list is read before a pattern would have paid for its making. */
const PLAIN_RECORDS = 3;

/** Whether records may be read by patterns at all. */
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
   * @returns the position after it, or -1 when the reader has to read it
   */
  match(source: XmlSource, position: number): number {
    for (let index = 0; index < this.#patterns.length; index++) {
      const pattern = this.#patterns[index] as RecordPattern<T>;
      const end = pattern.match(source, position);
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

  /** Takes note that the reader had to read a record, and learns its pattern unless that has proved to be in vain. */
  learn(make: () => RecordPattern<T> | undefined): void {
    if (this.#misses > MAX_MISSES) return;
    this.#records += 1;
    if (this.#records <= PLAIN_RECORDS) return;
    this.#misses += 1;
    if (this.#misses > MAX_MISSES) {
      if (this.#hits < this.#misses) this.#patterns.length = 0;
      return;
    }
    const pattern = make();
    if (pattern === undefined) return;
    this.#patterns.unshift(pattern);
    if (this.#patterns.length > MAX_PATTERNS) this.#patterns.pop();
  }
}
