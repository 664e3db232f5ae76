import { ValidationError } from '../../errors/errors.js';
import { checkNames, checkPositive, type KnownNames } from '../../errors/options.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport.js';
import { errorOfCall, isAddressFailure, mayRepeat } from './failed-attempt.js';
import { onlyReads } from './reading-operations.js';

/** Options of {@link failoverTransport}. */
export interface FailoverOptions {
  /** The addresses of one and the same gateway, the preferred one first. */
  readonly urls: readonly string[];
  /** How long an address that failed is left alone, in milliseconds. Default: 30,000. */
  readonly restMs?: number | undefined;
  /** Which operations only read. Default: those of the specification, section 4.10. */
  readonly isRead?: ((operation: string) => boolean) | undefined;
}

const KNOWN: KnownNames<FailoverOptions> = { urls: true, restMs: true, isRead: true };

/**
 * Wraps a transport so that a request goes to the first of several addresses that works: a request's own url is not
 * looked at. A read goes on to the next address when nothing at the first one answers as a gateway does; what changes
 * something goes on only when no byte of it was sent.
 *
 * An address that failed is left alone for a while, and then tried again; while all of them rest, the one that has
 * rested longest is tried. The time of a call is for all its addresses together.
 *
 * @param transport - what carries the requests; it is closed with the wrapper
 * @throws ValidationError when an option is not usable
 */
export function failoverTransport(transport: Transport, options: FailoverOptions): Transport {
  const { urls, restMs = 30_000, isRead = onlyReads } = checkNames(options, KNOWN, 'options');
  if (!Array.isArray(urls) || urls.length === 0) throw new ValidationError('urls', 'is not a list of addresses');
  checkPositive('restMs', restMs);
  const failedAt = new Map<string, number>();

  /** Those that are not known to fail in their order, then the others by how long they have rested. */
  const inOrder = (): readonly string[] => {
    const now = performance.now();
    for (const [url, time] of failedAt) if (now - time >= restMs) failedAt.delete(url);
    if (failedAt.size === 0) return urls;
    return [...urls].sort((one, other) => (failedAt.get(one) ?? 0) - (failedAt.get(other) ?? 0));
  };

  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    const { operation, judge, timeoutMs } = request;
    const start = performance.now();
    const order = inOrder();
    let failure: unknown;
    for (const [index, url] of order.entries()) {
      try {
        const response = await transport.send(index === 0 ? { ...request, url } : next(request, url, start));
        const judged = judge === undefined ? response : await judge(response);
        failedAt.delete(url);
        return judged;
      } catch (error) {
        failure = errorOfCall(failure, error);
        if (!isAddressFailure(error)) throw failure;
        failedAt.set(url, performance.now());
        const isOver = timeoutMs !== undefined && performance.now() - start >= timeoutMs;
        if (isOver || !mayRepeat(error, isRead(operation))) throw failure;
      }
    }
    throw failure;
  };
  return { send, close: async () => transport.close?.() };
}

/** The request for a further address, which has what is left of the call's time; a stream's is for each wait. */
function next(request: TransportRequest, url: string, start: number): TransportRequest {
  const { timeoutMs, judge } = request;
  if (timeoutMs === undefined || judge === undefined) return { ...request, url };
  return { ...request, url, timeoutMs: Math.max(1, Math.ceil(timeoutMs - (performance.now() - start))) };
}
