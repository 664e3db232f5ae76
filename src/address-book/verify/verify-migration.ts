import { checkFunction, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { filePath, SIGNAL } from '../options/shared-options.js';
import { planHead } from '../plan/plan-file.js';
import { selectedSide } from '../selection/selected-side.js';
import { coversOf } from '../selection/selection.js';
import { plannedSelection, SELECTION } from '../selection/selection-options.js';
import { checkTwoClients, READ_SIDES, type ReadProgress } from '../sides/account.js';
import { checkKinds } from '../sides/not-moved.js';
import type { AddressBookDifference, VerifyResult } from './difference.js';
import { checkKey } from './hash-key.js';
import { planScope } from './plan-scope.js';
import { Verification } from './verification.js';

const OPTIONS = {
  ...READ_SIDES,
  /**
   * The plan that was carried out: which part of the source it has read, which groups have got another name, and which
   * were skipped. Default: none.
   */
  plan: optional(filePath),
  ...SELECTION,
  /**
   * Kinds of data that may have been left behind without being a difference that matters: see `isComplete`. Default:
   * nothing.
   */
  accept: withDefault([], checkKinds),
  /** Told of each difference. */
  onDifference: optional<(difference: AddressBookDifference) => void>(checkFunction),
  /** Shows keyed hashes in the place of numbers: at least 16 characters. Default: numbers are shown. */
  hashKey: optional(checkKey),
  ...SIGNAL,
  /** Told of how much was read, of both sides together. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

/** Options of {@link verifyMigration}. */
export interface VerifyMigrationOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Reads two accounts and compares them group by group and number by number, whatever the spelling of the numbers is.
 * Groups belong together by their names, numbers by their names as they are, each as often as it stands there. The
 * memory that it takes is that of the largest group: some 40 bytes a number, and one or two for each character of its
 * name.
 *
 * Of a part of the source (`include`, `exclude`, `names`) the groups count that belong to it, on both sides.
 *
 * @throws ValidationError when an option is not usable, or says with `plan` which part is read: the plan does
 * @throws SmsServiceError when an account cannot be read
 *
 * @example
 * ```ts
 * const { isComplete } = await verifyMigration({
 *   from: source,
 *   to: target,
 *   plan: 'move.json',
 *   onDifference: (difference) => console.log(difference),
 * });
 * ```
 */
export async function verifyMigration(options: VerifyMigrationOptions): Promise<VerifyResult> {
  const { from, to, plan, ...more } = readOptions(options, OPTIONS);
  checkTwoClients(from, to);
  const given = plannedSelection(more);
  const [only] = Object.keys(given ?? {});
  if (plan !== undefined && only !== undefined) invalid(only, 'stands in the plan, and is not given besides');
  const selection = plan === undefined ? given : (await planHead(plan)).selection;
  const scope = plan === undefined ? undefined : await planScope(plan);
  const covers = coversOf(selection);
  // Of a plan groups may have gone that its patterns did fit.
  const source = selectedSide(from, selection, plan === undefined ? () => undefined : undefined);
  return new Verification({ from: source, to }, { ...more, scope, covers }).run();
}
