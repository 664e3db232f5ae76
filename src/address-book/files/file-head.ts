/** How much is read to find the end of the first line, in bytes. */
const MAX_HEAD = 65_536;

type Piece = Uint8Array | string;

/** Reads the first line of a file before the file itself is read. */
export class FileHead {
  readonly #reader: AsyncIterator<Piece>;
  readonly #seen: Piece[] = [];

  constructor(file: AsyncIterable<Piece>) {
    this.#reader = file[Symbol.asyncIterator]();
  }

  /** Returns the first line without a byte order mark; at most {@link MAX_HEAD} bytes of it. */
  async line(): Promise<string> {
    for (let read = 0, isComplete = false; !isComplete && read < MAX_HEAD; ) {
      const next = await this.#reader.next();
      if (next.done === true) break;
      this.#seen.push(next.value);
      read += next.value.length;
      isComplete = Buffer.from(next.value as Uint8Array).includes('\n');
    }
    const text = Buffer.concat(this.#seen.map((piece) => Buffer.from(piece as Uint8Array))).toString('utf8');
    return text.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '';
  }

  /** The complete file. */
  async *pieces(): AsyncGenerator<Piece, void, undefined> {
    yield* this.#seen;
    for (let next = await this.#reader.next(); next.done !== true; next = await this.#reader.next()) yield next.value;
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.#reader.return?.();
  }
}
