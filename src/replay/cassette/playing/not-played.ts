import { ReplayMissError } from '../../../errors/errors.js';
import type { Playable } from './matcher.js';
import type { NotRecorded } from './miss.js';

/** A day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** The facts about a call that was recorded, and is not played. */
export interface FoundContext {
  readonly file: string;
  readonly now: Date;
  readonly maxAgeDays: number;
  readonly notRecorded: NotRecorded | undefined;
  /** The recording that is to be played next. */
  readonly next: Playable | undefined;
}

/** Makes the error of a recording that is too old. */
export function tooOldError(found: Playable, { file, now, maxAgeDays, notRecorded }: FoundContext): ReplayMissError {
  const { operation, startedAt } = factsOf(found);
  const days = Math.floor((now.getTime() - startedAt.getTime()) / DAY_MS);
  const when = `${days} days ago, at ${startedAt.toISOString()}`;
  const what = `was recorded in ${file} ${when}, and maxAgeDays is ${maxAgeDays}`;
  return error(operation, what, notRecorded, "To record it again, use mode 'update'.");
}

/** Makes the error of a call that comes before its turn. */
export function orderError(found: Playable, { file, notRecorded, next }: FoundContext): ReplayMissError {
  const { operation, startedAt } = factsOf(found);
  const first = next === undefined ? '' : `; the next one is ${wordsOf(next)}`;
  const what = `was recorded in ${file} at ${startedAt.toISOString()}, but not as the next call${first}`;
  return error(operation, what, notRecorded, "To replay calls in any order, use order: 'any'.");
}

function error(operation: string, what: string, notRecorded: NotRecorded | undefined, advice: string): ReplayMissError {
  const why = notRecorded === undefined ? '' : `. It is not recorded again because ${notRecorded.why}`;
  return new ReplayMissError(`${what}${why}\n  ${advice}`, [], { operation });
}

function factsOf({ request, entry }: Playable): { readonly operation: string; readonly startedAt: Date } {
  return { operation: request.operation, startedAt: new Date(entry.recording.startedAtMs) };
}

function wordsOf(playable: Playable): string {
  const { operation, startedAt } = factsOf(playable);
  return `${operation} of ${startedAt.toISOString()}`;
}
