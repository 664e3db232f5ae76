import { isSmsServiceError } from '../../errors/errors.js';
import { checkBoolean, checkCount, checkPositive } from '../../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, withDefault } from '../../options/table.js';
import { isTooLate, onWaitEnd, withTimeLeft } from '../../transport/time-limits.js';
import type { TransportRequest } from '../../transport/transport.js';
import { noteAttempt } from '../attempts/failed-attempt.js';
import type { Attempt, AttemptResult, Interceptor } from '../attempts/interceptor.js';
import type { FoundLimits } from '../events/events.js';
import { isTraced, traced, WAIT_TRACING } from '../events/observe.js';
import { AdaptiveLimit, MAX_REQUESTED_PAUSE_MS, throttleSignalOf } from './adaptive-limit.js';
import { Semaphore, waitError } from './semaphore.js';

export const RATE_LIMIT_OPTIONS = {
  /** The most requests that may be in flight at once. Default: no limit. */
  maxConcurrency: withDefault(Number.POSITIVE_INFINITY, checkCount),
  /**
   * The most requests that start in any second, evenly spread; above 0. 0.5 is one in two seconds. Default: no limit.
   */
  maxPerSecond: withDefault(Number.POSITIVE_INFINITY, checkPositive),
  /**
   * Adapts to the limits of the gateway: codes 202 and 203, status 429 and `Retry-After` lower the limits, which then
   * rise again up to those of the other options. Default: false.
   */
  adaptiveLimit: withDefault(false, checkBoolean),
};

/** Options of {@link rateLimit}. */
export interface RateLimitOptions extends OptionsOf<typeof RATE_LIMIT_OPTIONS> {}

/** {@link RateLimitOptions}, checked and with their defaults. */
type RateLimitValues = OptionValues<typeof RATE_LIMIT_OPTIONS>;

interface ClientsOwn {
  readonly heedsPauses: boolean;
  readonly report: ((request: TransportRequest, limits: FoundLimits) => void) | undefined;
}

/**
 * Creates the interceptor that limits the requests in flight and the requests per second. Further requests wait without
 * a socket, in their order, retries first. Waiting counts towards `timeoutMs` and ends with the signal. A streamed
 * response is in flight until it has been read, or the caller stops reading. Clients with the same interceptor share
 * its limits.
 *
 * @throws ValidationError when an option is not usable
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 *
 * import { retry } from 'sms-service-client/transport';
 *
 * // One limit for two accounts. It stands inside a retry, so that each attempt counts, and the clients have none.
 * const interceptors = [retry(), rateLimit({ maxPerSecond: 20, maxConcurrency: 4, adaptiveLimit: true })];
 * const [one, other] = [credentials, { username, password }].map(
 *   (own) => new SmsServiceClient({ url, credentials: own, interceptors, retry: false, adaptiveLimit: false }),
 * );
 * ```
 */
export function rateLimit(options: RateLimitOptions): Interceptor {
  return new Limiter(undefined, readOptions(options, RATE_LIMIT_OPTIONS)).interceptor;
}

const A_SECOND_MS = 1000;

/** Approximates the number of events in the last second with two counters. */
export class RecentCount {
  #from = Number.NEGATIVE_INFINITY;
  #count = 0;
  #before = 0;

  add(now: number): void {
    this.#turn(now);
    this.#count += 1;
  }

  inLastSecond(now: number): number {
    this.#turn(now);
    return this.#count + this.#before * (1 - (now - this.#from) / A_SECOND_MS);
  }

  #turn(now: number): void {
    const passed = now - this.#from;
    if (passed < A_SECOND_MS) return;
    this.#before = passed < 2 * A_SECOND_MS ? this.#count : 0;
    this.#count = 0;
    this.#from = passed < 2 * A_SECOND_MS ? this.#from + A_SECOND_MS : now;
  }
}

export class Limiter {
  readonly interceptor: Interceptor;
  readonly #semaphore: Semaphore;

  /** @param closing - when aborted, refuses all waiting and further requests */
  constructor(
    closing: AbortSignal | undefined,
    { maxConcurrency, maxPerSecond, adaptiveLimit }: RateLimitValues,
    { heedsPauses, report }: ClientsOwn = { heedsPauses: true, report: undefined },
  ) {
    const adaptive = adaptiveLimit ? new AdaptiveLimit(heedsPauses) : undefined;
    const semaphore = new Semaphore({
      maxConcurrency,
      maxPerSecond,
      adaptive,
      onLimit: adaptive && report && ((request) => report(request, foundLimits(adaptive))),
    });
    this.#semaphore = semaphore;
    onWaitEnd({ closing }, () => semaphore.close());
    const place = new Place(semaphore, adaptive);
    this.interceptor = (next) => (request) =>
      semaphore.enter() ? place.inFlight(next, request) : place.afterWaiting(next, request);
  }

  /** Returns how many requests are waiting, of all accounts or of one. */
  waiting(account?: number): number {
    return account === undefined ? this.#semaphore.waiting : this.#semaphore.waitingOf(account);
  }
}

function foundLimits(adaptive: AdaptiveLimit): FoundLimits {
  const now = performance.now();
  const [perSecond, concurrency] = [adaptive.perSecond(now), adaptive.concurrency(now)];
  return {
    maxPerSecond: perSecond === Number.POSITIVE_INFINITY ? undefined : Math.round(perSecond * 100) / 100,
    maxConcurrency: concurrency === Number.POSITIVE_INFINITY ? undefined : concurrency,
  };
}

class Place {
  readonly #semaphore: Semaphore;
  readonly #adaptive: AdaptiveLimit | undefined;
  readonly #begun = new RecentCount();

  constructor(semaphore: Semaphore, adaptive: AdaptiveLimit | undefined) {
    this.#semaphore = semaphore;
    this.#adaptive = adaptive;
  }

  async afterWaiting<R>(next: Attempt<R>, request: TransportRequest): Promise<AttemptResult<R>> {
    const { needsNoWait } = request;
    if (needsNoWait !== undefined && (await needsNoWait(request))) return this.#aside(next, request);
    const start = performance.now();
    await (isTraced(WAIT_TRACING) ? this.#traced(request) : this.#semaphore.wait(request));
    if (isTooLate(request, start)) {
      this.#semaphore.leave();
      throw waitError('timeout', request);
    }
    const sent = withTimeLeft(request, start);
    return this.inFlight(next, sent.routing?.afterWaiting(sent) ?? sent);
  }

  #traced(request: TransportRequest): Promise<void> {
    const { operation, callId, label } = request;
    return traced(WAIT_TRACING, { operation, callId, label }, () => this.#semaphore.wait(request));
  }

  async inFlight<R>(next: Attempt<R>, request: TransportRequest): Promise<AttemptResult<R>> {
    const began = performance.now();
    if (this.#adaptive !== undefined) this.#begun.add(began);
    let decoded: AttemptResult<R>;
    try {
      decoded = await next(request);
    } catch (error) {
      request.routing?.failed(error);
      this.#failed(error, began);
      throw error;
    }
    const { over } = decoded;
    if (over === undefined) this.#succeeded(began);
    else
      void over.then((failure) =>
        failure === undefined ? this.#succeeded(began) : this.#failed(failure.error, began),
      );
    return decoded;
  }

  async #aside<R>(next: Attempt<R>, request: TransportRequest): Promise<AttemptResult<R>> {
    const beganAt = performance.now();
    try {
      return await next(request);
    } catch (error) {
      this.#note(error, beganAt, this.#semaphore.inside);
      throw error;
    }
  }

  #succeeded(began: number): void {
    if (this.#adaptive?.isOn) this.#adaptive.taken(began);
    this.#semaphore.leave();
  }

  #failed(error: unknown, beganAt: number): void {
    this.#note(error, beganAt, this.#semaphore.inside - 1);
    this.#semaphore.leave();
  }

  #note(error: unknown, beganAt: number, others: number): void {
    noteAttempt(error, { beganAt, heldMs: this.#heed(error, beganAt, others) });
  }

  /** Learns the limit of the gateway from an error. Returns the pause of a request that was refused because of it. */
  #heed(error: unknown, beganAt: number, others: number): number | undefined {
    const adaptive = this.#adaptive;
    if (adaptive === undefined) return undefined;
    const pressure = throttleSignalOf(error);
    if (pressure === undefined) {
      if (isSmsServiceError(error) && error.outcome === 'rejected') adaptive.taken(beganAt);
      return undefined;
    }
    const now = performance.now();
    if (adaptive.refused(pressure, beganAt, now, others, this.#begun.inLastSecond(now))) this.#semaphore.changed();
    if (pressure.limit === undefined || pressure.pauseMs > MAX_REQUESTED_PAUSE_MS) return undefined;
    if (!adaptive.isHopeless(now)) return adaptive.heldMs(now);
    this.#semaphore.giveUpAll();
    return undefined;
  }
}
