import { invalid } from '../../options/check.js';
import { type Cassette, CassetteTransport } from '../cassette/cassette.js';
import type { Track } from '../cassette/track-run.js';
import { knownTest, type RunningTest } from './test-context.js';

/** Returns the track of a test, which ends with the test. @throws ValidationError that names the argument */
export function trackFor(test: RunningTest, tape: Cassette): Track {
  const opened = open(tape);
  const { name, owner, atEnd } = knownTest(test, opened.file);
  const { attempt, isNew } = opened.trackOf(name, owner);
  if (isNew) atEnd?.((hasPassed) => (hasPassed ? attempt.close() : attempt.fail()));
  return attempt;
}

/** Runs a test in the track with its name. @throws the error of the test, or of the track's `close()` */
export async function runInTrack<T>(test: RunningTest, tape: Cassette, act: (track: Track) => T): Promise<Awaited<T>> {
  const opened = open(tape);
  const { name, owner } = knownTest(test, opened.file);
  const { attempt } = opened.trackOf(name, owner);
  let result: Awaited<T>;
  try {
    result = await act(attempt);
  } catch (error) {
    await attempt.fail();
    throw error;
  }
  await attempt.close();
  return result;
}

function open(tape: Cassette): CassetteTransport {
  return tape instanceof CassetteTransport ? tape : invalid('tape', 'is not what cassette() makes');
}
