// Not the global function, which fake timers replace.
import { setImmediate } from 'node:timers';
import { isSmsServiceError, type SmsServiceError } from '../errors/errors.js';
import { invalid } from '../options/check.js';

export type ItemSource<T> = Iterable<T> | AsyncIterable<T>;

type Read<U> = { readonly unit: U; readonly failure?: undefined } | { readonly failure: { readonly error: unknown } };

export interface Units<U> {
  /** Gives the next unit; `undefined` when there is none, or when the reading was stopped. It never rejects. */
  next(): Promise<Read<U> | undefined>;
  stop(): void;
  readonly isOver: boolean;
  close(): Promise<void>;
}

type AnyIterator<T> = Iterator<T | Promise<T>> | AsyncIterator<T>;

/** Reads a source item by item, and never two at once. It is opened when the first one is asked for. */
export class SourceReader<T> implements Units<T> {
  readonly #source: ItemSource<T>;
  #iterator: AnyIterator<T> | undefined;
  #isReading = false;
  #isOver = false;
  #isStopped = false;
  #stopWaiting: () => unknown = () => {};

  /** @throws ValidationError when it gives no items, also for a text, which would give its characters */
  constructor(source: ItemSource<T>, path: string, operation: string) {
    if (!isIterable(source)) invalid(path, 'must be an array, an iterable or an async iterable', { operation });
    this.#source = source;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  next(): Promise<Read<T> | undefined> {
    if (this.#isStopped || this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      // An item that is already available gets its result.
      this.#stopWaiting = () => setImmediate(() => resolve(undefined));
      void this.#read().then(resolve);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopWaiting();
  }

  async close(): Promise<void> {
    if (this.#isOver || this.#iterator === undefined) return;
    this.#isOver = true;
    const closing = this.#closeIterator(this.#iterator);
    if (!this.#isReading) return closing;
    // A generator that waits for its next item ends when that has come, which may be never.
    closing.catch(() => {});
  }

  async #read(): Promise<Read<T> | undefined> {
    this.#isReading = true;
    try {
      const iterator = (this.#iterator ??= iteratorOf(this.#source));
      const { done, value } = await iterator.next();
      if (done !== true) return { unit: await this.#valueOf(value, iterator) };
      this.#isOver = true;
      return undefined;
    } catch (error) {
      this.#isOver = true;
      return { failure: { error } };
    } finally {
      this.#isReading = false;
    }
  }

  async #valueOf(value: T | Promise<T>, iterator: AnyIterator<T>): Promise<T> {
    try {
      return await value;
    } catch (error) {
      await this.#closeIterator(iterator);
      throw error;
    }
  }

  async #closeIterator(iterator: AnyIterator<T>): Promise<void> {
    await iterator.return?.();
  }
}

function isIterable(source: unknown): boolean {
  if (typeof source !== 'object' || source === null) return false;
  const { [Symbol.asyncIterator]: open, [Symbol.iterator]: openSync } = source as Readonly<Record<symbol, unknown>>;
  return typeof open === 'function' || typeof openSync === 'function';
}

function iteratorOf<T>(source: ItemSource<T>): AnyIterator<T> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
}

export type Prepared<T, P> =
  | { readonly item: T; readonly value: P; readonly error?: undefined }
  | { readonly item: T; readonly value?: undefined; readonly error: SmsServiceError };

interface Chunking<T, P> {
  /** Prepares an item. @throws SmsServiceError if this item is refused */
  readonly prepare: (item: T) => P;
  readonly most: (value: P) => number;
  readonly goTogether: (one: P, other: P) => boolean;
}

export class ChunkReader<T, P> implements Units<readonly Prepared<T, P>[]> {
  readonly #items: SourceReader<T>;
  readonly #chunking: Chunking<T, P>;
  readonly #most: number;
  #first: Prepared<T, P> | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param most - the maximum size of a chunk */
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
