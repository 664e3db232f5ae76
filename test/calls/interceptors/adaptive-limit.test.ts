import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setResponse } from '../../../src/calls/attempts/response.js';
import {
  AdaptiveLimit,
  RisingLimit,
  type ThrottleSignal,
  throttleSignalOf,
} from '../../../src/calls/interceptors/adaptive-limit.js';
import { RecentCount } from '../../../src/calls/interceptors/rate-limit.js';
import { gatewayError } from '../../../src/domain/gateway-codes.js';
import { HttpStatusError } from '../../../src/errors/errors.js';

const tooFast: ThrottleSignal = { limit: 'rate', pauseMs: 0 };
const tooMany: ThrottleSignal = { limit: 'concurrency', pauseMs: 0 };

beforeEach(() => {
  // The pauses are as long as they are meant.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A limit with the requests that have begun. */
class CountingLimit extends AdaptiveLimit {
  readonly #begun = new RecentCount();

  begins(now: number): void {
    this.#begun.add(now);
  }

  override refused(pressure: ThrottleSignal, began: number, now: number, inFlight: number): boolean {
    return super.refused(pressure, began, now, inFlight, this.#begun.inLastSecond(now));
  }
}

/** A limit after a burst at time 0 with some refused requests. */
function afterBurst(size: number, refused: number): CountingLimit {
  const limit = new CountingLimit(true);
  for (let count = 0; count < size; count++) limit.begins(0);
  for (let count = 0; count < refused; count++) limit.refused(tooFast, 0, 10, size);
  return limit;
}

describe('the rate', () => {
  it('is taken from a burst: as many as were not refused', () => {
    expect(afterBurst(32, 12).perSecond(10_010)).toBeCloseTo(20, 10);
  });

  it('is lowered to the requests of the last second, and at most by half', () => {
    const limit = afterBurst(32, 12);
    limit.taken(5000);
    for (let count = 0; count < 17; count++) limit.begins(10_000);
    limit.refused(tooFast, 10_000, 10_010, 0);
    expect(limit.perSecond(20_010)).toBeCloseTo(16, 10);
    limit.taken(15_000);
    limit.refused(tooFast, 20_000, 20_010, 0);
    expect(limit.perSecond(30_010)).toBeCloseTo(8, 10);
  });

  it('is one request in ten seconds at least', () => {
    const limit = afterBurst(1, 1);
    for (let time = 1000; time < 1_000_000; time += 11_000) limit.refused(tooFast, time, time, 0);
    expect(limit.perSecond(1_000_000)).toBeGreaterThanOrEqual(0.1);
  });
});

describe('the pause after a refusal', () => {
  it('doubles while nothing but refusals comes, up to ten seconds', () => {
    const limit = afterBurst(32, 12);
    const pauses: number[] = [];
    let now = 10;
    for (let count = 0; count < 7; count++) {
      now += limit.heldMs(now);
      limit.refused(tooFast, now, now, 0);
      pauses.push(limit.heldMs(now));
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('is short again when a request was taken that began after the refusal, not before', () => {
    const limit = afterBurst(32, 12);
    limit.taken(0);
    limit.refused(tooFast, 300, 300, 0);
    expect(limit.heldMs(300)).toBe(500);
    limit.taken(900);
    limit.refused(tooFast, 1000, 1000, 0);
    expect(limit.heldMs(1000)).toBe(250);
  });

  it('is at most a minute', () => {
    const limit = new CountingLimit(true);
    limit.refused({ limit: undefined, pauseMs: 3_600_000 }, 0, 10, 0);
    expect(limit.heldMs(10)).toBe(60_000);
  });
});

describe('how many at once', () => {
  it('is as many as were in flight when the last of a burst was refused', () => {
    const limit = new CountingLimit(true);
    for (const inFlight of [7, 6, 5, 4]) limit.refused(tooMany, 0, 10, inFlight);
    expect(limit.concurrency(10_010)).toBe(4);
  });

  it('is one at least, and then there is a pause: others use what there is', () => {
    const limit = new CountingLimit(true);
    limit.refused(tooMany, 0, 10, 0);
    expect([limit.concurrency(10), limit.heldMs(10)]).toEqual([1, 250]);
  });

  it('needs no pause while a request is in flight whose end lets the next one in', () => {
    const limit = new CountingLimit(true);
    limit.refused(tooMany, 0, 10, 3);
    expect(limit.heldMs(10)).toBe(0);
  });
});

describe('hope', () => {
  it('is over when nothing but refusals has come for two minutes', () => {
    const limit = afterBurst(32, 12);
    expect([limit.isHopeless(120_009), limit.isHopeless(120_010)]).toEqual([false, true]);
  });

  it('is there again with a request that was taken', () => {
    const limit = afterBurst(32, 12);
    limit.taken(60_000);
    expect(limit.isHopeless(1_000_000)).toBe(false);
  });
});

const status = (code: number): HttpStatusError => new HttpStatusError(`HTTP status ${code}`, code, '');
const asking = (error: unknown): unknown => setResponse(error, { status: 200, headers: { 'retry-after': '7' } });

it.each<[string, unknown, unknown]>([
  ['gateway code 203', gatewayError(203, ''), { limit: 'rate', pauseMs: 0 }],
  ['status 429', status(429), { limit: 'rate', pauseMs: 0 }],
  ['status 503 with a pause', asking(status(503)), { limit: undefined, pauseMs: 7000 }],
  ['gateway code 52, which is about one number', gatewayError(52, ''), undefined],
  ["a foreign transport's error", new Error('of its own'), undefined],
])('what the gateway takes is said by %s', (_what, error, pressure) => {
  expect(throttleSignalOf(error)).toEqual(pressure);
});

/** The value of a limit, in seconds after a refusal at 100. */
function after(seconds: number): number {
  const limit = new RisingLimit(1);
  limit.lower(100, 5000);
  return limit.value(5000 + seconds * 1000);
}

describe('a limit that rises', () => {
  it('is lowered by 15 % of the refused value', () => {
    expect(after(0)).toBeCloseTo(85, 10);
  });

  it('reaches the refused value after ten seconds, and stays near it for some seconds', () => {
    expect(after(10)).toBeCloseTo(100, 10);
    expect(after(7)).toBeGreaterThan(99);
    expect(after(13)).toBeLessThan(101);
  });

  it('is none any more after a minute, also for a clock that is set back', () => {
    const limit = new RisingLimit(1);
    limit.lower(100, 0);
    expect(limit.value(59_999)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(limit.value(60_000)).toBe(Number.POSITIVE_INFINITY);
    expect(limit.value(0)).toBe(Number.POSITIVE_INFINITY);
  });
});
