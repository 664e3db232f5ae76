import { ValidationError } from '../../errors/errors.js';
import { checkFunction, checkNames, checkPositive, type KnownNames } from '../../errors/options.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport.js';
import { errorOfCall, isAddressFailure, mayRepeat, NO_FAILURE } from './failed-attempt.js';
import { isReading, onlyReads } from './reading-operations.js';
import { withTimeLeft } from './time-left.js';

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
  const { urls: given, restMs = 30_000, isRead = onlyReads } = checkNames(options, KNOWN, 'options');
  const urls = checkedUrls(given);
  checkPositive('restMs', restMs);
  checkFunction('isRead', isRead);
  const failedAt = new Map<string, number>();
  const whenFailed = (url: string): number => failedAt.get(url) ?? Number.NEGATIVE_INFINITY;

  /** Those that are not known to fail in their order, then the others by how long they have rested. */
  const inOrder = (): readonly string[] => {
    const now = performance.now();
    for (const [url, time] of failedAt) if (now - time >= restMs) failedAt.delete(url);
    if (failedAt.size === 0) return urls;
    // The difference of two that are not known to fail is no number, and counts as none.
    return [...urls].sort((one, other) => whenFailed(one) - whenFailed(other));
  };

  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    const { operation, judge, timeoutMs } = request;
    const start = performance.now();
    const order = inOrder();
    let failure: unknown = NO_FAILURE;
    for (const [index, url] of order.entries()) {
      try {
        const response = await transport.send({ ...(index === 0 ? request : withTimeLeft(request, start)), url });
        const judged = judge === undefined ? response : await judge(response);
        failedAt.delete(url);
        return judged;
      } catch (error) {
        failure = errorOfCall(failure, error);
        if (!isAddressFailure(error)) throw failure;
        failedAt.set(url, performance.now());
        const isOver = timeoutMs !== undefined && performance.now() - start >= timeoutMs;
        if (isOver || !mayRepeat(error, isReading(isRead, operation))) throw failure;
      }
    }
    throw failure;
  };
  return { send, close: async () => transport.close?.() };
}

/** The addresses, each once. */
function checkedUrls(urls: readonly string[]): readonly string[] {
  if (!Array.isArray(urls) || urls.length === 0) throw new ValidationError('urls', 'is not a list of addresses');
  for (const [index, url] of (urls as readonly unknown[]).entries()) {
    if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      throw new ValidationError(`urls[${index}]`, 'is not an absolute http or https address');
    }
  }
  return [...new Set(urls as readonly string[])];
}
