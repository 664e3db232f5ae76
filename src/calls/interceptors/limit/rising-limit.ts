/** The seconds after which a limit is where it was refused last; as long again, and it is a sixth higher. */
const BACK_S = 10;
/** The share that is left of a limit at which the gateway refused. */
const LEFT = 0.85;
const STEEPNESS = -Math.log(LEFT) / BACK_S ** 3;
/** After so many seconds without a refusal it has risen beyond all use, and is none any more. */
const FORGOTTEN_S = 60;

/**
 * A limit that is lowered where the gateway refuses and rises again by itself: fast at first, hardly at all where it
 * was refused last, then ever faster. It is the curve that CUBIC (RFC 9438) gives TCP: most of the time is spent close
 * to what the gateway takes.
 */
export class RisingLimit {
  readonly #least: number;
  #refusedAt = Number.POSITIVE_INFINITY;
  #since = 0;

  /** @param least - it is never lower */
  constructor(least: number) {
    this.#least = least;
  }

  /** Gives the limit at `now`; `Infinity` for none. */
  value(now: number): number {
    if (this.#refusedAt === Number.POSITIVE_INFINITY) return this.#refusedAt;
    const seconds = (now - this.#since) / 1000;
    if (seconds < FORGOTTEN_S) {
      return Math.max(this.#least, this.#refusedAt * Math.exp(STEEPNESS * (seconds - BACK_S) ** 3));
    }
    this.#refusedAt = Number.POSITIVE_INFINITY;
    return this.#refusedAt;
  }

  /** The gateway has refused at `refusedAt`. */
  lower(refusedAt: number, now: number): void {
    this.#refusedAt = Math.max(this.#least, refusedAt);
    this.#since = now;
  }

  /** It was too high by so much, in the same moment as before. */
  correct(less: number): void {
    this.#refusedAt = Math.max(this.#least, this.#refusedAt - less);
  }
}
