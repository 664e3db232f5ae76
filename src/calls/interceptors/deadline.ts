import type { TransportRequest } from '../../transport/transport.js';

const LEAST_SHARE = 0.1;
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
 * Returns true if a request that arrived at `start` has too little time left to begin at `now`, by `performance.now()`.
 */
export function isTooLate(request: TransportRequest, start: number, now: number = performance.now()): boolean {
  const { timeoutMs, streams } = request;
  return timeoutMs !== undefined && !streams && start + timeoutMs - now < leastMs(request);
}

/**
 * Returns the request with its remaining time in whole milliseconds. The time of a stream applies to each wait and does
 * not change.
 *
 * @param start - when the request arrived, by `performance.now()`
 */
export function withTimeLeft(request: TransportRequest, start: number): TransportRequest {
  const { timeoutMs, streams } = request;
  if (timeoutMs === undefined || streams) return request;
  const { timeLimit = { deadline: start + timeoutMs, timeoutMs } } = request;
  return { ...request, timeoutMs: Math.ceil(start + timeoutMs - performance.now()), timeLimit };
}
