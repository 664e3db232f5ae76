import { setMaxListeners } from 'node:events';
import { CALL_OPTIONS } from '../calls/call-options.js';
import { labelled } from '../calls/response/error-response.js';
import { AbortedError, isSmsServiceError, type Outcome, type SmsServiceError } from '../errors/errors.js';
import { checkFunction, checkWhole } from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../options/table.js';
import { aborterOf } from '../transport/abort-reason.js';
import type { Units } from './source.js';

/** The most calls of a batch at once. */
const MAX_CONCURRENCY = 1000;

/** The options that every batch has. */
const COMMON_OPTIONS = {
  /**
   * Ends the batch when it is aborted: nothing more is read, what is in flight is ended and told with its outcome, and
   * then the loop throws an `AbortedError`.
   */
  signal: CALL_OPTIONS.signal,
  /** Time for each call, in milliseconds. Default: the client's. */
  timeoutMs: CALL_OPTIONS.timeoutMs,
  /**
   * Tells after which error of a call no further one is to begin: what is in flight is waited for and told, and then
   * the loop throws that error. A client that was closed ends every batch. Default: an `AuthenticationError`, and where
   * numbers are added a group that does not exist.
   */
  stopOn: optional<(error: SmsServiceError) => boolean>(checkFunction),
};

const concurrency = (value: unknown, path: string): number => checkWhole(value, path, 1, MAX_CONCURRENCY);

/** The options of a batch with a call for each item. */
export const BATCH_OPTIONS = {
  ...COMMON_OPTIONS,
  /** The most calls at once, from 1 to 1,000. Default: 8. */
  concurrency: withDefault(8, concurrency),
};

/** Options of a batch with a call for each item. */
export interface BatchOptions extends OptionsOf<typeof BATCH_OPTIONS> {}

/** The most recipients of a request that are recommended (section 8). */
const MAX_RECIPIENTS = 10_000;

/** The options of a batch with a call for each chunk of items. */
export const CHUNK_OPTIONS = {
  ...COMMON_OPTIONS,
  /** The most requests at once, from 1 to 1,000. Default: 2. */
  concurrency: withDefault(2, concurrency),
  /**
   * The most recipients in a request, from 1 to 10,000; with `params` or a shortened link 100 (section 8). Of a request
   * of which no answer comes the outcome of all its recipients is unknown. Default: 1,000.
   */
  chunkSize: withDefault(1000, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_RECIPIENTS)),
};

/** Options of a send in chunks. */
export interface SendManyOptions extends OptionsOf<typeof CHUNK_OPTIONS> {}

/** Reads the options of a batch. @throws ValidationError */
export function readBatchOptions(options: BatchOptions, operation: string): OptionValues<typeof BATCH_OPTIONS> {
  return readOptions(options, BATCH_OPTIONS, { what: 'the options', operation });
}

/** Reads the options of a send in chunks. @throws ValidationError */
export function readChunkOptions(options: SendManyOptions, operation: string): OptionValues<typeof CHUNK_OPTIONS> {
  return readOptions(options, CHUNK_OPTIONS, { what: 'the options', operation });
}

/** What became of an item of a batch. */
export type BatchResult<T> = BatchDone<T> | BatchFailed<T>;

/** An item of a batch whose call has succeeded. */
export interface BatchDone<T> {
  /** As the source gave it. */
  readonly item: T;
  readonly ok: true;
  readonly error?: undefined;
  readonly outcome?: undefined;
}

/** An item of a batch whose call has failed. */
export interface BatchFailed<T> {
  /** As the source gave it. */
  readonly item: T;
  readonly ok: false;
  readonly error: SmsServiceError;
  /** That of the error: with `'unknown'` the call may have been carried out. */
  readonly outcome: Outcome;
}

/** The calls of a client, as far as a batch knows them. */
export interface BatchCalls {
  readonly isClosed: boolean;
  readonly label: string | undefined;
}

/** The way in which the calls of a batch are made. */
export interface Way {
  /** Of each call. */
  readonly signal: AbortSignal | undefined;
  /** Is told of the error of each call, and gives it back. */
  readonly failed: (error: unknown) => SmsServiceError;
}

/** The work of a batch. */
export interface Batch<U, R> {
  readonly operation: string;
  readonly calls: BatchCalls;
  readonly units: Units<U>;
  readonly concurrency: number;
  /** The units that may be read, besides those in flight, before the results of earlier ones are taken. */
  readonly ahead: number;
  readonly signal: AbortSignal | undefined;
  readonly stopOn: (error: SmsServiceError) => boolean;
  /** Puts the caller's place into the stack of an error. */
  readonly fromCaller: (error: SmsServiceError) => void;
  /** Carries out a unit, and gives the results of its items. */
  readonly act: (unit: U, way: Way) => Promise<readonly R[]>;
  /** Gives the results of a unit that was read, and is not to be carried out. */
  readonly leave: (unit: U, error: SmsServiceError) => readonly R[];
}

/**
 * Carries out units of work, some at once, and gives their results in the order in which they were read. A unit is read
 * when it can begin, so that a slow consumer slows the source, too.
 *
 * What has a result was read, and what was read has one, unless the consumer leaves the loop. An error that ends the
 * batch comes after the results.
 */
export async function* inOrder<U, R>(batch: Batch<U, R>): AsyncGenerator<R, void, undefined> {
  const running = new Running(batch);
  try {
    for (let results = await running.next(); results !== undefined; results = await running.next()) {
      for (const result of results) yield result;
    }
    running.checkEnd();
  } finally {
    await running.close();
  }
}

/** A batch that is being carried out. */
class Running<U, R> {
  readonly #batch: Batch<U, R>;
  /** The results of what was read, in order. */
  readonly #waiting: Promise<readonly R[]>[] = [];
  #inFlight = 0;
  #isReading = false;
  #isOver = false;
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};
  readonly #onAbort = (): void => this.#abort();
  readonly #aborting: AbortController | undefined;
  readonly #way: Way;

  constructor(batch: Batch<U, R>) {
    this.#batch = batch;
    const { signal } = batch;
    if (signal !== undefined) {
      this.#aborting = new AbortController();
      // Each call listens to it: more than are taken for a leak, of which the caller's would warn.
      setMaxListeners(0, this.#aborting.signal);
    }
    this.#way = { signal: this.#aborting?.signal, failed: (error) => this.#failed(error) };
    if (signal?.aborted) this.#abort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The results of the next unit; `undefined` after the last one. */
  async next(): Promise<readonly R[] | undefined> {
    for (;;) {
      this.#fill();
      const first = this.#waiting[0];
      if (first !== undefined) {
        const results = await first;
        void this.#waiting.shift();
        this.#fill();
        return results;
      }
      if (this.#isOver) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** @throws what has ended the batch before its source had ended */
  checkEnd(): void {
    if (this.#end !== undefined) throw this.#end.error;
  }

  /** Reads no further, waits for what is in flight, and closes the source. */
  async close(): Promise<void> {
    const { signal, units } = this.#batch;
    signal?.removeEventListener('abort', this.#onAbort);
    this.#isOver = true;
    units.stop();
    await Promise.all(this.#waiting);
    try {
      await units.close();
    } catch (error) {
      // What has ended the batch says more.
      if (this.#end === undefined) throw error;
    }
  }

  #fill(): void {
    const { concurrency, ahead, units } = this.#batch;
    const hasRoom = this.#inFlight < concurrency && this.#waiting.length < concurrency + ahead;
    if (this.#isReading || this.#isOver || !hasRoom) return;
    this.#isReading = true;
    void units.next().then((read) => {
      this.#isReading = false;
      // The consumer has left meanwhile.
      if (this.#isOver) return;
      if (read === undefined) this.#isOver = true;
      else if (read.failure === undefined) this.#begin(read.unit);
      else {
        this.#isOver = true;
        this.#end ??= read.failure;
      }
      this.#fill();
      this.#wake();
    });
  }

  #begin(unit: U): void {
    this.#inFlight += 1;
    const results = this.#carriedOut(unit);
    this.#waiting.push(results);
    void results.then(() => {
      this.#inFlight -= 1;
      this.#fill();
    });
  }

  /** Never rejects. */
  async #carriedOut(unit: U): Promise<readonly R[]> {
    const { act, leave, operation } = this.#batch;
    try {
      if (this.#end === undefined) return await act(unit, this.#way);
      const { error: cause } = this.#end;
      return leave(
        unit,
        this.#ownError(new AbortedError('the batch had ended before', 'not-sent', { operation, cause })),
      );
    } catch (error) {
      // What is none of a call, as a function of the caller's that has thrown.
      this.#stop(error);
      return [];
    }
  }

  #failed(error: unknown): SmsServiceError {
    const { calls, stopOn, fromCaller } = this.#batch;
    if (!isSmsServiceError(error)) throw error;
    fromCaller(error);
    if (calls.isClosed || this.#asksToStop(stopOn, error)) this.#stop(error);
    return error;
  }

  /** The caller's function may throw, and the item is to have its result. */
  #asksToStop(stopOn: (error: SmsServiceError) => boolean, error: SmsServiceError): boolean {
    try {
      return stopOn(error);
    } catch (thrown) {
      this.#stop(thrown);
      return false;
    }
  }

  #abort(): void {
    const { signal, operation, units } = this.#batch;
    this.#aborting?.abort(signal?.reason);
    // All that there was has begun, and has a result.
    if (units.isOver) return;
    const cause: unknown = signal?.reason;
    const what = `${aborterOf(cause)}; what has no result was never begun`;
    this.#stop(this.#ownError(new AbortedError(what, 'not-sent', { operation, cause })));
  }

  #stop(error: unknown): void {
    this.#end ??= { error };
    this.#batch.units.stop();
  }

  #ownError(error: SmsServiceError): SmsServiceError {
    labelled(error, this.#batch.calls.label);
    this.#batch.fromCaller(error);
    return error;
  }
}
