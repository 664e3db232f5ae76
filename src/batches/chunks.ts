import { isSmsServiceError, type SmsServiceError } from '../errors/errors.js';
import type { Read, SourceReader, Units } from './source.js';

/** An item, with what is sent for it, or the error that it was refused with. */
export type Prepared<T, P> =
  | { readonly item: T; readonly value: P; readonly error?: undefined }
  | { readonly item: T; readonly value?: undefined; readonly error: SmsServiceError };

/** The way in which items become chunks. */
export interface Chunking<T, P> {
  /** Makes what is sent for an item. @throws SmsServiceError for one that is refused alone */
  readonly prepare: (item: T) => P;
  /** The most items in a chunk that has such a one. */
  readonly most: (value: P) => number;
  /** Tells whether two can stand in one request. */
  readonly goTogether: (one: P, other: P) => boolean;
}

/** Reads a source chunk by chunk, in its order. What was read when it is stopped or fails is still given. */
export class ChunkReader<T, P> implements Units<readonly Prepared<T, P>[]> {
  readonly #items: SourceReader<T>;
  readonly #chunking: Chunking<T, P>;
  readonly #most: number;
  /** The first one of the next chunk. */
  #first: Prepared<T, P> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param most - of a chunk, whatever is in it */
  constructor(items: SourceReader<T>, most: number, chunking: Chunking<T, P>) {
    this.#items = items;
    this.#most = most;
    this.#chunking = chunking;
  }

  get isOver(): boolean {
    return this.#items.isOver && this.#first === undefined;
  }

  async next(): Promise<Read<readonly Prepared<T, P>[]> | undefined> {
    const chunk: Prepared<T, P>[] = [];
    let most = this.#most;
    let before: P | undefined;
    for (;;) {
      const next = this.#first ?? (await this.#read());
      this.#first = undefined;
      if (next === undefined) break;
      const { value } = next;
      if (value !== undefined) {
        most = Math.min(most, this.#chunking.most(value));
        if (chunk.length >= most || (before !== undefined && !this.#chunking.goTogether(before, value))) {
          this.#first = next;
          break;
        }
        before = value;
      }
      chunk.push(next);
      if (chunk.length >= most) break;
    }
    if (chunk.length > 0) return { unit: chunk };
    return this.#failure === undefined ? undefined : { failure: this.#failure };
  }

  stop(): void {
    this.#items.stop();
  }

  close(): Promise<void> {
    return this.#items.close();
  }

  async #read(): Promise<Prepared<T, P> | undefined> {
    if (this.#failure !== undefined) return undefined;
    const read = await this.#items.next();
    this.#failure = read?.failure;
    if (read === undefined || read.failure !== undefined) return undefined;
    const item = read.unit;
    try {
      return { item, value: this.#chunking.prepare(item) };
    } catch (error) {
      if (isSmsServiceError(error)) return { item, error };
      this.#failure = { error };
      return undefined;
    }
  }
}
