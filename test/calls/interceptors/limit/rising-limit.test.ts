import { describe, expect, it } from 'vitest';
import { RisingLimit } from '../../../../src/calls/interceptors/limit/rising-limit.js';

/** What a limit that was refused at 100 is after so many seconds. */
function after(seconds: number): number {
  const limit = new RisingLimit(1);
  limit.lower(100, 5000);
  return limit.value(5000 + seconds * 1000);
}

describe('a limit that rises', () => {
  it('is none before it is lowered', () => {
    expect(new RisingLimit(1).value(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is lowered by 15 % of where it was refused', () => {
    expect(after(0)).toBeCloseTo(85, 10);
  });

  it('is back where it was refused after ten seconds, and near it for some before and after', () => {
    expect(after(10)).toBeCloseTo(100, 10);
    expect(after(7)).toBeGreaterThan(99);
    expect(after(13)).toBeLessThan(101);
  });

  it('rises ever faster from then on', () => {
    expect(after(20)).toBeCloseTo(117.65, 2);
    expect(after(40)).toBeGreaterThan(5000);
  });

  it('is none any more after a minute, also for a clock that is set back', () => {
    const limit = new RisingLimit(1);
    limit.lower(100, 0);
    expect(limit.value(59_999)).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(limit.value(60_000)).toBe(Number.POSITIVE_INFINITY);
    expect(limit.value(0)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is never lower than the least', () => {
    const limit = new RisingLimit(1);
    limit.lower(0.5, 0);
    expect(limit.value(0)).toBe(1);
    limit.correct(7);
    expect(limit.value(10_000)).toBe(1);
  });

  it('that was too high is corrected without beginning anew', () => {
    const limit = new RisingLimit(1);
    limit.lower(100, 0);
    limit.correct(40);
    expect(limit.value(10_000)).toBeCloseTo(60, 10);
  });
});
