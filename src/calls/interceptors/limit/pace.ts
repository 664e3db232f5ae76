import { checkPositive, invalid } from '../../../options/check.js';

/** The requests that may begin in a second: a number, or a function that says it each time that one is to begin. */
export type Pace = number | (() => number);

/** Refuses what is neither a number above zero nor a function. */
export function checkPace(value: unknown, path: string): Pace {
  if (typeof value === 'function') return value as () => number;
  return typeof value === 'number'
    ? checkPositive(value, path)
    : invalid(path, 'is neither a number above zero nor a function');
}

/** Says what a pace is at present. A function that gives no number above zero, or throws, leaves it as it was. */
export function paceOf(pace: Pace): () => number {
  if (typeof pace === 'number') return () => pace;
  let last = 1;
  return () => {
    try {
      const now = pace();
      if (now > 0) last = now;
    } catch {
      // What it would throw nobody waits for.
    }
    return last;
  };
}
