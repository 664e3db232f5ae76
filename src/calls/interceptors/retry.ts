import { type AbortedError, isSmsServiceError, TimeoutError } from '../../errors/errors.js';
import { checkCount, checkPositive } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import { safeCause } from '../../transport/cause.js';
import { isTooLate, leastMs, pause, withTimeLeft } from '../../transport/time-limits.js';
import type { TransportRequest } from '../../transport/transport.js';
import {
  distrustedError,
  endedAfter,
  errorOfCall,
  isAddressFailure,
  mayPass,
  mayRepeat,
  NO_FAILURE,
  notesOf,
  outcomeOf,
  SO_FAR,
} from '../attempts/failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from '../attempts/interceptor.js';
import { requestedPauseMs } from '../attempts/response.js';
import { type FailedAttempt, ownerOf } from '../events/events.js';

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

/** `closing` ends the pauses; `report` is called before each. */
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
      const distrusted = await distrustedError(error, operation);
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

const MAX_ATTEMPTS = 3;
const MAX_TOTAL_MS = 120_000;
const OUTAGE_MS = 10_000;
/** The least that a skipped pause counts: otherwise retries without pauses might never end. */
const MIN_SKIPPED_MS = 250;

interface RetryBudgetSettings {
  readonly attempts: number | undefined;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxTotalMs: number | undefined;
}

class RetryBudget {
  readonly #settings: RetryBudgetSettings;
  readonly #callersEnd: number;
  readonly #end: number;
  #outageEnd: number | undefined;
  #failures = 0;
  #skippedMs = 0;

  constructor(request: TransportRequest, start: number, beganAt: number, settings: RetryBudgetSettings) {
    const { timeoutMs = Number.POSITIVE_INFINITY } = request;
    const { attempts, maxTotalMs } = settings;
    this.#settings = settings;
    this.#callersEnd = start + timeoutMs - leastMs(request);
    this.#end = Math.min(this.#callersEnd, beganAt + (maxTotalMs ?? MAX_TOTAL_MS));
    if (attempts !== undefined) this.#outageEnd = Number.NEGATIVE_INFINITY;
    else if (maxTotalMs !== undefined) this.#outageEnd = this.#end;
  }

  /** Returns the pause after a further failure, in milliseconds; `undefined` if the call is not retried. */
  pauseAfter(error: unknown): number | undefined {
    const { attempts = MAX_ATTEMPTS } = this.#settings;
    const now = performance.now() + this.#skippedMs;
    // A request rejected because of a limit waits with all others, without counting its attempts.
    const heldMs = notesOf(error)?.heldMs;
    const isExhausted = this.#skippedMs >= MAX_TOTAL_MS;
    if (heldMs !== undefined) return now + heldMs < this.#callersEnd && !isExhausted ? heldMs : undefined;
    this.#failures += 1;
    const pauseMs = requestedPauseMs(error) + this.#backOffMs();
    if (now + pauseMs >= this.#end) return undefined;
    this.#outageEnd ??= now + OUTAGE_MS;
    const mayRetry = this.#failures < attempts || (isAddressFailure(error) && now + pauseMs < this.#outageEnd);
    return mayRetry ? pauseMs : undefined;
  }

  skipped(pauseMs: number): void {
    this.#skippedMs += Math.max(pauseMs, MIN_SKIPPED_MS);
  }

  /** Jitter, so that clients that failed together do not retry together. */
  #backOffMs(): number {
    const { baseDelayMs, maxDelayMs } = this.#settings;
    return Math.ceil(Math.min(maxDelayMs, baseDelayMs * 2 ** (this.#failures - 1)) * (0.5 + Math.random() / 2));
  }
}
