import { type Pace, timetable } from '../../calls/index.js';
import { ValidationError } from '../../client/index.js';
import { type Options, refuse } from '../running/command-options.js';

/** Says what a pace looks like. */
export const NO_PACE =
  'is neither a number above zero nor a timetable like 08:00,20 22:00,200 or Mon-08:00,20 Sat-00:00,off';

/** Tells whether a text is a number above zero or a timetable. */
export function isPace(text: string): boolean {
  try {
    timetable(text);
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}

/** The pace that an option gives. @throws CommandError when it is none */
export function paceGiven(options: Options): string | undefined {
  const text = options.text('--max-per-second');
  return text === undefined || isPace(text) ? text : refuse('--max-per-second', NO_PACE);
}

/** The pace of a profile, as a client takes it. */
export function paceOf(maxPerSecond: number | string | undefined): Pace | undefined {
  return typeof maxPerSecond === 'string' ? timetable(maxPerSecond) : maxPerSecond;
}
