import { Growing } from './growing.js';

const FIRST_CAPACITY = 1024;

/** Texts as they are, in two bytes for each UTF-16 unit: outside of the heap, so that a million of them are light. */
export class TextStore {
  /** Where each text ends. */
  readonly #ends = new Growing(Float64Array);
  #bytes = Buffer.alloc(FIRST_CAPACITY);

  /** Adds a text; its index is how many were there before. */
  add(text: string): void {
    const start = this.#endOf(this.#ends.length - 1);
    const end = start + text.length * 2;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    // UTF-8 would lose halves of surrogate pairs.
    this.#bytes.write(text, start, 'utf16le');
    this.#ends.push(end);
  }

  /** The text of an index. */
  at(index: number): string {
    return this.#bytes.toString('utf16le', this.#endOf(index - 1), this.#endOf(index));
  }

  #endOf(index: number): number {
    return index < 0 ? 0 : this.#ends.at(index);
  }
}
