import { ReplayMissError } from '../../../errors/errors.js';
import type { Playable } from './matcher.js';
import type { NotRecorded } from './miss.js';

/**
 * Creates the error of a call in the wrong order.
 *
 * @param next - the recording to replay next
 */
export function orderError(
  found: Playable,
  next: Playable,
  file: string,
  notRecorded: NotRecorded | undefined,
): ReplayMissError {
  const { operation, startedAt } = factsOf(found);
  const what = `was recorded in ${file} at ${startedAt.toISOString()}, but not as the next call; the next one is ${wordsOf(next)}`;
  const why = notRecorded === undefined ? '' : `. It is not recorded again because ${notRecorded.why}`;
  const advice = "To replay calls in any order, use order: 'any'.";
  return new ReplayMissError(`${what}${why}\n  ${advice}`, [], { operation });
}

function factsOf({ request, entry }: Playable): { readonly operation: string; readonly startedAt: Date } {
  return { operation: request.operation, startedAt: new Date(entry.recording.startedAtMs) };
}

function wordsOf(playable: Playable): string {
  const { operation, startedAt } = factsOf(playable);
  return `${operation} of ${startedAt.toISOString()}`;
}
