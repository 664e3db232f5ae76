import { checkPositive, invalid } from '../../../options/check.js';

/** The most requests that may begin in a second: a number, or a function that is called before each request. */
export type Pace = number | (() => number);

/** Refuses all values except numbers above zero and functions. */
export function checkPace(value: Pace, path: string): Pace {
  if (typeof value === 'function') return value;
  if (typeof value === 'number') return checkPositive(value, path);
  return invalid(path, 'is neither a number above zero nor a function');
}

/**
 * Returns a function that gives the current pace. If the caller's function throws or does not return a number above
 * zero, the pace stays as it was.
 */
export function paceOf(pace: Pace): () => number {
  if (typeof pace === 'number') return () => pace;
  let last = 1;
  return () => {
    try {
      const now = pace();
      if (now > 0) last = now;
    } catch {
      // The request that is waiting must not fail because of it.
    }
    return last;
  };
}
