import { inspect } from 'node:util';
import { CommandError, failureOf } from '../../../src/cli/running/failure.js';
import { isSmsServiceError } from '../../../src/errors/errors.js';
import { secretIn } from './secrets.js';

/** The end of reading a file: a word for the statistics, and a defect. */
export interface Ending {
  readonly outcome: string;
  readonly wrong?: string | undefined;
}

/**
 * Checks the error of reading a file: it must be typed, name the position and show no secret.
 *
 * @param folder - the folder of the file, whose name may be shown
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

/** Errors of the library, of the command, and system errors that name a file. */
function isTyped(error: unknown): error is Error {
  if (isSmsServiceError(error) || error instanceof CommandError) return true;
  // A file that is not a lock gives an error with the shape of a system error.
  return error instanceof Error && 'syscall' in error && error.message.includes('exists and is not a lock file');
}
