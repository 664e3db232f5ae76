// Taken when this is loaded: whoever replaces the clocks later, as tests of callers do, does not stop a lock.
const steadyNow: () => number = performance.now.bind(performance);
const wallNow: () => number = Date.now;

/** A moment by two clocks: the steady one of many systems stands still while the machine sleeps. */
export interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

/** The present moment. */
export function momentNow(): Moment {
  return { steadyMs: steadyNow(), wallMs: wallNow() };
}

/**
 * Returns the time that has passed by the steady clock, in milliseconds: for what must not be hurried by setting a
 * clock.
 */
export function elapsedMs({ steadyMs }: Moment): number {
  return steadyNow() - steadyMs;
}

/** Returns the most time that may have passed, in milliseconds: for what is looked at again when in doubt. */
export function possiblyElapsedMs(moment: Moment): number {
  return Math.max(elapsedMs(moment), Math.abs(wallNow() - moment.wallMs));
}
