import { AsyncLocalStorage } from 'node:async_hooks';
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import type { Outcome } from '../../errors/errors.js';
import { statusOf } from '../response/error-response.js';
import { failureOf } from './failure.js';
import { callHook } from './hook.js';

/** What every tracing context has. It never holds a secret: no header, no body, no number, no credential. */
interface TracingBase {
  /** The operation's name: `soap_SendSms` as in the WSDL, `sms.do` over HTTP. */
  readonly operation: string;
  /** Tells calls apart, in the whole process. */
  readonly callId: number | undefined;
  /** The label of the client, where it has one. */
  readonly label: string | undefined;
  /** The effect that it may have had at the gateway, where it has failed. */
  outcome?: Outcome;
  /** The `code` of the error that it has failed with; `FOREIGN` for one that is not of this library. */
  code?: string;
  /** The gateway's code, where it was one. */
  result?: number;
  /**
   * What is traced is done through this, where a subscriber of `start` has set it: one whose context is kept by
   * somebody else, so that it has no store to bind. It calls what it is given at once.
   */
  within?: (act: () => void) => void;
}

/**
 * The context of `tracing:sms-service-client:call`: a call with all its attempts and pauses, and its waiting. With a
 * response that is read as it arrives it ends when that has been read or given up.
 */
export interface CallTracing extends TracingBase {
  /** What it is called by: `soap` or `http`. */
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
  /** The HTTP status, where a response has come. */
  status?: number;
}

/** The context of `tracing:sms-service-client:wait`: a request that waits for its turn, because of a limit. */
export interface WaitTracing extends TracingBase {}

/** The channels. Their subscribers are given the context itself, the same at each step. */
export const CALL_TRACING: TracingChannel<CallTracing, CallTracing> = tracingChannel('sms-service-client:call');
export const ATTEMPT_TRACING: TracingChannel<AttemptTracing, AttemptTracing> =
  tracingChannel('sms-service-client:attempt');
export const WAIT_TRACING: TracingChannel<WaitTracing, WaitTracing> = tracingChannel('sms-service-client:wait');

/** Tells whether a channel has subscribers. Bun's does not tell by itself. */
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

/** Does what a channel traces. What comes of it is not told: it may hold anything. */
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
  /** Does something where the stores are bound that were bound for the call. */
  readonly #where: <R>(act: () => R) => R;

  /** The call begins. */
  constructor(context: CallTracing) {
    this.#context = context;
    this.#where = CALL_TRACING.start.runStores(context, () => AsyncLocalStorage.snapshot());
    CALL_TRACING.end.publish(context);
  }

  /** Asks for the batches, and for each of them, as a part of the call: its reader has a context of its own. */
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

/** Does something once, whatever the function does that it is done through. */
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

/** Notes in a context what has failed. */
function noteFailure(context: TracingBase & { status?: number }, error: unknown): void {
  const status = statusOf(error);
  Object.assign(context, failureOf(error), status === undefined ? {} : { status });
}
