import type { Pressure } from './pressure.js';
import { RecentCount } from './recent-count.js';
import { RisingLimit } from './rising-limit.js';

/** The pause after a refusal, in milliseconds; it doubles while nothing but refusals comes. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** The longest pause that the gateway may ask of all calls; one call may wait longer. */
export const LONGEST_ASKED_MS = 60_000;
/** A pause that was no use although it was so long says that less is taken, not that it was too short. */
const LONG_PAUSE_MS = 1000;
/** The time of nothing but refusals after which nothing better is waited for, in milliseconds. */
export const HOPELESS_MS = 120_000;
/** One in ten seconds. */
const LEAST_PER_SECOND = 0.1;

/**
 * Learns the limits of the gateway from its refusals: how many requests it takes in a second, how many at once, and
 * after which pause. Nothing is limited before the first refusal, and a minute after the last one.
 *
 * Requests that began before the last refusal that lowered a limit say nothing new: they went out under the old one.
 */
export class AdaptiveLimit {
  /** True where anything may be limited: where not, nothing else need be asked. */
  isOn = false;
  readonly #rate = new RisingLimit(LEAST_PER_SECOND);
  readonly #concurrency = new RisingLimit(1);
  readonly #begun = new RecentCount();
  readonly #heedsPauses: boolean;
  #loweredAt = Number.NEGATIVE_INFINITY;
  /** True where there was no limit to the rate before it was last lowered: then it is a guess, and corrected. */
  #isGuess = false;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  /** The time since which nothing but refusals has come. */
  #refusedSince = Number.POSITIVE_INFINITY;

  /** @param heedsPauses - whether all wait when the gateway asks for a pause without saying that it was too much */
  constructor(heedsPauses: boolean) {
    this.#heedsPauses = heedsPauses;
  }

  perSecond(now: number): number {
    return this.isOn ? this.#rate.value(now) : Number.POSITIVE_INFINITY;
  }

  concurrency(now: number): number {
    return this.isOn ? Math.floor(this.#concurrency.value(now)) : Number.POSITIVE_INFINITY;
  }

  /** Gives the time for which no request may begin, in milliseconds. */
  heldMs(now: number): number {
    return Math.max(0, Math.ceil(this.#heldUntil - now));
  }

  /** Tells whether nothing but refusals has come for so long that waiting is no use. */
  isHopeless(now: number): boolean {
    return now - this.#refusedSince >= HOPELESS_MS;
  }

  /** Forgets what is long ago. @returns whether nothing is limited any more */
  isForgotten(now: number): boolean {
    if (this.perSecond(now) < Number.POSITIVE_INFINITY || this.concurrency(now) < Number.POSITIVE_INFINITY)
      return false;
    this.isOn = this.heldMs(now) > 0;
    return !this.isOn;
  }

  /** A request begins. */
  begins(now: number): void {
    this.#begun.add(now);
  }

  /** A request that began at `began` was carried out, or has failed in another way. */
  taken(began: number): void {
    if (began <= this.#loweredAt) return;
    this.#pauseMs = 0;
    this.#refusedSince = Number.POSITIVE_INFINITY;
  }

  /**
   * A request that began at `began` was refused.
   *
   * @param inFlight - how many others are
   * @returns whether a limit was lowered
   */
  refused({ limit, pauseMs }: Pressure, began: number, now: number, inFlight: number): boolean {
    if (limit === undefined && !this.#heedsPauses) return false;
    this.isOn = true;
    if (pauseMs > 0) this.#hold(Math.min(pauseMs, LONGEST_ASKED_MS), now);
    if (limit === undefined) return false;
    const isNews = began > this.#loweredAt;
    if (limit === 'rate') this.#lowerRate(isNews, now);
    else this.#lowerConcurrency(isNews, now, inFlight);
    if (!isNews) return false;
    this.#loweredAt = now;
    this.#refusedSince = Math.min(this.#refusedSince, now);
    if (limit === 'rate' || inFlight === 0) this.#pause(now);
    return true;
  }

  #lowerRate(isNews: boolean, now: number): void {
    if (!isNews) {
      // Of those that began together each refused one was one too many.
      if (this.#isGuess) this.#rate.correct(1);
      return;
    }
    const value = this.#rate.value(now);
    this.#isGuess = value === Number.POSITIVE_INFINITY;
    const begun = this.#begun.inLastSecond(now) - 1;
    if (this.#isGuess) this.#rate.lower(Math.max(1, begun), now);
    else if (this.#pauseMs === 0) this.#rate.lower(Math.max(Math.min(value, begun), value / 2), now);
    else if (this.#pauseMs >= LONG_PAUSE_MS) this.#rate.lower(value, now);
  }

  #lowerConcurrency(isNews: boolean, now: number, inFlight: number): void {
    const value = this.#concurrency.value(now);
    if (isNews || inFlight < value) this.#concurrency.lower(Math.min(value, inFlight), now);
  }

  /** Nobody begins for a while; a little longer for some than for others, so that many clients do not come together. */
  #pause(now: number): void {
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs));
    this.#hold(this.heldMs(now) + this.#pauseMs * (0.75 + Math.random() / 2), now);
  }

  #hold(ms: number, now: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, now + ms);
  }
}
