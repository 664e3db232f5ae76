import { Problem } from '../../errors/problem.js';

interface Segment {
  /** The offset of the first byte in the document. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * The kept bytes of a streamed document, to read it again if a reference leads to an element that has not arrived yet.
 * Records that were returned and cannot be referenced are dropped; the remaining bytes form a document.
 */
export class KeptDocument {
  readonly #maxBytes: number;
  /** Undefined if the size limit was exceeded. */
  #segments: Segment[] | undefined = [];
  #size = 0;
  #records = 0;

  /** @param maxBytes - above this size, all bytes are dropped */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False if the size limit was exceeded. */
  get isComplete(): boolean {
    return this.#segments !== undefined;
  }

  /** The number of returned records that are kept. They precede all others. */
  get records(): number {
    return this.#records;
  }

  /**
   * Keeps a copy of bytes.
   *
   * @param offset - of the bytes in the document
   * @param records - the number of returned records in the bytes
   */
  add(offset: number, bytes: Uint8Array, records: number = 0): void {
    this.#records += records;
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) this.#segments = undefined;
    else this.#segments?.push({ offset, bytes: new Uint8Array(bytes) });
  }

  /** The kept bytes, joined to one document. */
  get document(): Uint8Array {
    return Buffer.concat((this.#segments ?? []).map(({ bytes }) => bytes));
  }

  /** The length of the original document up to the last kept byte. */
  get end(): number {
    const last = this.#segments?.at(-1);
    return last === undefined ? 0 : last.offset + last.bytes.length;
  }

  /** Maps a problem in {@link document} to the offset in the original document. */
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
