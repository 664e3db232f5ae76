import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Deadlines, OneTimer, type Timed, TimerForEach } from '../../src/transport/time-limits.js';

/** An entry in flight that records the time at which it ends. */
class Item implements Timed {
  index: number = -1;
  deadline: number;
  timer: Timed['timer'];
  endedAt: number | undefined;
  readonly #deadlines: Deadlines<Item>;
  readonly #atEnd: () => void;

  constructor(deadlines: Deadlines<Item>, deadline: number, atEnd: () => void = () => undefined) {
    this.#deadlines = deadlines;
    this.deadline = deadline;
    this.#atEnd = atEnd;
  }

  timedOut(): void {
    this.endedAt = performance.now();
    this.#deadlines.delete(this);
    this.#atEnd();
  }
}

function added(deadlines: Deadlines<Item>, deadline: number, atEnd?: () => void): Item {
  const item = new Item(deadlines, deadline, atEnd);
  deadlines.add(item);
  return item;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([OneTimer, TimerForEach])('deadlines: %o', (Kind) => {
  it('fire at their times, in any order of creation', () => {
    const deadlines = new Kind<Item>();
    const items = [300, 100, 200, 100].map((deadline) => added(deadlines, deadline));
    vi.advanceTimersByTime(99);
    expect(items.map(({ endedAt }) => endedAt)).toEqual([undefined, undefined, undefined, undefined]);
    vi.advanceTimersByTime(1000);
    expect(items.map(({ endedAt }) => endedAt)).toEqual([300, 100, 200, 100]);
    expect([...deadlines]).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('may change while something is in flight', () => {
    const deadlines = new Kind<Item>();
    const item = added(deadlines, 100);
    item.deadline = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(500);
    expect(item.endedAt).toBeUndefined();
    item.deadline = 700;
    deadlines.changed(item);
    vi.advanceTimersByTime(200);
    expect(item.endedAt).toBe(700);
  });

  it('fire even if the clock is slightly behind', () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const deadlines = new Kind<Item>();
    const item = added(deadlines, performance.now() + 60_000);
    vi.advanceTimersByTime(60_000);
    expect(item.endedAt).toBeLessThan(item.deadline);
  });
});

describe('one timer for all deadlines', () => {
  it('keep the process alive only while a call is in flight', () => {
    vi.useRealTimers();
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const others = timers();
    const deadlines = new OneTimer<Item>();
    const [one, other] = [added(deadlines, performance.now() + 60_000), added(deadlines, performance.now() + 70_000)];
    expect(timers()).toBe(others + 1);
    deadlines.delete(one);
    expect(timers()).toBe(others + 1);
    deadlines.delete(other);
    expect(timers()).toBe(others);
    const again = added(deadlines, performance.now() + 80_000);
    expect(timers()).toBe(others + 1);
    deadlines.delete(again);
    expect(timers()).toBe(others);
    deadlines.close();
  });
});

describe('where timers are numbers', () => {
  it.each([OneTimer, TimerForEach])('deadlines come at their times: %o', (Kind) => {
    const { setTimeout } = globalThis;
    vi.stubGlobal('setTimeout', (...args: Parameters<typeof setTimeout>) => Number(setTimeout(...args)));
    try {
      const deadlines = new Kind<Item>();
      const [one, other] = [added(deadlines, 100), added(deadlines, 200)];
      deadlines.delete(one);
      vi.advanceTimersByTime(1000);
      expect([one.endedAt, other.endedAt]).toEqual([undefined, 200]);
      deadlines.delete(added(deadlines, 1100));
      const last = added(deadlines, 1200);
      vi.advanceTimersByTime(1000);
      expect(last.endedAt).toBe(1200);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      // Before the test's clock is taken away.
      vi.unstubAllGlobals();
    }
  });
});
