import { checkPositive, invalid } from '../../../options/check.js';
import { timetableAt } from './timetable.js';

/**
 * The requests that may begin in a second: a number, a function that says it each time that one is to begin, or a text
 * as {@link timetable} takes it: `08:00,20 22:00,200`.
 */
export type Pace = number | string | (() => number);

/** A pace that has been read. */
export type ReadPace = Exclude<Pace, string>;

/** Refuses what is neither a number above zero, a function nor a timetable. */
export function checkPace(value: Pace, path: string): ReadPace {
  if (typeof value === 'function') return value;
  if (typeof value === 'string') return timetableAt(value, path);
  if (typeof value === 'number') return checkPositive(value, path);
  return invalid(path, 'is neither a number above zero, a function nor a timetable');
}

/** Says what a pace is at present. A function that gives no number above zero, or throws, leaves it as it was. */
export function paceOf(pace: ReadPace): () => number {
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
