import { AsyncLocalStorage } from 'node:async_hooks';
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { Outcome } from '../../errors/errors.js';
import { statusOf } from '../response/error-response.js';
import { callHook, failureOf } from './reporter.js';

/** What every tracing context has. It never holds a secret: no header, no body, no number, no credential. */
interface TracingBase {
  /** The operation: `soap_SendSms` as in the WSDL, `sms.do` over HTTP. */
  readonly operation: string;
  /** Identifies the call in the process. */
  readonly callId: number | undefined;
  /** The label of the client. */
  readonly label: string | undefined;
  /** The outcome of a failure. */
  outcome?: Outcome;
  /** The `code` of the error; `FOREIGN` if it is not of this library. */
  code?: string;
  /** The gateway code of the error. */
  result?: number;
  /**
   * Set by a subscriber of `start` whose context has no store to bind. The traced work runs inside this function, which
   * must call its argument immediately.
   */
  within?: (act: () => void) => void;
}

/**
 * The context of `tracing:sms-service-client:call`: a call with all its attempts and pauses, and its waiting. With a
 * response that is read as it arrives it ends when that has been read or given up.
 */
export interface CallTracing extends TracingBase {
  /** The interface: `soap` or `http`. */
  readonly protocol: string | undefined;
  /** The preferred address, without its query. */
  readonly address: string;
  /** The attempts that have been made so far. */
  attempts: number;
}

/** The context of `tracing:sms-service-client:attempt`: a request on its way to one address, and its response. */
export interface AttemptTracing extends TracingBase {
  /** The method of the request. */
  readonly method: string;
  /** Its address, without its query. */
  readonly address: string;
  /** The number of the attempt in its call, from 1; all addresses that it tries have the same. */
  readonly attempt: number;
  /** How often the request was sent before, at all addresses. */
  readonly resends: number;
  /** The HTTP status, if there was a response. */
  status?: number;
}

/** The context of `tracing:sms-service-client:wait`: a request that waits for its turn, because of a limit. */
export interface WaitTracing extends TracingBase {}

/** The channels. Their subscribers are given the context itself, the same at each step. */
export const CALL_TRACING: TracingChannel<CallTracing, CallTracing> = tracingChannel('sms-service-client:call');
export const ATTEMPT_TRACING: TracingChannel<AttemptTracing, AttemptTracing> =
  tracingChannel('sms-service-client:attempt');
export const WAIT_TRACING: TracingChannel<WaitTracing, WaitTracing> = tracingChannel('sms-service-client:wait');

export function isTraced<C extends object>(tracing: TracingChannel<C, C>): boolean {
  const { start, end, asyncStart, asyncEnd, error } = tracing;
  return (
    start.hasSubscribers ||
    asyncEnd.hasSubscribers ||
    error.hasSubscribers ||
    end.hasSubscribers ||
    asyncStart.hasSubscribers
  );
}

export async function traced<C extends TracingBase, R>(
  tracing: TracingChannel<C, C>,
  context: C,
  act: () => Promise<R>,
): Promise<R> {
  let value: R | undefined;
  const done = async (): Promise<void> => {
    try {
      value = await doneWithin(context, act);
    } catch (error) {
      noteFailure(context, error);
      throw error;
    }
  };
  await tracing.tracePromise(done, context);
  return value as R;
}

/** The same of a call whose response is read as it arrives. */
export class TracedStream {
  readonly #context: CallTracing;
  readonly #where: <R>(act: () => R) => R;

  /** The call begins. */
  constructor(context: CallTracing) {
    this.#context = context;
    this.#where = CALL_TRACING.start.runStores(context, () => AsyncLocalStorage.snapshot());
    CALL_TRACING.end.publish(context);
  }

  async *batches<R>(open: () => Promise<AsyncIterable<R>>): AsyncGenerator<R, void, undefined> {
    const inCall = <T>(act: () => Promise<T>): Promise<T> => this.#where(() => doneWithin(this.#context, act));
    const iterator = (await inCall(open))[Symbol.asyncIterator]();
    let isOver = false;
    try {
      for (;;) {
        const { done, value } = await inCall(() => iterator.next());
        isOver = done === true;
        if (isOver) return;
        yield value as R;
      }
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      if (!isOver) await inCall(async () => iterator.return?.());
    }
  }

  failed(error: unknown): void {
    noteFailure(this.#context, error);
    CALL_TRACING.error.publish(Object.assign(this.#context, { error }));
  }

  over(): void {
    CALL_TRACING.asyncStart.publish(this.#context);
    CALL_TRACING.asyncEnd.publish(this.#context);
  }
}

function doneWithin<R>({ within }: TracingBase, act: () => Promise<R>): Promise<R> {
  if (within === undefined) return act();
  let done: Promise<R> | undefined;
  const once = (): Promise<R> => {
    done ??= (async () => act())();
    return done;
  };
  callHook(within, () => void once());
  return once();
}

function noteFailure(context: TracingBase & { status?: number }, error: unknown): void {
  const status = statusOf(error);
  Object.assign(context, failureOf(error), status === undefined ? {} : { status });
}
