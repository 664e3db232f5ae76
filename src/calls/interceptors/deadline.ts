import type { TransportRequest } from '../../transport/transport.js';

/**
 * A request with what is left of its time, at least a millisecond. A stream's time is for each wait, not for the whole,
 * and stays as it is.
 *
 * @param start - when the request came, by `performance.now()`
 */
export function withTimeLeft(request: TransportRequest, start: number): TransportRequest {
  const { timeoutMs } = request;
  if (timeoutMs === undefined || request.streams) return request;
  return { ...request, timeoutMs: Math.max(1, Math.ceil(timeoutMs - (performance.now() - start))) };
}
