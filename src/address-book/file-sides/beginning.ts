/** So much of a file is looked at to find the end of its first line, in bytes. */
const MOST = 65_536;

type Piece = Uint8Array | string;

/** A file of which the beginning is looked at before it is read. */
export class Beginning {
  readonly #reader: AsyncIterator<Piece>;
  readonly #seen: Piece[] = [];

  constructor(file: AsyncIterable<Piece>) {
    this.#reader = file[Symbol.asyncIterator]();
  }

  /** Its first line, without a byte order mark; of one that is very long the beginning. */
  async line(): Promise<string> {
    for (let read = 0, isWhole = false; !isWhole && read < MOST; ) {
      const next = await this.#reader.next();
      if (next.done === true) break;
      this.#seen.push(next.value);
      read += next.value.length;
      isWhole = Buffer.from(next.value as Uint8Array).includes('\n');
    }
    const text = Buffer.concat(this.#seen.map((piece) => Buffer.from(piece as Uint8Array))).toString('utf8');
    return text.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '';
  }

  /** Ends reading it, where not all was read. */
  async close(): Promise<void> {
    await this.#reader.return?.();
  }

  /** All of it. */
  async *pieces(): AsyncGenerator<Piece, void, undefined> {
    yield* this.#seen;
    for (let next = await this.#reader.next(); next.done !== true; next = await this.#reader.next()) yield next.value;
  }
}
