import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeadlinePassed } from '../../src/errors/problem.js';
import { ReadingTime } from '../../src/xml/reading-time.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number): unknown => vi.advanceTimersByTime(ms);

describe('the time that reading may take', () => {
  it('ends after the deadline, not at it', () => {
    const time = new ReadingTime(performance.now() + 100);
    pass(100);
    expect(() => time.check()).not.toThrow();
    pass(1);
    expect(() => time.check()).toThrow(DeadlinePassed);
  });

  it('has no end without a deadline', () => {
    const time = new ReadingTime(Number.POSITIVE_INFINITY);
    pass(1_000_000_000);
    expect(() => time.check()).not.toThrow();
  });
});

describe('others should have a turn', () => {
  it('after 15 ms, which is seen at the next look at the clock', () => {
    const time = new ReadingTime(Number.POSITIVE_INFINITY);
    expect(time.isDue).toBe(false);
    pass(15);
    time.check();
    expect(time.isDue).toBe(false);
    pass(1);
    expect(time.isDue).toBe(false);
    time.check();
    expect(time.isDue).toBe(true);
  });

  it('once, and then after another 15 ms', () => {
    const time = new ReadingTime(Number.POSITIVE_INFINITY);
    pass(100);
    time.check();
    time.goOn();
    expect(time.isDue).toBe(false);
    pass(15);
    time.check();
    expect(time.isDue).toBe(false);
    pass(1);
    time.check();
    expect(time.isDue).toBe(true);
  });
});
