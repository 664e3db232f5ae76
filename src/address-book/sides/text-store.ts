import { GrowingArray } from './growing-array.js';

const FIRST_CAPACITY = 1024;
/** A text that needs one byte for each UTF-16 unit. */
const NARROW = /^[\u0000-\u00ff]*$/;

/**
 * Texts as they are, in a byte for each UTF-16 unit, or two where one of them needs it: outside of the heap, so that a
 * million of them are light.
 */
export class TextStore {
  /** The end of each text. */
  readonly #ends = new GrowingArray(Float64Array);
  /** 1 for a text that has two bytes for each unit. */
  readonly #wide = new GrowingArray(Uint8Array);
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);

  /** Adds a text; its index is how many were there before. */
  add(text: string): void {
    const isWide = !NARROW.test(text);
    const start = this.#endOf(this.#ends.length - 1);
    const end = start + (isWide ? text.length * 2 : text.length);
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    // UTF-8 would lose halves of surrogate pairs.
    this.#bytes.write(text, start, isWide ? 'utf16le' : 'latin1');
    this.#ends.push(end);
    this.#wide.push(isWide ? 1 : 0);
  }

  /** The text of an index. */
  at(index: number): string {
    const encoding = this.#wide.at(index) === 1 ? 'utf16le' : 'latin1';
    return this.#bytes.toString(encoding, this.#endOf(index - 1), this.#endOf(index));
  }

  #endOf(index: number): number {
    return index < 0 ? 0 : this.#ends.at(index);
  }
}
