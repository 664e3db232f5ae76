import { afterEach, beforeEach, vi } from 'vitest';

/** What has a timer of its own until it is closed. */
interface Closeable {
  close?(): unknown;
}

/**
 * Gives the tests of this block a clock that they move; a test that leaves a timer behind fails.
 *
 * @returns takes what is to be closed at the end of a test, before its timers are counted
 */
export function useTestClock(): <T extends Closeable>(opened: T) => T {
  const all: Closeable[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const opened of all.splice(0)) void opened.close?.();
    const timers = vi.getTimerCount();
    vi.useRealTimers();
    if (timers > 0) throw new Error(`${timers} timers are left`);
  });
  return (opened) => {
    all.push(opened);
    return opened;
  };
}
