import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AdaptiveLimit } from '../../../../src/calls/interceptors/limit/adaptive-limit.js';
import type { Pressure } from '../../../../src/calls/interceptors/limit/pressure.js';

const tooFast: Pressure = { limit: 'rate', pauseMs: 0 };
const tooMany: Pressure = { limit: 'concurrency', pauseMs: 0 };

beforeEach(() => {
  // The pauses are as long as they are meant.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A limit after a burst at time 0, of which some requests were refused. */
function afterBurst(size: number, refused: number): AdaptiveLimit {
  const limit = new AdaptiveLimit(true);
  for (let count = 0; count < size; count++) limit.begins(0);
  for (let count = 0; count < refused; count++) limit.refused(tooFast, 0, 10, size);
  return limit;
}

describe('the rate', () => {
  it('is not limited before the first refusal', () => {
    const limit = new AdaptiveLimit(true);
    limit.begins(0);
    limit.taken(0);
    expect([limit.isOn, limit.perSecond(5), limit.heldMs(5)]).toEqual([false, Number.POSITIVE_INFINITY, 0]);
  });

  it('is taken from a burst: as many as were not refused', () => {
    expect(afterBurst(32, 12).perSecond(10_010)).toBeCloseTo(20, 10);
  });

  it('is lowered once for all that began together', () => {
    const limit = afterBurst(32, 12);
    limit.begins(9000);
    limit.begins(9000);
    expect(limit.refused(tooFast, 9000, 9010, 1)).toBe(true);
    const lowered = limit.perSecond(9020);
    expect(limit.refused(tooFast, 9000, 9020, 0)).toBe(false);
    expect(limit.perSecond(9020)).toBe(lowered);
  });

  it('is lowered also where pauses are not for all', () => {
    const limit = new AdaptiveLimit(false);
    limit.begins(0);
    expect(limit.refused(tooFast, 0, 10, 0)).toBe(true);
    expect(limit.perSecond(10_010)).toBe(1);
  });

  it('is lowered to what has begun in the last second, and to no less than half of what it was', () => {
    const limit = afterBurst(32, 12);
    limit.taken(5000);
    for (let count = 0; count < 17; count++) limit.begins(10_000);
    limit.refused(tooFast, 10_000, 10_010, 0);
    expect(limit.perSecond(20_010)).toBeCloseTo(16, 10);
    limit.taken(15_000);
    limit.refused(tooFast, 20_000, 20_010, 0);
    expect(limit.perSecond(30_010)).toBeCloseTo(8, 10);
  });

  it('is lowered by no pause that was too short, and by each that was long', () => {
    const limit = afterBurst(32, 12);
    for (const time of [300, 900]) limit.refused(tooFast, time, time, 0);
    expect(limit.perSecond(10_010)).toBeCloseTo(20, 10);
    limit.refused(tooFast, 2000, 2000, 0);
    expect(limit.perSecond(12_000)).toBeLessThan(19);
  });

  it('is one request in ten seconds at least', () => {
    const limit = afterBurst(1, 1);
    for (let time = 1000; time < 1_000_000; time += 11_000) limit.refused(tooFast, time, time, 0);
    expect(limit.perSecond(1_000_000)).toBeGreaterThanOrEqual(0.1);
  });
});

describe('the pause after a refusal', () => {
  it('is a quarter of a second', () => {
    expect(afterBurst(32, 12).heldMs(10)).toBe(250);
  });

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

  it('is as long as the gateway asks, and a little longer', () => {
    const limit = new AdaptiveLimit(true);
    limit.begins(0);
    limit.refused({ limit: 'rate', pauseMs: 7000 }, 0, 10, 0);
    expect(limit.heldMs(10)).toBe(7250);
  });

  it('is a minute at most, whatever the gateway asks', () => {
    const limit = new AdaptiveLimit(true);
    limit.refused({ limit: undefined, pauseMs: 3_600_000 }, 0, 10, 0);
    expect(limit.heldMs(10)).toBe(60_000);
  });

  it('that says nothing of too much is for all where there is one address, and lowers no limit', () => {
    const limit = new AdaptiveLimit(true);
    expect(limit.refused({ limit: undefined, pauseMs: 7000 }, 0, 10, 0)).toBe(false);
    expect([limit.heldMs(10), limit.perSecond(10)]).toEqual([7000, Number.POSITIVE_INFINITY]);
  });

  it('that says nothing of too much is not for all where another address may work', () => {
    const limit = new AdaptiveLimit(false);
    expect(limit.refused({ limit: undefined, pauseMs: 7000 }, 0, 10, 0)).toBe(false);
    expect([limit.heldMs(10), limit.isOn]).toEqual([0, false]);
  });

  it('varies by a quarter', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(afterBurst(32, 12).heldMs(10)).toBe(188);
  });
});

describe('how many at once', () => {
  it('is as many as were in flight when the last of a burst was refused', () => {
    const limit = new AdaptiveLimit(true);
    for (const inFlight of [7, 6, 5, 4]) limit.refused(tooMany, 0, 10, inFlight);
    expect(limit.concurrency(10_010)).toBe(4);
  });

  it('is lowered once for a burst in which as many are in flight all the time', () => {
    const limit = new AdaptiveLimit(true);
    for (const inFlight of [20, 20, 20]) limit.refused(tooMany, 0, 10, inFlight);
    expect(limit.concurrency(10_010)).toBe(20);
  });

  it('is one at least, and then there is a pause: others use what there is', () => {
    const limit = new AdaptiveLimit(true);
    limit.refused(tooMany, 0, 10, 0);
    expect([limit.concurrency(10), limit.heldMs(10)]).toEqual([1, 250]);
  });

  it('needs no pause while a request is in flight whose end lets the next one in', () => {
    const limit = new AdaptiveLimit(true);
    limit.refused(tooMany, 0, 10, 3);
    expect(limit.heldMs(10)).toBe(0);
  });

  it('has nothing to do with the rate', () => {
    const limit = new AdaptiveLimit(true);
    limit.refused(tooMany, 0, 10, 3);
    expect(limit.perSecond(10)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('what is long ago', () => {
  it('is forgotten a minute after the last refusal', () => {
    const limit = afterBurst(32, 12);
    expect([limit.isForgotten(60_009), limit.isOn]).toEqual([false, true]);
    expect([limit.isForgotten(60_010), limit.isOn]).toEqual([true, false]);
  });

  it('is not forgotten as long as there is a limit of how many at once', () => {
    const limit = new AdaptiveLimit(true);
    limit.refused(tooMany, 0, 0, 3);
    expect([limit.isForgotten(59_999), limit.isForgotten(60_000)]).toEqual([false, true]);
  });

  it('is not forgotten as long as the gateway asks for a pause', () => {
    const limit = new AdaptiveLimit(true);
    limit.refused({ limit: undefined, pauseMs: 7000 }, 0, 0, 0);
    expect([limit.isForgotten(6999), limit.isForgotten(7000)]).toEqual([false, true]);
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
