import { afterEach, beforeEach, vi } from 'vitest';

/** An object with a timer until it is closed. */
interface Closeable {
  close?(): unknown;
}

/**
 * Installs a clock that the tests of this block advance. A test with a remaining timer fails.
 *
 * @returns a function that registers an object to close before the timers are counted
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
