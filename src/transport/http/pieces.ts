const NOTHING = new Uint8Array();

/** Bytes that arrive in pieces of any size, to be read by the piece or by the byte. */
export class Pieces {
  readonly #source: AsyncIterator<Uint8Array>;
  /** The bytes that have arrived and were not read. */
  #rest: Uint8Array = NOTHING;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next piece, never an empty one; `undefined` at the end. */
  async next(): Promise<Uint8Array | undefined> {
    const rest = this.#rest;
    this.#rest = NOTHING;
    if (rest.length > 0) return rest;
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done) return undefined;
      if (value.length > 0) return value;
    }
  }

  /** So many bytes; fewer at the end. */
  async take(count: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    for (let missing = count; missing > 0; ) {
      const piece = await this.next();
      if (piece === undefined) break;
      taken.push(piece.subarray(0, missing));
      this.putBack(piece.subarray(missing));
      missing -= piece.length;
    }
    return Buffer.concat(taken);
  }

  /** The same; they are read again. */
  async peek(count: number): Promise<Uint8Array> {
    const bytes = await this.take(count);
    this.putBack(Buffer.concat([bytes, this.#rest]));
    return bytes;
  }

  /** Gives back what was read last and not used. */
  putBack(bytes: Uint8Array): void {
    this.#rest = bytes;
  }
}
