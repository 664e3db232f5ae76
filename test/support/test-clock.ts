import { afterEach, beforeEach, vi } from 'vitest';

/** Gives the tests of this block a clock that they move; a test that leaves a timer behind fails. */
export function useTestClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    const timers = vi.getTimerCount();
    vi.useRealTimers();
    if (timers > 0) throw new Error(`${timers} timers are left`);
  });
}
