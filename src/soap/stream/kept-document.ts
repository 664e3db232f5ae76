import { Problem } from '../../errors/problem.js';

/** Bytes that stand together in the document. */
interface Segment {
  /** The offset of the first of them in the document. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * Keeps a document that is read while it arrives, to be read once more when a reference leads to what has not come yet:
 * everything but the records that were given out and that nothing can refer to. The rest is a document of its own.
 */
export class KeptDocument {
  readonly #maxBytes: number;
  /** Undefined when there was too much to keep. */
  #segments: Segment[] | undefined = [];
  #size = 0;
  #records = 0;

  /** @param maxBytes - with more than these nothing is kept any longer */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Tells whether all that may be needed is there. */
  get isComplete(): boolean {
    return this.#segments !== undefined;
  }

  /** The number of records that were given out and are kept; they come before all others. */
  get records(): number {
    return this.#records;
  }

  /**
   * Keeps a copy of bytes.
   *
   * @param offset - where they begin in the document
   * @param records - how many records they are that were given out
   */
  add(offset: number, bytes: Uint8Array, records: number = 0): void {
    this.#records += records;
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) this.#segments = undefined;
    else this.#segments?.push({ offset, bytes: new Uint8Array(bytes) });
  }

  /** Joins all that is kept to one document. */
  get document(): Uint8Array {
    return Buffer.concat((this.#segments ?? []).map(({ bytes }) => bytes));
  }

  /** The length of the document that arrived, up to the bytes that were kept last. */
  get end(): number {
    const last = this.#segments?.at(-1);
    return last === undefined ? 0 : last.offset + last.bytes.length;
  }

  /** A problem of {@link document}, with its offset in the document that arrived. */
  withOffset(problem: Problem): Problem {
    const { message, xsdType, offset, path } = problem;
    if (offset === undefined) return problem;
    return new Problem(message, { xsdType, offset: this.#offsetOf(offset) }).prepend(path);
  }

  #offsetOf(position: number): number {
    let left = position;
    for (const { offset, bytes } of this.#segments ?? []) {
      if (left < bytes.length) return offset + left;
      left -= bytes.length;
    }
    return this.end + left;
  }
}
