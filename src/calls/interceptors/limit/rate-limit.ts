import { checkCount, checkPositive } from '../../../errors/check.js';
import { type KnownNames, readOptions } from '../../../errors/options.js';
import type { TransportRequest } from '../../../transport/transport.js';
import { onWaitEnd } from '../../../transport/wait.js';
import { withTimeLeft } from '../deadline.js';
import type { Attempt, Decoded, Interceptor } from '../interceptor.js';
import { Semaphore } from './semaphore.js';
import { TokenBucket } from './token-bucket.js';

/** Options of {@link rateLimit}. */
export interface RateLimitOptions {
  /** The most requests that may be in flight at once. Default: no limit. */
  readonly maxConcurrency?: number | undefined;
  /** The most requests that may begin in any second, evenly spread; 0.5 is one in two seconds. Default: no limit. */
  readonly maxPerSecond?: number | undefined;
}

const KNOWN: KnownNames<RateLimitOptions> = { maxConcurrency: true, maxPerSecond: true };

/**
 * Makes the interceptor that lets no more requests be in flight at once, and no more begin in a second, than it is
 * told. The others wait in the order in which they came, without a socket; waiting counts into a request's `timeoutMs`,
 * and ends with its signal. A response that is read as it arrives is in flight until it has been read or given up.
 * Calls of several clients that are given the same interceptor share the limits.
 *
 * @throws ValidationError when an option is not usable
 */
export function rateLimit(options: RateLimitOptions): Interceptor {
  return rateLimitUntil(undefined, options);
}

/** The same with a signal that refuses all who wait, and all who come. */
export function rateLimitUntil(closing: AbortSignal | undefined, options: RateLimitOptions): Interceptor {
  const { maxConcurrency = Number.POSITIVE_INFINITY, maxPerSecond } = readOptions(options, KNOWN);
  const semaphore = new Semaphore(
    checkCount(maxConcurrency, 'maxConcurrency'),
    maxPerSecond === undefined ? undefined : new TokenBucket(checkPositive(maxPerSecond, 'maxPerSecond')),
  );
  onWaitEnd({ closing }, () => semaphore.close());
  return (next) => (request) =>
    semaphore.enter() ? inFlight(next, request, semaphore) : afterWaiting(next, request, semaphore);
}

async function afterWaiting<R>(next: Attempt<R>, request: TransportRequest, semaphore: Semaphore): Promise<Decoded<R>> {
  const start = performance.now();
  await semaphore.wait(request);
  return inFlight(next, withTimeLeft(request, start), semaphore);
}

/** Makes an attempt that has been let in, and lets the next one in when it is over. */
async function inFlight<R>(next: Attempt<R>, request: TransportRequest, semaphore: Semaphore): Promise<Decoded<R>> {
  let over: Decoded<R>['over'];
  try {
    const decoded = await next(request);
    over = decoded.over;
    return decoded;
  } finally {
    if (over === undefined) semaphore.leave();
    else void over.then(() => semaphore.leave());
  }
}
