import { type AbortedError, isSmsServiceError, TimeoutError } from '../../errors/errors.js';
import { checkCount, checkFunction, checkOption, checkPositive, type KnownNames } from '../../errors/options.js';
import { retryAfterMs } from '../../errors/retry-after.js';
import { safeCause } from '../cause.js';
import { pause } from '../pause.js';
import { isStreamed, type Transport, type TransportRequest, type TransportResponse } from '../transport.js';
import { endedAfter, errorOfCall, mayPass, mayRepeat, NO_FAILURE, outcomeOf, SO_FAR } from './failed-attempt.js';
import { callHook } from './hook.js';
import { isReading, onlyReads } from './reading-operations.js';
import { withTimeLeft } from './time-left.js';

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

/** Options of {@link retryTransport}. */
export interface RetryOptions {
  /** The most attempts for a call, the first one included. Default: 3. */
  readonly attempts?: number | undefined;
  /** The pause before the second attempt, in milliseconds; each further one is twice as long. Default: 250. */
  readonly baseDelayMs?: number | undefined;
  /** The longest pause in milliseconds, but for what the gateway itself asks for. Default: 10,000. */
  readonly maxDelayMs?: number | undefined;
  /**
   * No attempt begins later than this after the first one, in milliseconds, and none after the `timeoutMs` of a call that
   * has one. Default: 120,000.
   */
  readonly maxTotalMs?: number | undefined;
  /** Told before each pause. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Which operations only read. Default: those of the specification, section 4.10. */
  readonly isRead?: ((operation: string) => boolean) | undefined;
  /** A number from 0 to below 1, for the jitter. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

const KNOWN: KnownNames<RetryOptions> = {
  attempts: true,
  baseDelayMs: true,
  maxDelayMs: true,
  maxTotalMs: true,
  onRetry: true,
  isRead: true,
  random: true,
};

/** Gateway code 52: more than ten attempts to one number in 60 seconds. Within the minute it can only come again. */
const TOO_MANY_TO_ONE_NUMBER = 52;
const A_MINUTE_MS = 60_000;

/**
 * Wraps a transport so that it repeats what may be repeated: an operation that only reads after `not-sent` and
 * `unknown`, one that changes something only after `not-sent`; both when the gateway says by its code that it did not
 * carry it out (202, 203; 52 after its minute). Nothing else is repeated: a message must not be sent twice.
 *
 * The pauses grow exponentially, with jitter; a `Retry-After` of the answer is waited out. A pause that would go beyond
 * the time of the call is not begun: the call fails at once with what it has. A streamed answer is not repeated once it
 * has begun.
 *
 * @param transport - what carries the single attempts; it is closed with the wrapper
 * @throws ValidationError when an option is not usable
 */
export function retryTransport(transport: Transport, options: RetryOptions = {}): Transport {
  checkOption(options, KNOWN, 'retry');
  const settings: RetrySettings = {
    attempts: checkCount('retry.attempts', options.attempts ?? 3),
    baseDelayMs: checkPositive('retry.baseDelayMs', options.baseDelayMs ?? 250),
    maxDelayMs: checkPositive('retry.maxDelayMs', options.maxDelayMs ?? 10_000),
    maxTotalMs: checkPositive('retry.maxTotalMs', options.maxTotalMs ?? 120_000),
    onRetry: checkFunction('retry.onRetry', options.onRetry),
    isRead: checkFunction('retry.isRead', options.isRead ?? onlyReads),
    random: checkFunction('retry.random', options.random ?? Math.random),
    closing: new AbortController(),
  };
  return {
    send: (request) => attemptAll(transport, request, settings),
    close: async () => {
      settings.closing.abort();
      await transport.close?.();
    },
  };
}

interface RetrySettings {
  readonly attempts: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxTotalMs: number;
  readonly onRetry: RetryOptions['onRetry'];
  readonly isRead: (operation: string) => boolean;
  readonly random: () => number;
  /** Ends the pauses when the wrapper is closed. */
  readonly closing: AbortController;
}

async function attemptAll(
  transport: Transport,
  request: TransportRequest,
  settings: RetrySettings,
): Promise<TransportResponse> {
  const { attempts, maxTotalMs, onRetry, isRead, closing } = settings;
  const { operation, callId, judge, signal, timeoutMs = Number.POSITIVE_INFINITY } = request;
  const start = performance.now();
  const totalMs = Math.min(timeoutMs, maxTotalMs);
  let answer: TransportResponse | undefined;
  // Its headers are wanted also where a wrapper inside judges it and throws.
  const look = judge && ((response: TransportResponse) => judge((answer = response)));
  const first = look === undefined ? request : { ...request, judge: look };
  let failure: unknown = NO_FAILURE;
  for (let attempt = 1; ; attempt++) {
    answer = undefined;
    try {
      const response = await transport.send(attempt === 1 ? first : { ...withTimeLeft(first, start), attempt });
      const judged = look === undefined ? response : look(response);
      // Nearly always the answer was judged inside already: waiting for nothing takes time, too.
      return judged === response ? response : await judged;
    } catch (error) {
      failure = errorOfCall(failure, attempt === 1 ? error : ofWholeCall(error, request, start));
      if (attempt >= attempts || !mayPass(error) || !mayRepeat(error, isReading(isRead, operation))) throw failure;
      if (signal?.aborted || closing.signal.aborted) throw ended(request, failure);
      const delayMs = pauseAfter(error, attempt, answer, settings);
      if (performance.now() - start + delayMs >= totalMs) throw failure;
      callHook(onRetry, { operation, ...(callId === undefined ? {} : { callId }), attempt, delayMs, error });
      if (!(await pause(delayMs, signal, closing.signal))) throw ended(request, failure);
    }
  }
}

/** A time limit that a later attempt had only the rest of, as the caller has set it. */
function ofWholeCall(error: unknown, request: TransportRequest, start: number): unknown {
  const { operation, timeoutMs } = request;
  const isTime = isSmsServiceError(error) && error.code === 'TIMEOUT' && !isStreamed(request);
  if (!isTime || timeoutMs === undefined || performance.now() - start < timeoutMs) return error;
  const { outcome } = error;
  const what = `the call took longer than ${timeoutMs} ms with all its attempts; ${SO_FAR[outcome]}`;
  return new TimeoutError(what, timeoutMs, outcome, { operation, cause: error });
}

function pauseAfter(
  error: unknown,
  attempt: number,
  answer: TransportResponse | undefined,
  { baseDelayMs, maxDelayMs, random }: RetrySettings,
): number {
  const backOff = Math.ceil(Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)) * (0.5 + random() / 2));
  const asked = retryAfterMs(answer?.headers?.['retry-after']) ?? 0;
  const minute = isSmsServiceError(error) && 'result' in error && error.result === TOO_MANY_TO_ONE_NUMBER;
  // A little later than asked: many clients that were refused together would otherwise come back together.
  return asked > 0 || minute ? Math.max(asked, minute ? A_MINUTE_MS : 0) + backOff : backOff;
}

/** The error of a call that was ended when it was about to be tried again. */
function ended({ operation, signal }: TransportRequest, failure: unknown): AbortedError {
  const before = isSmsServiceError(failure) ? failure : safeCause(failure);
  return endedAfter(outcomeOf(failure), { operation, cause: signal?.aborted ? signal.reason : before });
}
