/** A file that is read, and hashed as it is. */
export class HashedFile {
  readonly #file: AsyncIterable<Uint8Array | string>;
  readonly #hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  #digest: string | undefined;
  #reader: AsyncIterator<Uint8Array | string> | undefined;

  constructor(file: AsyncIterable<Uint8Array | string>) {
    this.#file = file;
  }

  /** Its pieces, as they are read. */
  async *pieces(): AsyncGenerator<Uint8Array | string, void, undefined> {
    this.#reader ??= this.#file[Symbol.asyncIterator]();
    for (let next = await this.#reader.next(); next.done !== true; next = await this.#reader.next()) {
      this.#hash.update(next.value);
      yield next.value;
    }
  }

  /** The SHA-256 of the whole, in hexadecimal digits: what was not read yet is read for it. */
  async digest(): Promise<string> {
    for await (const _piece of this.pieces()) continue;
    this.#digest ??= this.#hash.digest('hex');
    return this.#digest;
  }

  get isBegun(): boolean {
    return this.#reader !== undefined;
  }

  /** True where it may be read once more, from its beginning: it is no stream. */
  get isRepeatable(): boolean {
    return !('read' in this.#file || 'next' in this.#file || 'getReader' in this.#file);
  }

  /** The same file, to be read from its beginning. */
  again(): HashedFile {
    return new HashedFile(this.#file);
  }

  /** Ends reading it, where not all was read. */
  async close(): Promise<void> {
    await this.#reader?.return?.();
  }
}
