/** A delay of a request by which the next ones still keep their time, in milliseconds: timers are no more exact. */
const TOLERANCE_MS = 10;
const A_SECOND_MS = 1000;

/**
 * A token bucket that holds what comes in within {@link TOLERANCE_MS}, and at least one token. It is filled so slowly,
 * by a hundredth, that even what it holds makes no second one of too many requests.
 */
export class TokenBucket {
  /** The time from which on the bucket fills. */
  #from = Number.NEGATIVE_INFINITY;

  /**
   * Takes a token.
   *
   * @param perSecond - how many there are in a second at present; `Infinity` for no limit
   * @returns 0, or after how many milliseconds there will be one
   */
  take(perSecond: number): number {
    if (perSecond === Number.POSITIVE_INFINITY) return 0;
    const now = performance.now();
    // By the present pace: one that was slower before holds nobody up.
    const full = this.#from + (A_SECOND_MS + TOLERANCE_MS) / perSecond;
    const early = full - TOLERANCE_MS - now;
    if (early > 0) return Math.ceil(early);
    this.#from = Math.max(full, now);
    return 0;
  }
}
