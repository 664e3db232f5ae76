/** A delay of a request by which the next ones still keep their time, in milliseconds: timers are no more exact. */
const TOLERANCE_MS = 10;
const A_SECOND_MS = 1000;

/**
 * A token bucket that holds what comes in within {@link TOLERANCE_MS}, and at least one token. It is filled so slowly,
 * by a hundredth, that even what it holds makes no second one of too many requests.
 */
export class TokenBucket {
  /** The time at which the bucket would be full again. */
  #full = Number.NEGATIVE_INFINITY;

  /**
   * Takes a token.
   *
   * @param perSecond - how many there are in a second at present; `Infinity` for no limit
   * @returns 0, or after how many milliseconds there will be one
   */
  take(perSecond: number): number {
    if (perSecond === Number.POSITIVE_INFINITY) return 0;
    const now = performance.now();
    const early = this.#full - TOLERANCE_MS - now;
    if (early > 0) return Math.ceil(early);
    this.#full = Math.max(this.#full, now) + (A_SECOND_MS + TOLERANCE_MS) / perSecond;
    return 0;
  }
}
