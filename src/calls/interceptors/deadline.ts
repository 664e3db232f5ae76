import type { TransportRequest } from '../../transport/transport.js';

/** With less than this share of the time that the caller has set, a request has no realistic chance to end. */
const LEAST_SHARE = 0.1;
/** Enough time for a request, in milliseconds, where that share is more. */
const LEAST_MS = 100;

/** The limit that the caller has set for the whole call, in milliseconds; none for a stream, whose is for each wait. */
export function callersLimitMs({ timeoutMs, timeLimit, streams }: TransportRequest): number | undefined {
  return streams ? undefined : (timeLimit?.timeoutMs ?? timeoutMs);
}

/** The time that a request needs for a realistic chance to end, in milliseconds: with less it does not begin. */
export function leastMs(request: TransportRequest): number {
  return Math.min(LEAST_MS, LEAST_SHARE * (callersLimitMs(request) ?? 0));
}

/**
 * Tells whether a request that came at `start` has too little left of its time to begin at `now`, by
 * `performance.now()`.
 */
export function isTooLate(request: TransportRequest, start: number, now: number = performance.now()): boolean {
  const { timeoutMs, streams } = request;
  return timeoutMs !== undefined && !streams && start + timeoutMs - now < leastMs(request);
}

/**
 * A request that is not too late, with what is left of its time in whole milliseconds. A stream's time is for each
 * wait, not for the whole, and stays as it is.
 *
 * @param start - when the request came, by `performance.now()`
 */
export function withTimeLeft(request: TransportRequest, start: number): TransportRequest {
  const { timeoutMs, streams } = request;
  if (timeoutMs === undefined || streams) return request;
  const { timeLimit = { deadline: start + timeoutMs, timeoutMs } } = request;
  return { ...request, timeoutMs: Math.ceil(start + timeoutMs - performance.now()), timeLimit };
}
