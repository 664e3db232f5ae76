import type { GivenRateLimit } from '../options/load-options.js';

interface Window {
  readonly beganMs: number;
  requests: number;
}

/** Counts requests by window; a window begins with its first request. */
export class RateWindows {
  readonly #limit: Pick<GivenRateLimit, 'requests' | 'windowMs' | 'of'>;
  readonly #windows = new WeakMap<object, Window>();

  constructor(limit: Pick<GivenRateLimit, 'requests' | 'windowMs' | 'of'>) {
    this.#limit = limit;
  }

  /**
   * Counts a request.
   *
   * @param account - whose it is
   * @returns the time until the window is over, in milliseconds, where it is too much; else `undefined`
   */
  take(account: object, nowMs: number): number | undefined {
    const { requests, windowMs, of } = this.#limit;
    const key = of === 'gateway' ? this : account;
    const window = this.#windows.get(key);
    // A clock that was put back begins anew, too.
    const isOver = window === undefined || nowMs >= window.beganMs + windowMs || nowMs < window.beganMs;
    if (isOver) {
      this.#windows.set(key, { beganMs: nowMs, requests: 1 });
      return undefined;
    }
    if (window.requests >= requests) return window.beganMs + windowMs - nowMs;
    window.requests += 1;
    return undefined;
  }
}
