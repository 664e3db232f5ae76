import { AsyncLocalStorage } from 'node:async_hooks';
import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { isSmsServiceError, type Outcome } from '../../errors/errors.js';
import { readOptions } from '../../options/table.js';
import type { TransportRequest } from '../../transport/transport.js';
import { NO_FAILURE, outcomeOf } from '../attempts/failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from '../attempts/interceptor.js';
import { statusOf } from '../attempts/response.js';
import {
  type CallReporter,
  callReporter,
  durationSince,
  type FailedAttempt,
  type FoundLimits,
  OBSERVE_OPTIONS,
  type ObserveOptions,
  ownerOf,
  safeAddress,
} from './events.js';
import { callHook, failureOf } from './reporter.js';

/**
 * Creates the interceptor that sends an event for each attempt and its result to a function or a logger.
 *
 * @throws ValidationError when an option is not usable
 *
 * @example
 * ```ts
 * import { SmsServiceStub } from 'sms-service-client/stub';
 *
 * const stub = new SmsServiceStub({ transport, url, interceptors: [observe({ logger: console })] });
 * ```
 */
export function observe(options: ObserveOptions = {}): Interceptor {
  const reporter = callReporter(readOptions(options, OBSERVE_OPTIONS));
  return reporter === undefined ? (next) => next : observeBy(reporter);
}

export function observeBy(reporter: CallReporter): Interceptor {
  return (next) => (request) => observed(next, request, reporter);
}

async function observed<R>(
  next: Attempt<R>,
  request: TransportRequest,
  reporter: CallReporter,
): Promise<AttemptResult<R>> {
  const attempt = new ObservedAttempt(request, reporter);
  try {
    const decoded = await next(request);
    if (decoded.over === undefined) attempt.succeeded(decoded);
    else {
      // The attempt of a streamed response ends with its reader.
      void decoded.over.then((failure) => {
        if (failure === undefined) attempt.succeeded(decoded);
        else attempt.failed(failure.error, decoded.status);
      });
    }
    return decoded;
  } catch (error) {
    attempt.failed(error, statusOf(error));
    throw error;
  }
}

class ObservedAttempt {
  readonly #reporter: CallReporter;
  readonly #facts: {
    readonly operation: string;
    readonly callId?: number;
    readonly label?: string;
    readonly address: string;
    readonly attempt: number;
    readonly requestBytes: number;
  };
  readonly #start = performance.now();

  constructor(request: TransportRequest, reporter: CallReporter) {
    const { operation, url, attempt = 1, body } = request;
    this.#reporter = reporter;
    this.#facts = {
      operation,
      ...ownerOf(request),
      attempt,
      address: safeAddress(url),
      requestBytes: body?.length ?? 0,
    };
    reporter.report({ type: 'request', ...this.#facts });
  }

  succeeded({ status, bytes: responseBytes }: AttemptResult<unknown>): void {
    this.#reporter.report({
      type: 'response',
      ...this.#facts,
      responseBytes,
      status,
      durationMs: durationSince(this.#start),
    });
  }

  /** @param status - of the response, if there was one */
  failed(error: unknown, status: number | undefined): void {
    const { outcome, code, result } = failureOf(error);
    this.#reporter.report({
      type: 'error',
      ...this.#facts,
      durationMs: durationSince(this.#start),
      outcome,
      code,
      ...(result === undefined ? {} : { result }),
      ...(status === undefined ? {} : { status }),
    });
  }
}

interface ReportedCall {
  readonly operation: { readonly name: string };
  readonly id: number;
  readonly count: { readonly attempts: number };
}

/** Starts measuring a call, if anything subscribes to events. @returns reports its end, called with its error */
export function doneReport(
  reporter: CallReporter | undefined,
  { operation: { name: operation }, id: callId, count }: ReportedCall,
  label: string | undefined,
): ((failure: unknown) => void) | undefined {
  if (reporter === undefined) return undefined;
  const start = performance.now();
  return (failure) =>
    reporter.report({
      type: 'done',
      operation,
      ...ownerOf({ callId, label }),
      attempts: count.attempts,
      durationMs: durationSince(start),
      ...(failure === NO_FAILURE ? { outcome: 'ok' } : failureOf(failure)),
    });
}

export function retryReport(reporter: CallReporter): (retry: FailedAttempt) => void {
  return (retry) => {
    const { operation, attempt, delayMs, error } = retry;
    const code = isSmsServiceError(error) ? error.code : 'FOREIGN';
    reporter.report({ type: 'retry', operation, ...ownerOf(retry), attempt, delayMs, outcome: outcomeOf(error), code });
  };
}

export function limitReport(reporter: CallReporter): (request: TransportRequest, limits: FoundLimits) => void {
  return (request, { maxPerSecond, maxConcurrency }) => {
    reporter.report({
      type: 'limit',
      operation: request.operation,
      ...ownerOf(request),
      attempt: request.attempt ?? 1,
      ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    });
  };
}

/** The fields of every tracing context. They never contain a secret. */
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

export class TracedStream {
  readonly #context: CallTracing;
  readonly #where: <R>(act: () => R) => R;

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
