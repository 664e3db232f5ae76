import { AbortedError, TimeoutError } from '../../errors/errors.js';
import { aborterOf, ClientClosed } from '../../errors/transport-errors.js';
import { callersLimitMs, leastMs, onWaitEnd, timerMs, type WaitEnd } from '../../transport/time-limits.js';
import type { TransportRequest } from '../../transport/transport.js';
import { beforeAnyAddress } from '../attempts/failed-attempt.js';
import { type AdaptiveLimit, HOPELESS_MS } from './adaptive-limit.js';

/** A delay of a request by which the next ones still keep their time, in milliseconds: timers are no more exact. */
const TOLERANCE_MS = 10;
const A_SECOND_MS = 1000;

/**
 * A token bucket that holds what comes in within {@link TOLERANCE_MS}, and at least one token. It is filled so slowly,
 * by a hundredth, that even what it holds makes no second one of too many requests.
 */
class TokenBucket {
  #from = Number.NEGATIVE_INFINITY;

  /** Takes a token. Returns 0, or the milliseconds until the next one. */
  take(perSecond: number): number {
    if (perSecond === Number.POSITIVE_INFINITY) return 0;
    const now = performance.now();
    // By the current rate: an earlier, slower rate does not delay requests.
    const full = this.#from + (A_SECOND_MS + TOLERANCE_MS) / perSecond;
    const early = full - TOLERANCE_MS - now;
    if (early > 0) return Math.ceil(early);
    this.#from = Math.max(full, now);
    return 0;
  }
}

interface SemaphoreLimits {
  readonly maxConcurrency: number;
  readonly maxPerSecond: number;
  readonly adaptive: AdaptiveLimit | undefined;
  readonly onLimit: ((request: TransportRequest) => void) | undefined;
}

interface Waiter {
  readonly request: TransportRequest;
  enter(): void;
  giveUp(why: WaitFailure): void;
}

type WaitFailure = WaitEnd | 'hopeless';

/** Admits retries first, then other requests. Accounts take turns; the requests of an account stay in order. */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #bucket = new TokenBucket();
  readonly #again = new FairQueue<Waiter>();
  readonly #waiting = new FairQueue<Waiter>();
  #inside = 0;
  #isClosed = false;
  #isChanged = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#again.count + this.#waiting.count;
  }

  waitingOf(account: number | undefined): number {
    return this.#again.countOf(account) + this.#waiting.countOf(account);
  }

  enter(): boolean {
    const { maxConcurrency, maxPerSecond, adaptive } = this.#limits;
    if (this.#isClosed || this.#inside >= maxConcurrency || this.#first !== undefined || adaptive?.isOn) return false;
    if (this.#bucket.take(maxPerSecond) > 0) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  wait(request: TransportRequest): Promise<void> {
    const { signal, timeoutMs, attempt = 1, account } = request;
    return new Promise((resolve, reject) => {
      if (this.#isClosed || signal?.aborted) {
        reject(waitError(this.#isClosed ? 'closed' : 'aborted', request));
        return;
      }
      const queue = attempt > 1 ? this.#again : this.#waiting;
      const place: QueuePlace<Waiter> = queue.add(account, {
        request,
        enter: () => {
          queue.leave(place, true);
          stop();
          resolve();
        },
        giveUp: (why) => {
          queue.leave(place, false);
          stop();
          reject(waitError(why, request));
        },
      });
      // A turn that comes too late is useless.
      const waitMs = timeoutMs === undefined ? undefined : timeoutMs - leastMs(request);
      const stop = onWaitEnd({ signal, timeoutMs: waitMs }, (end) => {
        place.entry.value.giveUp(end);
        this.#letIn();
      });
      this.#letIn();
    });
  }

  changed(): void {
    this.#isChanged = true;
  }

  giveUpAll(): void {
    this.#refuseAll('hopeless');
  }

  close(): void {
    this.#isClosed = true;
    this.#refuseAll('closed');
  }

  #refuseAll(why: WaitFailure): void {
    clearTimeout(this.#timer);
    for (let next = this.#first; next !== undefined; next = this.#first) next.giveUp(why);
  }

  get #first(): Waiter | undefined {
    return this.#again.first ?? this.#waiting.first;
  }

  #letIn(): void {
    clearTimeout(this.#timer);
    for (let next = this.#first; next !== undefined; next = this.#first) {
      const early = this.#early();
      if (early === Number.POSITIVE_INFINITY) return;
      if (early > 0) {
        this.#timer = setTimeout(() => this.#letIn(), timerMs(early));
        return;
      }
      this.#inside += 1;
      if (this.#isChanged) this.#limits.onLimit?.(next.request);
      this.#isChanged = false;
      next.enter();
    }
  }

  /** Takes a turn. @returns 0, after how many milliseconds there may be one, or `Infinity`: when another one leaves */
  #early(): number {
    const { maxConcurrency, maxPerSecond, adaptive } = this.#limits;
    if (this.#inside >= maxConcurrency) return Number.POSITIVE_INFINITY;
    if (adaptive === undefined || !adaptive.isOn) return this.#bucket.take(maxPerSecond);
    const now = performance.now();
    if (adaptive.isForgotten(now)) this.#isChanged = true;
    if (this.#inside >= adaptive.concurrency(now)) return Number.POSITIVE_INFINITY;
    const heldMs = adaptive.heldMs(now);
    return heldMs > 0 ? heldMs : this.#bucket.take(Math.min(maxPerSecond, adaptive.perSecond(now)));
  }
}

export function waitError(end: WaitFailure, request: TransportRequest): Error {
  const { operation, signal } = request;
  if (end === 'timeout') {
    const timeoutMs = callersLimitMs(request) ?? request.timeoutMs ?? 0;
    const what = `waiting for maxConcurrency or maxPerSecond took longer than ${timeoutMs} ms; nothing was sent`;
    return beforeAnyAddress(new TimeoutError(what, timeoutMs, 'not-sent', { operation }));
  }
  if (end === 'hopeless') {
    const what = `the gateway has refused all requests for ${HOPELESS_MS} ms; nothing was sent`;
    return beforeAnyAddress(new TimeoutError(what, HOPELESS_MS, 'not-sent', { operation }));
  }
  const cause: unknown = end === 'closed' ? new ClientClosed() : signal?.reason;
  return new AbortedError(`${aborterOf(cause)} while the request waited for a limit; nothing was sent`, 'not-sent', {
    operation,
    cause,
  });
}

interface QueueEntry<T> {
  readonly value: T;
  before: QueueEntry<T> | undefined;
  behind: QueueEntry<T> | undefined;
}

/** A queue with removal at any position in constant time. */
export class Queue<T> {
  #first: QueueEntry<T> | undefined;
  #last: QueueEntry<T> | undefined;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get first(): T | undefined {
    return this.#first?.value;
  }

  add(value: T): QueueEntry<T> {
    const entry: QueueEntry<T> = { value, before: this.#last, behind: undefined };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.behind = entry;
    this.#last = entry;
    this.#count += 1;
    return entry;
  }

  leave(entry: QueueEntry<T>): void {
    const { before, behind } = entry;
    if (before === undefined) this.#first = behind;
    else before.behind = behind;
    if (behind === undefined) this.#last = before;
    else behind.before = before;
    // A reference to this entry must not keep the others in memory.
    this.#count -= 1;
    entry.before = undefined;
    entry.behind = undefined;
  }
}

export interface QueuePlace<T> {
  readonly account: number | undefined;
  readonly entry: QueueEntry<T>;
}

export class FairQueue<T> {
  #queues: Map<number | undefined, Queue<T>> | undefined;
  #count = 0;

  get first(): T | undefined {
    if (this.#count === 0) return undefined;
    for (const queue of this.#queues?.values() ?? []) return queue.first;
    return undefined;
  }

  get count(): number {
    return this.#count;
  }

  countOf(account: number | undefined): number {
    return this.#queues?.get(account)?.count ?? 0;
  }

  add(account: number | undefined, value: T): QueuePlace<T> {
    this.#queues ??= new Map();
    let queue = this.#queues.get(account);
    if (queue === undefined) {
      queue = new Queue();
      this.#queues.set(account, queue);
    }
    this.#count += 1;
    return { account, entry: queue.add(value) };
  }

  /** Removes a waiter. After its turn (`hadTurn`), the next account follows. */
  leave({ account, entry }: QueuePlace<T>, hadTurn: boolean): void {
    const queues = this.#queues as Map<number | undefined, Queue<T>>;
    const queue = queues.get(account) as Queue<T>;
    queue.leave(entry);
    this.#count -= 1;
    if (queue.count > 0 && (!hadTurn || queues.size === 1)) return;
    queues.delete(account);
    if (queue.count > 0) queues.set(account, queue);
  }
}
