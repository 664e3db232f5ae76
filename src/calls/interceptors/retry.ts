import { type AbortedError, isSmsServiceError, TimeoutError } from '../../errors/errors.js';
import { checkCount, checkPositive } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import { safeCause } from '../../transport/cause.js';
import type { TransportRequest } from '../../transport/transport.js';
import { pause } from '../../transport/wait.js';
import { ownerOf } from '../events/events.js';
import { isTooLate, withTimeLeft } from './deadline.js';
import {
  disbelieved,
  endedAfter,
  errorOfCall,
  mayPass,
  mayRepeat,
  NO_FAILURE,
  notesOf,
  outcomeOf,
  SO_FAR,
} from './failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from './interceptor.js';
import { RetryBudget, type RetryBudgetSettings } from './retry-budget.js';

/** A failed attempt that is followed by another. */
export interface FailedAttempt {
  readonly operation: string;
  readonly callId?: number;
  readonly label?: string;
  /** The number of the failed attempt, from 1. */
  readonly attempt: number;
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
  readonly error: unknown;
}

const OPTIONS = {
  /**
   * The maximum number of attempts of a call, including the first: a whole number from 1; 1 disables retries. Attempts
   * that the gateway rejected because of a limit do not count (`adaptiveLimit`). Default: 3. If no gateway is reachable
   * (no connection, a lost connection, an error page of a proxy), further attempts start within 10 seconds of the first
   * failure, or within `maxTotalMs` if it is set.
   */
  attempts: optional(checkCount),
  /**
   * The pause before the second attempt, in milliseconds; above 0. Each further pause is twice as long, up to
   * `maxDelayMs`, and each is shortened by a random part of at most half. Default: 250.
   */
  baseDelayMs: withDefault(250, checkPositive),
  /**
   * The longest pause, in milliseconds; above 0. A pause that the gateway requests (`Retry-After`) is added to it.
   * Default: 2,000.
   */
  maxDelayMs: withDefault(2000, checkPositive),
  /**
   * The time from the start of the first attempt in which a further attempt can start, in milliseconds; above 0. The
   * `timeoutMs` of the call also limits it. Default: 120,000.
   */
  maxTotalMs: optional(checkPositive),
};

/** Options of {@link retry}, and of the option `retry` of both clients. */
export interface RetryOptions extends OptionsOf<typeof OPTIONS> {}

/** {@link RetryOptions}, checked and with their defaults. */
export type RetryValues = OptionValues<typeof OPTIONS>;

/** Reads the options of retries. @throws ValidationError with the path of an invalid option: `retry.attempts` */
export function readRetryOptions(options: RetryOptions): RetryValues {
  return readOptions(options, OPTIONS, { path: 'retry' });
}

/**
 * Creates the interceptor that retries requests: an idempotent request after the outcomes `not-sent` and `unknown`, any
 * other request only after `not-sent`, and both after a `RateLimitError`. It retries nothing else, because a message
 * must not be sent twice.
 *
 * The pauses grow exponentially, with jitter; the `retryAfterMs` of an error is added. If a pause does not fit into the
 * time of the call, the call fails at once with the error of its last attempt. There is no pause before an attempt that
 * needs no gateway ({@link Transport.needsNoWait}). A streamed response is not retried after it has begun.
 *
 * @throws ValidationError if an option is not valid
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
 * Creates the same interceptor.
 *
 * @param closing - ends the pauses
 * @param report - called before each pause
 */
export function retryUntil(
  closing: AbortSignal | undefined,
  options: RetryValues,
  report?: (failed: FailedAttempt) => void,
): Interceptor {
  const settings: RetrySettings = { ...options, report, closing };
  return (next) => (request) => attemptAll(next, request, settings);
}

interface RetrySettings extends RetryBudgetSettings {
  readonly report: ((failed: FailedAttempt) => void) | undefined;
  readonly closing: AbortSignal | undefined;
}

async function attemptAll<R>(
  next: Attempt<R>,
  request: TransportRequest,
  settings: RetrySettings,
): Promise<AttemptResult<R>> {
  const { report, closing } = settings;
  const { operation, signal, needsNoWait } = request;
  const start = performance.now();
  let failure: unknown = NO_FAILURE;
  let budget: RetryBudget | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await next(attempt === 1 ? request : { ...withTimeLeft(request, start), attempt });
    } catch (error) {
      failure = errorOfCall(failure, attempt === 1 ? error : ofWholeCall(error, request, start));
      if (!mayPass(error) || !mayRepeat(error, request)) throw failure;
      budget ??= new RetryBudget(request, start, notesOf(error)?.beganAt ?? start, settings);
      const delayMs = budget.pauseAfter(error);
      if (delayMs !== undefined && (signal?.aborted || closing?.aborted)) throw ended(request, failure);
      if (delayMs === undefined) throw failure;
      report?.({ operation, ...ownerOf(request), attempt, delayMs, error });
      if (needsNoWait !== undefined && (await needsNoWait(request))) budget.skipped(delayMs);
      else if (!(await pause(delayMs, { signal, closing }))) throw ended(request, failure);
      const distrusted = await disbelieved(error, operation);
      if (distrusted !== undefined) throw distrusted;
      // A busy process may resume late.
      if (isTooLate(request, start) || !mayRepeat(error, request)) throw failure;
    }
  }
}

/** Replaces the timeout of a later attempt, which had only the remaining time, by one that names the caller's limit. */
function ofWholeCall(error: unknown, request: TransportRequest, start: number): unknown {
  const { operation, timeoutMs } = request;
  const isTime = isSmsServiceError(error) && error.code === 'TIMEOUT' && !request.streams;
  if (!isTime || timeoutMs === undefined || performance.now() - start < timeoutMs) return error;
  const { outcome } = error;
  const what = `the call took longer than ${timeoutMs} ms with all its attempts; ${SO_FAR[outcome]}`;
  return new TimeoutError(what, timeoutMs, outcome, { operation, cause: error });
}

function ended({ operation, signal }: TransportRequest, failure: unknown): AbortedError {
  const before = isSmsServiceError(failure) ? failure : safeCause(failure);
  return endedAfter(outcomeOf(failure), { operation, cause: signal?.aborted ? signal.reason : before });
}
