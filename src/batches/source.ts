// Not the global one: it is replaced where a test stops the clock.
import { setImmediate } from 'node:timers';
import { invalid } from '../options/check.js';

/** A list, a generator, a stream: whatever gives one item after the other. */
export type ItemSource<T> = Iterable<T> | AsyncIterable<T>;

/** A unit that was read, or what the source has thrown. */
export type Read<U> =
  | { readonly unit: U; readonly failure?: undefined }
  | { readonly failure: { readonly error: unknown } };

/** Units of work that are read one after the other, when there is room for them. */
export interface Units<U> {
  /** Gives the next unit; `undefined` when there is none, or when the reading was stopped. It never rejects. */
  next(): Promise<Read<U> | undefined>;
  /** Reads no further, and waits no longer for what is being read. */
  stop(): void;
  /** True when all has been read. */
  readonly isOver: boolean;
  /** Tells the source that nothing more is wanted of it. */
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
    if (!isIterable(source)) invalid(path, 'is no list, and nothing else that gives items', { operation });
    this.#source = source;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  next(): Promise<Read<T> | undefined> {
    if (this.#isStopped || this.#isOver) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      // An item that is there already is to have its result.
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

  /** A list of promises does not know that one of them has rejected. */
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
