import { inspect } from 'node:util';
import { CommandError, failureOf } from '../../../src/cli/running/failure.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { secretIn } from './secrets.js';

/** How the reading of a file has ended: a word for the statistics, and what is wrong with it. */
export interface Ending {
  readonly outcome: string;
  readonly wrong?: string | undefined;
}

/**
 * Judges the error that reading a file has ended with: it has to be a typed one, name the place, and show no secret.
 *
 * @param folder - in which the file lies: whatever its name is, that may be shown
 */
export function endingOf(error: unknown, place: RegExp, folder: string): Ending {
  if (!isTyped(error)) return { outcome: 'failure', wrong: `not a typed error: ${inspect(error).slice(0, 1500)}` };
  const texts = [failureOf(error).message];
  if (isSmsServiceError(error)) texts.push(inspect(error), JSON.stringify(error));
  const secret = texts.flatMap((text) => secretIn(text, folder) ?? [])[0];
  if (secret !== undefined) return { outcome: 'failure', wrong: `shows ${secret}: ${texts.join('\n')}` };
  const [message = ''] = texts;
  if (!place.test(message)) return { outcome: 'failure', wrong: `names no place: ${message}` };
  return { outcome: 'refused' };
}

/** Errors of the library, of the command, and those of the system that name a file. */
function isTyped(error: unknown): error is Error {
  if (isSmsServiceError(error) || error instanceof CommandError) return true;
  // Shaped like those of the system: what stands where a lock should be.
  return error instanceof Error && 'syscall' in error && error.message.includes('exists and is not a lock file');
}
