import path from 'node:path';
import { checkFilled, checkFunction, checkString, invalid, optional } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { type ReadingClient, type ReadProgress, readingSides } from '../sides/account.js';
import { type Difference, namesOf, Verification, type VerifyResult } from './verification.js';

/** Options of {@link verifyMigration}. */
export interface VerifyOptions {
  readonly from: ReadingClient;
  readonly to: ReadingClient;
  /** The plan that was carried out: which groups have got another name, and which were skipped. Default: none. */
  readonly plan?: string | undefined;
  readonly onDifference?: ((difference: Difference) => void) | undefined;
  /** Shows keyed hashes in the place of numbers: at least 16 characters. Default: numbers are shown. */
  readonly hashKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of how much was read, of both sides together. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

const KNOWN: KnownNames<VerifyOptions> = {
  from: true,
  to: true,
  plan: true,
  onDifference: true,
  hashKey: true,
  signal: true,
  onProgress: true,
};
const MIN_KEY_LENGTH = 16;

/**
 * Reads two accounts and compares them group by group and number by number, whatever the spelling of the numbers is.
 * Groups belong together by their names. The memory that it takes is that of the largest group: some 30 bytes a number.
 *
 * @throws ValidationError when an option is not usable
 * @throws SmsServiceError when an account cannot be read
 */
export async function verifyMigration(options: VerifyOptions): Promise<VerifyResult> {
  const { from, to, plan, onDifference, hashKey, signal, onProgress } = readOptions(options, KNOWN);
  const sides = readingSides(from, to);
  optional(onDifference, checkFunction, 'onDifference');
  optional(onProgress, checkFunction, 'onProgress');
  if (hashKey !== undefined && checkString(hashKey, 'hashKey').length < MIN_KEY_LENGTH) {
    return invalid('hashKey', `has fewer than ${MIN_KEY_LENGTH} characters`);
  }
  const names = plan === undefined ? undefined : await namesOf(path.resolve(checkFilled(plan, 'plan')));
  return new Verification(sides, { names, hashKey, onDifference, onProgress, signal }).run();
}
