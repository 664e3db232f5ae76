// Not the global one, which tests replace.
import { setImmediate } from 'node:timers';

/** Runs something; what it throws later than at once is told. */
export type Run = (act: () => void, fail: (error: unknown) => void) => void;

/** The time without a run, in milliseconds, after which the process may have stood still. */
const QUIET_MS = 500;

/**
 * Makes what runs something at once, or, where nothing was run for a time, after one turn of the event loop: a pool
 * closes old connections by timers, and when the network tells it of their end; after a standstill neither has come.
 */
export function afterIdle(): Run {
  let last = performance.now();
  return (act, fail) => {
    const now = performance.now();
    if (now - last < QUIET_MS) {
      last = now;
      act();
      return;
    }
    const late = (): void => {
      last = performance.now();
      try {
        act();
      } catch (error) {
        fail(error);
      }
    };
    // Between the first and the second, timers are run and the system is asked for what has arrived.
    setImmediate(() => setImmediate(late));
  };
}
