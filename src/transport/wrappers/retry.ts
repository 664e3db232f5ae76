import { AbortedError, HttpStatusError, isSmsServiceError } from '../../errors/errors.js';
import { checkNames, checkPositive, type KnownNames } from '../../errors/options.js';
import { retryAfterMs } from '../../errors/retry-after.js';
import { pause } from '../pause.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport.js';
import { errorOfCall, mayRepeat, outcomeOf } from './failed-attempt.js';
import { callHook } from './hook.js';
import { onlyReads } from './reading-operations.js';

/** An attempt that failed and will be followed by another. */
export interface Retry {
  readonly operation: string;
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
   * No attempt begins later than this after the first one, in milliseconds. Default: 120,000. A call that has a
   * `timeoutMs` is over by then, with all its attempts and pauses.
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
  checkNames(options, KNOWN, 'retry');
  const settings: RetrySettings = {
    attempts: checkPositive('retry.attempts', options.attempts ?? 3),
    baseDelayMs: checkPositive('retry.baseDelayMs', options.baseDelayMs ?? 250),
    maxDelayMs: checkPositive('retry.maxDelayMs', options.maxDelayMs ?? 10_000),
    maxTotalMs: checkPositive('retry.maxTotalMs', options.maxTotalMs ?? 120_000),
    onRetry: options.onRetry,
    isRead: options.isRead ?? onlyReads,
    random: options.random ?? Math.random,
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
  const { operation, judge, signal, timeoutMs } = request;
  const start = performance.now();
  const totalMs = timeoutMs ?? settings.maxTotalMs;
  let failure: unknown;
  for (let attempt = 1; ; attempt++) {
    let response: TransportResponse | undefined;
    try {
      response = await transport.send(attempt === 1 ? request : again(request, attempt, start));
      return judge === undefined ? response : await judge(response);
    } catch (error) {
      if (attempt > 1 && signal?.aborted) throw ended(request, errorOfCall(failure, error));
      failure = errorOfCall(failure, error);
      if (attempt >= settings.attempts || !mayRepeat(error, settings.isRead(operation))) throw failure;
      const delayMs = pauseAfter(error, attempt, response, settings);
      if (performance.now() - start + delayMs >= totalMs) throw failure;
      callHook(settings.onRetry, { operation, attempt, delayMs, error });
      // Not `AbortSignal.any`: of each signal made by it a trace is left in the one that lives as long as the client.
      if (!(await pause(delayMs, signal, settings.closing.signal))) throw ended(request, failure);
    }
  }
}

/** The request for a further attempt, which has what is left of the call's time. */
function again(request: TransportRequest, attempt: number, start: number): TransportRequest {
  const { timeoutMs } = request;
  // A stream's time is for each wait, not for the whole.
  if (timeoutMs === undefined || request.judge === undefined) return { ...request, attempt };
  return { ...request, attempt, timeoutMs: Math.max(1, Math.ceil(timeoutMs - (performance.now() - start))) };
}

function pauseAfter(
  error: unknown,
  attempt: number,
  response: TransportResponse | undefined,
  { baseDelayMs, maxDelayMs, random }: RetrySettings,
): number {
  const backOff = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
  const asked = askedPauseMs(error, response) ?? 0;
  const minute = isSmsServiceError(error) && 'result' in error && error.result === TOO_MANY_TO_ONE_NUMBER;
  // A little later than asked: many clients that were refused together would otherwise come back together.
  return asked > 0 || minute ? Math.max(asked, minute ? A_MINUTE_MS : 0) + backOff : backOff;
}

/** What the answer asks for; where another wrapper had judged it, only its error has come this far. */
function askedPauseMs(error: unknown, response: TransportResponse | undefined): number | undefined {
  if (response !== undefined) return retryAfterMs(response.headers?.['retry-after']);
  return error instanceof HttpStatusError ? error.retryAfterMs : undefined;
}

/** The error of a call that was ended after its first attempt had failed. */
function ended({ operation, signal }: TransportRequest, failure: unknown): AbortedError {
  const who = signal?.aborted ? 'aborted by the caller' : 'the client was closed';
  const cause: unknown = signal?.aborted ? signal.reason : failure;
  const outcome = outcomeOf(failure);
  return new AbortedError(`${who} while it was tried again; ${SO_FAR[outcome]}`, outcome, { operation, cause });
}

const SO_FAR = {
  'not-sent': 'nothing was sent',
  rejected: 'the gateway had refused the request',
  unknown: 'the request may have been carried out',
} as const;
