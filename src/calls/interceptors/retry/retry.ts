import { type AbortedError, isSmsServiceError, TimeoutError } from '../../../errors/errors.js';
import { checkCount, checkFunction, checkPositive } from '../../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../../options/table.js';
import { safeCause } from '../../../transport/cause.js';
import type { TransportRequest } from '../../../transport/transport.js';
import { pause } from '../../../transport/wait.js';
import { callHook } from '../../telling/hook.js';
import { notesOf } from '../attempt-notes.js';
import { disbelieved } from '../believed.js';
import { isTooLate, withTimeLeft } from '../deadline.js';
import { ownerOf } from '../events.js';
import { endedAfter, errorOfCall, mayPass, mayRepeat, NO_FAILURE, outcomeOf, SO_FAR } from '../failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from '../interceptor.js';
import { Patience, type PatienceSettings } from './patience.js';

/** An attempt that failed and will be followed by another. */
export interface RetryInfo {
  readonly operation: string;
  /** Tells calls apart, in the whole process. */
  readonly callId?: number;
  /** The label of the client, where it has one. */
  readonly label?: string;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** The pause before the next one, in milliseconds. */
  readonly delayMs: number;
  /** The error that it failed with: one of this library, or a foreign transport's own. */
  readonly error: unknown;
}

const OPTIONS = {
  /**
   * The most attempts for a call, the first one included. Default: 3, and while nothing answers as a gateway does – no
   * connection, one that is lost, a page of a proxy – as many as begin within ten seconds of the first failure, or
   * within `maxTotalMs` where that is given. What the gateway refused as too much is not counted (`adaptiveLimit`).
   */
  attempts: optional(checkCount),
  /** The pause before the second attempt, in milliseconds; each further one is twice as long. Default: 250. */
  baseDelayMs: withDefault(250, checkPositive),
  /** The longest pause in milliseconds, but for what the gateway itself asks for. Default: 2,000. */
  maxDelayMs: withDefault(2000, checkPositive),
  /**
   * No attempt begins later than this after the first one began, in milliseconds, and none after the `timeoutMs` of a
   * call that has one. Default: 120,000.
   */
  maxTotalMs: optional(checkPositive),
  /** Called before each pause. */
  onRetry: optional<(retry: RetryInfo) => void>(checkFunction),
  /** A number from 0 to below 1, for the jitter. Default: `Math.random`. */
  random: withDefault<() => number>(Math.random, checkFunction),
};

/** Options of {@link retry}. */
export interface RetryOptions extends OptionsOf<typeof OPTIONS> {}

/** {@link RetryOptions}, checked and with their defaults. */
export type RetryValues = OptionValues<typeof OPTIONS>;

/** Reads the options of retries. @throws ValidationError with the path of one that is not usable: `retry.attempts` */
export function readRetryOptions(options: RetryOptions): RetryValues {
  return readOptions(options, OPTIONS, { path: 'retry' });
}

/**
 * Makes the interceptor that repeats what may be repeated: an idempotent request after `not-sent` and `unknown`, any
 * other only after `not-sent`; both when the gateway says by its code that it did not carry it out (`RateLimitError`).
 * Nothing else is repeated: a message must not be sent twice.
 *
 * The pauses grow exponentially, with jitter; the `retryAfterMs` of an error is waited out. A pause that would go
 * beyond the time of the call, or leave too little of it for an attempt, is not begun: the call fails at once with what
 * it has. Nothing is waited for where the next attempt needs no gateway ({@link Transport.needsNoWait}). A
 * response that is read as it arrives is not repeated once it has begun.
 *
 * @throws ValidationError when an option is not usable
 *
 * @example
 * ```ts
 * import { SmsServiceStub } from 'sms-service-client/stub';
 *
 * const stub = new SmsServiceStub({ transport, url, interceptors: [retry({ attempts: 5 })] });
 * ```
 */
export function retry(options: RetryOptions = {}): Interceptor {
  return retryUntil(undefined, readRetryOptions(options));
}

/**
 * The same with a signal that ends the pauses.
 *
 * @param report - told before each pause, too
 */
export function retryUntil(
  closing: AbortSignal | undefined,
  { onRetry, ...options }: RetryValues,
  report?: (retry: RetryInfo) => void,
): Interceptor {
  const told = [onRetry, report].filter((hook) => hook !== undefined);
  const settings: RetrySettings = { ...options, told, closing };
  return (next) => (request) => attemptAll(next, request, settings);
}

interface RetrySettings extends PatienceSettings {
  /** All who are told before each pause. */
  readonly told: readonly ((retry: RetryInfo) => void)[];
  readonly closing: AbortSignal | undefined;
}

async function attemptAll<R>(
  next: Attempt<R>,
  request: TransportRequest,
  settings: RetrySettings,
): Promise<AttemptResult<R>> {
  const { told, closing } = settings;
  const { operation, signal, needsNoWait } = request;
  const start = performance.now();
  let failure: unknown = NO_FAILURE;
  let patience: Patience | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await next(attempt === 1 ? request : { ...withTimeLeft(request, start), attempt });
    } catch (error) {
      failure = errorOfCall(failure, attempt === 1 ? error : ofWholeCall(error, request, start));
      if (!mayPass(error) || !mayRepeat(error, request)) throw failure;
      patience ??= new Patience(request, start, notesOf(error)?.beganAt ?? start, settings);
      const delayMs = patience.pauseAfter(error);
      if (delayMs !== undefined && (signal?.aborted || closing?.aborted)) throw ended(request, failure);
      if (delayMs === undefined) throw failure;
      const failed = { operation, ...ownerOf(request), attempt, delayMs, error };
      for (const hook of told) callHook(hook, failed);
      if (needsNoWait !== undefined && (await needsNoWait(request))) patience.skipped(delayMs);
      else if (!(await pause(delayMs, { signal, closing }))) throw ended(request, failure);
      const doubtful = await disbelieved(error, operation);
      if (doubtful !== undefined) throw doubtful;
      // A busy program comes back later than it wanted to.
      if (isTooLate(request, start) || !mayRepeat(error, request)) throw failure;
    }
  }
}

/** A time limit that a later attempt had only the rest of, as the caller has set it. */
function ofWholeCall(error: unknown, request: TransportRequest, start: number): unknown {
  const { operation, timeoutMs } = request;
  const isTime = isSmsServiceError(error) && error.code === 'TIMEOUT' && !request.streams;
  if (!isTime || timeoutMs === undefined || performance.now() - start < timeoutMs) return error;
  const { outcome } = error;
  const what = `the call took longer than ${timeoutMs} ms with all its attempts; ${SO_FAR[outcome]}`;
  return new TimeoutError(what, timeoutMs, outcome, { operation, cause: error });
}

/** The error of a call that was ended when it was about to be tried again. */
function ended({ operation, signal }: TransportRequest, failure: unknown): AbortedError {
  const before = isSmsServiceError(failure) ? failure : safeCause(failure);
  return endedAfter(outcomeOf(failure), { operation, cause: signal?.aborted ? signal.reason : before });
}
