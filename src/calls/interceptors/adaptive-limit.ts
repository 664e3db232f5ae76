import { isSmsServiceError } from '../../errors/errors.js';
import { requestedPauseMs } from '../attempts/response.js';

const BACK_S = 10;
const LEFT = 0.85;
const STEEPNESS = -Math.log(LEFT) / BACK_S ** 3;
const FORGOTTEN_S = 60;

/**
 * A limit that falls when the gateway refuses a request and rises automatically: fast at first, slowly near the last
 * refused value, then faster. This is the curve of CUBIC (RFC 9438) for TCP.
 */
export class RisingLimit {
  readonly #least: number;
  #refusedAt = Number.POSITIVE_INFINITY;
  #since = 0;

  constructor(least: number) {
    this.#least = least;
  }

  value(now: number): number {
    if (this.#refusedAt === Number.POSITIVE_INFINITY) return this.#refusedAt;
    const seconds = (now - this.#since) / 1000;
    if (seconds < FORGOTTEN_S) {
      return Math.max(this.#least, this.#refusedAt * Math.exp(STEEPNESS * (seconds - BACK_S) ** 3));
    }
    this.#refusedAt = Number.POSITIVE_INFINITY;
    return this.#refusedAt;
  }

  lower(refusedAt: number, now: number): void {
    this.#refusedAt = Math.max(this.#least, refusedAt);
    this.#since = now;
  }

  correct(less: number): void {
    this.#refusedAt = Math.max(this.#least, this.#refusedAt - less);
  }
}

export interface ThrottleSignal {
  readonly limit: 'rate' | 'concurrency' | undefined;
  /** The pause that it asks for, in milliseconds. */
  readonly pauseMs: number;
}

const TOO_MANY_REQUESTS = 429;

export function throttleSignalOf(error: unknown): ThrottleSignal | undefined {
  if (!isSmsServiceError(error)) return undefined;
  const pauseMs = requestedPauseMs(error);
  if (error.code === 'RATE_LIMIT' && 'limit' in error) {
    const { limit } = error;
    // A limit of one recipient does not limit others.
    return limit === 'rate' || limit === 'concurrency' ? { limit, pauseMs } : undefined;
  }
  if (error.code !== 'HTTP_STATUS' || !('status' in error)) return undefined;
  if (error.status === TOO_MANY_REQUESTS) return { limit: 'rate', pauseMs };
  return pauseMs === 0 ? undefined : { limit: undefined, pauseMs };
}

/** The pause after a refusal, in milliseconds; it doubles while nothing but refusals comes. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
export const MAX_REQUESTED_PAUSE_MS = 60_000;
const LONG_PAUSE_MS = 1000;
/** The time with refusals only after which waiting requests fail, in milliseconds. */
export const HOPELESS_MS = 120_000;
const LEAST_PER_SECOND = 0.1;

/**
 * Learns the limits of the gateway from its refusals: how many requests it takes in a second, how many at once, and
 * after which pause. Nothing is limited before the first refusal, and a minute after the last one.
 *
 * Requests that began before the last refusal that lowered a limit say nothing new: they went out under the old one.
 */
export class AdaptiveLimit {
  isOn = false;
  readonly #rate = new RisingLimit(LEAST_PER_SECOND);
  readonly #concurrency = new RisingLimit(1);
  readonly #heedsPauses: boolean;
  #loweredAt = Number.NEGATIVE_INFINITY;
  #isGuess = false;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  #refusedSince = Number.POSITIVE_INFINITY;

  constructor(heedsPauses: boolean) {
    this.#heedsPauses = heedsPauses;
  }

  perSecond(now: number): number {
    return this.isOn ? this.#rate.value(now) : Number.POSITIVE_INFINITY;
  }

  concurrency(now: number): number {
    return this.isOn ? Math.floor(this.#concurrency.value(now)) : Number.POSITIVE_INFINITY;
  }

  /** Returns the time for which no request may start, in milliseconds. */
  heldMs(now: number): number {
    return Math.max(0, Math.ceil(this.#heldUntil - now));
  }

  isHopeless(now: number): boolean {
    return now - this.#refusedSince >= HOPELESS_MS;
  }

  isForgotten(now: number): boolean {
    if (this.perSecond(now) < Number.POSITIVE_INFINITY || this.concurrency(now) < Number.POSITIVE_INFINITY)
      return false;
    this.isOn = this.heldMs(now) > 0;
    return !this.isOn;
  }

  taken(began: number): void {
    if (began <= this.#loweredAt) return;
    this.#pauseMs = 0;
    this.#refusedSince = Number.POSITIVE_INFINITY;
  }

  /** Learns from a refusal. Returns true if a limit was lowered. */
  refused({ limit, pauseMs }: ThrottleSignal, began: number, now: number, inFlight: number, begun: number): boolean {
    if (limit === undefined && !this.#heedsPauses) return false;
    this.isOn = true;
    if (pauseMs > 0) this.#hold(Math.min(pauseMs, MAX_REQUESTED_PAUSE_MS), now);
    if (limit === undefined) return false;
    const isNews = began > this.#loweredAt;
    if (limit === 'rate') this.#lowerRate(isNews, now, begun - 1);
    else this.#lowerConcurrency(isNews, now, inFlight);
    if (!isNews) return false;
    this.#loweredAt = now;
    this.#refusedSince = Math.min(this.#refusedSince, now);
    if (limit === 'rate' || inFlight === 0) this.#pause(now);
    return true;
  }

  #lowerRate(isNews: boolean, now: number, begun: number): void {
    if (!isNews) {
      // Each refused request of a burst was one too many.
      if (this.#isGuess) this.#rate.correct(1);
      return;
    }
    const value = this.#rate.value(now);
    this.#isGuess = value === Number.POSITIVE_INFINITY;
    if (this.#isGuess) this.#rate.lower(Math.max(1, begun), now);
    else if (this.#pauseMs === 0) this.#rate.lower(Math.max(Math.min(value, begun), value / 2), now);
    else if (this.#pauseMs >= LONG_PAUSE_MS) this.#rate.lower(value, now);
  }

  #lowerConcurrency(isNews: boolean, now: number, inFlight: number): void {
    const value = this.#concurrency.value(now);
    if (isNews || inFlight < value) this.#concurrency.lower(Math.min(value, inFlight), now);
  }

  /** Starts a pause with jitter, so that many clients do not resume together. */
  #pause(now: number): void {
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs));
    this.#hold(this.heldMs(now) + this.#pauseMs * (0.75 + Math.random() / 2), now);
  }

  #hold(ms: number, now: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, now + ms);
  }
}
