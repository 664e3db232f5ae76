import { setMaxListeners } from 'node:events';
import { labelled } from '../calls/attempts/response.js';
import { CALL_OPTIONS } from '../calls/call-options.js';
import { AbortedError, isSmsServiceError, type Outcome, type SmsServiceError } from '../errors/errors.js';
import { aborterOf } from '../errors/transport-errors.js';
import { checkFunction, checkWhole } from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../options/table.js';
import type { Units } from './source.js';

const MAX_CONCURRENCY = 1000;

const COMMON_OPTIONS = {
  /**
   * Ends the batch when it is aborted: no further item is read, the calls in flight are ended, their items get a result
   * with the outcome, and then the loop throws an `AbortedError`.
   */
  signal: CALL_OPTIONS.signal,
  /** Time limit of each call, in milliseconds. Default: that of the client. */
  timeoutMs: CALL_OPTIONS.timeoutMs,
  /**
   * Returns true for an error after which no further call starts: the loop yields the results of the calls in flight
   * and then throws that error. Closing the client also ends the batch. Default: an `AuthenticationError`, and a
   * missing group when numbers are added.
   */
  stopOn: optional<(error: SmsServiceError) => boolean>(checkFunction),
};

const concurrency = (value: unknown, path: string): number => checkWhole(value, path, 1, MAX_CONCURRENCY);

export const BATCH_OPTIONS = {
  ...COMMON_OPTIONS,
  /** The most calls at once, from 1 to 1,000. Default: 8. */
  concurrency: withDefault(8, concurrency),
};

/** Options of a batch with a call for each item. */
export interface BatchOptions extends OptionsOf<typeof BATCH_OPTIONS> {}

/** The most recipients of a request that are recommended (section 8). */
const MAX_RECIPIENTS = 10_000;

export const CHUNK_OPTIONS = {
  ...COMMON_OPTIONS,
  /** The most requests at once, from 1 to 1,000. Default: 2. */
  concurrency: withDefault(2, concurrency),
  /**
   * The most recipients of a request, from 1 to 10,000; 100 with `params` or a shortened link (section 8). If a request
   * gets no response, the outcome of all its recipients is `unknown`. Default: 1,000.
   */
  chunkSize: withDefault(1000, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_RECIPIENTS)),
};

/** Options of a send in chunks. */
export interface SendManyOptions extends OptionsOf<typeof CHUNK_OPTIONS> {}

export function readBatchOptions(options: BatchOptions, operation: string): OptionValues<typeof BATCH_OPTIONS> {
  return readOptions(options, BATCH_OPTIONS, { what: 'the options', operation });
}

export function readChunkOptions(options: SendManyOptions, operation: string): OptionValues<typeof CHUNK_OPTIONS> {
  return readOptions(options, CHUNK_OPTIONS, { what: 'the options', operation });
}

/** The result of an item of a batch. */
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

export interface BatchCalls {
  readonly isClosed: boolean;
  readonly label: string | undefined;
}

export interface ActContext {
  readonly signal: AbortSignal | undefined;
  readonly failed: (error: unknown) => SmsServiceError;
}

export interface Batch<U, R> {
  readonly operation: string;
  readonly calls: BatchCalls;
  readonly units: Units<U>;
  readonly concurrency: number;
  readonly ahead: number;
  readonly signal: AbortSignal | undefined;
  readonly stopOn: (error: SmsServiceError) => boolean;
  readonly fromCaller: (error: SmsServiceError) => void;
  readonly act: (unit: U, context: ActContext) => Promise<readonly R[]>;
  readonly leave: (unit: U, error: SmsServiceError) => readonly R[];
}

/** Runs units concurrently and yields their results in order. A unit is read when it can start. */
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

class Running<U, R> {
  readonly #batch: Batch<U, R>;
  readonly #waiting: Promise<readonly R[]>[] = [];
  #inFlight = 0;
  #isReading = false;
  #isOver = false;
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};
  readonly #onAbort = (): void => this.#abort();
  readonly #aborting: AbortController | undefined;
  readonly #way: ActContext;

  constructor(batch: Batch<U, R>) {
    this.#batch = batch;
    const { signal } = batch;
    if (signal !== undefined) {
      this.#aborting = new AbortController();
      // Each call adds a listener. Node.js would report a leak for the caller's signal.
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

  /** @throws the error that ended the batch before its source ended */
  checkEnd(): void {
    if (this.#end !== undefined) throw this.#end.error;
  }

  async close(): Promise<void> {
    const { signal, units } = this.#batch;
    signal?.removeEventListener('abort', this.#onAbort);
    this.#isOver = true;
    units.stop();
    await Promise.all(this.#waiting);
    try {
      await units.close();
    } catch (error) {
      // The reason that ended the batch is more precise.
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
      // The consumer has left the loop.
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

  async #carriedOut(unit: U): Promise<readonly R[]> {
    const { act, leave, operation } = this.#batch;
    try {
      if (this.#end === undefined) return await act(unit, this.#way);
      const { error: cause } = this.#end;
      return leave(
        unit,
        this.#ownError(
          new AbortedError('the batch has ended; the item was not sent', 'not-sent', { operation, cause }),
        ),
      );
    } catch (error) {
      // An error of a function of the caller.
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
    // All items have started and get a result.
    if (units.isOver) return;
    const cause: unknown = signal?.reason;
    const what = `${aborterOf(cause)}; items without a result were not started`;
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
