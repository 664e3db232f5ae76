import path from 'node:path';
import { checkFilled, checkFunction, checkString, invalid, optional } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { type ReadingClient, type ReadProgress, readingSides } from '../sides/account.js';
import { checkedKinds, type NotMovedKind } from '../sides/not-moved.js';
import type { Difference, VerifyResult } from './difference.js';
import { planScope } from './plan-scope.js';
import { Verification } from './verification.js';

/** Options of {@link verifyMigration}. */
export interface VerifyOptions {
  readonly from: ReadingClient;
  readonly to: ReadingClient;
  /** The plan that was carried out: which groups have got another name, and which were skipped. Default: none. */
  readonly plan?: string | undefined;
  /** What may have been left behind without being a difference that matters: see `isComplete`. Default: nothing. */
  readonly accept?: readonly NotMovedKind[] | undefined;
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
  accept: true,
  onDifference: true,
  hashKey: true,
  signal: true,
  onProgress: true,
};
const MIN_KEY_LENGTH = 16;

/**
 * Reads two accounts and compares them group by group and number by number, whatever the spelling of the numbers is.
 * Groups belong together by their names, numbers by their names as they are, each as often as it stands there. The
 * memory that it takes is that of the largest group: some 40 bytes a number, and one or two for each character of its
 * name.
 *
 * @throws ValidationError when an option is not usable
 * @throws SmsServiceError when an account cannot be read
 */
export async function verifyMigration(options: VerifyOptions): Promise<VerifyResult> {
  const { from, to, plan, accept, onDifference, hashKey, signal, onProgress } = readOptions(options, KNOWN);
  const sides = readingSides(from, to);
  optional(onDifference, checkFunction, 'onDifference');
  optional(onProgress, checkFunction, 'onProgress');
  if (hashKey !== undefined && checkString(hashKey, 'hashKey').length < MIN_KEY_LENGTH) {
    return invalid('hashKey', `has fewer than ${MIN_KEY_LENGTH} characters`);
  }
  const scope = plan === undefined ? undefined : await planScope(path.resolve(checkFilled(plan, 'plan')));
  const accepted = checkedKinds(accept);
  return new Verification(sides, { scope, accept: accepted, hashKey, onDifference, onProgress, signal }).run();
}
