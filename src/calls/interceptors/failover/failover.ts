import { checkPositive, checkUrls } from '../../../errors/check.js';
import { type KnownNames, readOptions } from '../../../errors/options.js';
import { reading } from '../../../errors/reading.js';
import { withTimeLeft } from '../deadline.js';
import { errorOfCall, isAddressFailure, mayRepeat, NO_FAILURE } from '../failed-attempt.js';
import type { Interceptor } from '../interceptor.js';

/** Options of {@link failover}. */
export interface FailoverOptions {
  /** The addresses of one and the same gateway, the preferred one first. */
  readonly urls: readonly string[];
  /** How long an address that failed is left alone, in milliseconds. Default: 30,000. */
  readonly restMs?: number | undefined;
}

const KNOWN: KnownNames<FailoverOptions> = { urls: true, restMs: true };

/**
 * Makes the interceptor that sends a request to the first of several addresses that works: a request's own url is not
 * looked at. An idempotent request goes on to the next address when nothing at the first one answers as a gateway does;
 * any other goes on only when no byte of it was sent.
 *
 * An address that failed is left alone for a while, and then tried again; while all of them rest, the one that has
 * rested longest is tried. The time of a call is for all its addresses together.
 *
 * @throws ValidationError when an option is not usable
 */
export function failover(options: FailoverOptions): Interceptor {
  const { urls, restMs } = reading(options, 'options', {}, () => {
    const { urls: given = [], restMs: rest = 30_000 } = readOptions(options, KNOWN);
    // Each address once.
    return { urls: [...new Set(checkUrls(given, 'urls'))], restMs: checkPositive(rest, 'restMs') };
  });
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

  return (next) => async (request) => {
    const { idempotent, timeoutMs = Number.POSITIVE_INFINITY } = request;
    const start = performance.now();
    let failure: unknown = NO_FAILURE;
    for (const [index, url] of inOrder().entries()) {
      try {
        const decoded = await next({ ...(index === 0 ? request : withTimeLeft(request, start)), url });
        failedAt.delete(url);
        return decoded;
      } catch (error) {
        failure = errorOfCall(failure, error);
        if (!isAddressFailure(error)) throw failure;
        failedAt.set(url, performance.now());
        const isOver = performance.now() - start >= timeoutMs;
        if (isOver || !mayRepeat(error, idempotent)) throw failure;
      }
    }
    throw failure;
  };
}
