import { checkCount, checkFunction, checkPositive, optional } from '../../../errors/check.js';
import { type AbortedError, isSmsServiceError, TimeoutError } from '../../../errors/errors.js';
import { askedPauseMs } from '../../../errors/of-response.js';
import { type KnownNames, readOptions } from '../../../errors/options.js';
import { safeCause } from '../../../transport/cause.js';
import type { TransportRequest } from '../../../transport/transport.js';
import { pause } from '../../../transport/wait.js';
import { notesOf } from '../attempt-notes.js';
import { withTimeLeft } from '../deadline.js';
import { endedAfter, errorOfCall, mayPass, mayRepeat, NO_FAILURE, outcomeOf, SO_FAR } from '../failed-attempt.js';
import { callHook } from '../hook.js';
import type { Attempt, Decoded, Interceptor } from '../interceptor.js';

/** An attempt that failed and will be followed by another. */
export interface Retry {
  readonly operation: string;
  /** Tells the calls of one client apart. */
  readonly callId?: number;
  /** Which attempt failed, from 1. */
  readonly attempt: number;
  /** How long is waited before the next one, in milliseconds. */
  readonly delayMs: number;
  /** What it failed with: an error of this library, or a foreign transport's own. */
  readonly error: unknown;
}

/** Options of {@link retry}. */
export interface RetryOptions {
  /** The most attempts for a call, the first one included. Default: 3. */
  readonly attempts?: number | undefined;
  /** The pause before the second attempt, in milliseconds; each further one is twice as long. Default: 250. */
  readonly baseDelayMs?: number | undefined;
  /** The longest pause in milliseconds, but for what the gateway itself asks for. Default: 10,000. */
  readonly maxDelayMs?: number | undefined;
  /**
   * No attempt begins later than this after the first one, in milliseconds, and none after the `timeoutMs` of a call
   * that has one. Default: 120,000.
   */
  readonly maxTotalMs?: number | undefined;
  /** Told before each pause. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** A number from 0 to below 1, for the jitter. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

const KNOWN: KnownNames<RetryOptions> = {
  attempts: true,
  baseDelayMs: true,
  maxDelayMs: true,
  maxTotalMs: true,
  onRetry: true,
  random: true,
};

/**
 * Makes the interceptor that repeats what may be repeated: an idempotent request after `not-sent` and `unknown`, any
 * other only after `not-sent`; both when the gateway says by its code that it did not carry it out (`RateLimitError`).
 * Nothing else is repeated: a message must not be sent twice.
 *
 * The pauses grow exponentially, with jitter; the `retryAfterMs` of an error is waited out. A pause that would go
 * beyond the time of the call is not begun: the call fails at once with what it has. A response that is read as it
 * arrives is not repeated once it has begun.
 *
 * @throws ValidationError when an option is not usable
 */
export function retry(options: RetryOptions = {}): Interceptor {
  return retryUntil(undefined, options);
}

/**
 * The same with a signal that ends the pauses.
 *
 * @param report - told before each pause, too
 */
export function retryUntil(
  closing: AbortSignal | undefined,
  options: RetryOptions,
  report?: (retry: Retry) => void,
): Interceptor {
  const {
    attempts = 3,
    baseDelayMs = 250,
    maxDelayMs = 10_000,
    maxTotalMs = 120_000,
    onRetry,
    random = Math.random,
  } = readOptions(options, KNOWN, 'retry');
  const settings: RetrySettings = {
    attempts: checkCount(attempts, 'retry.attempts'),
    baseDelayMs: checkPositive(baseDelayMs, 'retry.baseDelayMs'),
    maxDelayMs: checkPositive(maxDelayMs, 'retry.maxDelayMs'),
    maxTotalMs: checkPositive(maxTotalMs, 'retry.maxTotalMs'),
    onRetry: optional(onRetry, checkFunction, 'retry.onRetry'),
    report,
    random: checkFunction(random, 'retry.random'),
    closing,
  };
  return (next) => (request) => attemptAll(next, request, settings);
}

interface RetrySettings {
  readonly attempts: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxTotalMs: number;
  readonly onRetry: RetryOptions['onRetry'];
  readonly report: RetryOptions['onRetry'];
  readonly random: () => number;
  readonly closing: AbortSignal | undefined;
}

async function attemptAll<R>(
  next: Attempt<R>,
  request: TransportRequest,
  settings: RetrySettings,
): Promise<Decoded<R>> {
  const { attempts, maxTotalMs, onRetry, report, closing } = settings;
  const { operation, callId, idempotent, signal, timeoutMs = Number.POSITIVE_INFINITY } = request;
  const start = performance.now();
  const totalMs = Math.min(timeoutMs, maxTotalMs);
  let failure: unknown = NO_FAILURE;
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await next(attempt === 1 ? request : { ...withTimeLeft(request, start), attempt });
    } catch (error) {
      failure = errorOfCall(failure, attempt === 1 ? error : ofWholeCall(error, request, start));
      const heldMs = notesOf(error)?.heldMs;
      if (heldMs === undefined) failures += 1;
      if (failures >= attempts || !mayPass(error) || !mayRepeat(error, idempotent)) throw failure;
      if (signal?.aborted || closing?.aborted) throw ended(request, failure);
      // What was refused as too much waits as long as all do, however long it takes until the gateway takes it.
      const delayMs = heldMs ?? pauseAfter(error, failures, settings);
      const mostMs = heldMs === undefined ? totalMs : timeoutMs;
      if (performance.now() - start + delayMs >= mostMs) throw failure;
      const told = { operation, ...(callId === undefined ? {} : { callId }), attempt, delayMs, error };
      callHook(onRetry, told);
      callHook(report, told);
      if (!(await pause(delayMs, { signal, closing }))) throw ended(request, failure);
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

function pauseAfter(error: unknown, attempt: number, { baseDelayMs, maxDelayMs, random }: RetrySettings): number {
  const backOff = Math.ceil(Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)) * (0.5 + random() / 2));
  // A little later than asked: many clients that were refused together would otherwise come back together.
  return askedPauseMs(error) + backOff;
}

/** The error of a call that was ended when it was about to be tried again. */
function ended({ operation, signal }: TransportRequest, failure: unknown): AbortedError {
  const before = isSmsServiceError(failure) ? failure : safeCause(failure);
  return endedAfter(outcomeOf(failure), { operation, cause: signal?.aborted ? signal.reason : before });
}
