import { checkCount, checkPositive } from '../../errors/check.js';
import { AbortedError, TimeoutError } from '../../errors/errors.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import type { TransportRequest } from '../../transport/transport.js';
import { onWaitEnd, timerMs, type WaitEnd } from '../../transport/wait.js';
import { withTimeLeft } from './deadline.js';
import { beforeAnyAddress } from './failed-attempt.js';
import type { Attempt, Decoded, Interceptor } from './interceptor.js';
import { Queue } from './queue.js';

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

/** How late a request may begin and the next ones still keep their time, in milliseconds: timers are no more exact. */
const TOLERANCE_MS = 10;
const A_SECOND_MS = 1000;

/**
 * A token bucket that holds what comes in within {@link TOLERANCE_MS}, and at least one token. It is filled so slowly,
 * by a hundredth, that even what it holds makes no second one of too many requests.
 */
class TokenBucket {
  readonly #interval: number;
  /** When the bucket would be full again. */
  #full = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#interval = (A_SECOND_MS + TOLERANCE_MS) / perSecond;
  }

  /** Takes a token. @returns 0, or after how many milliseconds there will be one */
  take(): number {
    const now = performance.now();
    const early = this.#full - TOLERANCE_MS - now;
    if (early > 0) return Math.ceil(early);
    this.#full = Math.max(this.#full, now) + this.#interval;
    return 0;
  }
}

/** A request that waits for its turn. */
interface Waiter {
  enter(): void;
  giveUp(end: WaitEnd): void;
}

/** Lets requests in, the first one first. */
class Semaphore {
  readonly #max: number;
  readonly #bucket: TokenBucket | undefined;
  readonly #waiting = new Queue<Waiter>();
  #inside = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(max: number, bucket: TokenBucket | undefined) {
    this.#max = max;
    this.#bucket = bucket;
  }

  /** Lets a request in at once. @returns false when it has to wait */
  enter(): boolean {
    if (this.#isClosed || this.#inside >= this.#max || this.#waiting.first !== undefined) return false;
    if (this.#bucket !== undefined && this.#bucket.take() > 0) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  /** Waits for the turn of a request. */
  wait(request: TransportRequest): Promise<void> {
    const { signal, timeoutMs } = request;
    return new Promise((resolve, reject) => {
      if (this.#isClosed || signal?.aborted) {
        reject(noTurn(this.#isClosed ? 'closed' : 'aborted', request));
        return;
      }
      const entry = this.#waiting.add({
        enter: () => {
          this.#waiting.leave(entry);
          stop();
          resolve();
        },
        giveUp: (end) => {
          this.#waiting.leave(entry);
          stop();
          reject(noTurn(end, request));
        },
      });
      const stop = onWaitEnd({ signal, timeoutMs }, (end) => {
        entry.value.giveUp(end);
        this.#letIn();
      });
      this.#letIn();
    });
  }

  /** Refuses all who wait, and all who come. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (let next = this.#waiting.first; next !== undefined; next = this.#waiting.first) next.giveUp('closed');
  }

  /** Lets in who may begin now, and comes back when the next one may. */
  #letIn(): void {
    clearTimeout(this.#timer);
    while (this.#inside < this.#max) {
      const next = this.#waiting.first;
      if (next === undefined) return;
      const early = this.#bucket?.take() ?? 0;
      if (early > 0) {
        this.#timer = setTimeout(() => this.#letIn(), timerMs(early));
        return;
      }
      this.#inside += 1;
      next.enter();
    }
  }
}

/** Why the turn of a request never came. */
function noTurn(end: WaitEnd, { operation, signal, timeoutMs = 0 }: TransportRequest): Error {
  if (end === 'timeout') {
    const what = `waiting for its turn took longer than ${timeoutMs} ms; nothing was sent`;
    return beforeAnyAddress(new TimeoutError(what, timeoutMs, 'not-sent', { operation }));
  }
  const [who, cause] = end === 'closed' ? ['the client was closed'] : ['aborted by the caller', signal?.reason];
  return new AbortedError(`${who} before its turn came; nothing was sent`, 'not-sent', { operation, cause });
}
