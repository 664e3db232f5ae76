import { randomBytes } from 'node:crypto';
import type { CommandOption } from '../running/command.js';
import type { Options } from '../running/command-options.js';
import type { Environment } from '../running/environment.js';

/** The option that shows no numbers. */
export const HASHED_OPTION: CommandOption = {
  flags: '--hashed',
  text: 'show keyed hashes for numbers; the key is SMS_SERVICE_HASH_KEY, or made for this run',
};

/** Reads {@link HASHED_OPTION}. @returns the key; `undefined` where numbers are shown */
export function hashKeyOf(options: Options, environment: Environment): string | undefined {
  if (!options.has('--hashed')) return undefined;
  return environment.SMS_SERVICE_HASH_KEY ?? randomBytes(16).toString('hex');
}
