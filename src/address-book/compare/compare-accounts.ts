import { checkFunction, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { checkReader, checkTwoClients, type ReadingClient } from '../accounts/account.js';
import { filePath, READING } from '../accounts/options.js';
import type { FileAccount } from '../files/file-account.js';
import { type AddressBookFile, openFile } from '../files/open-file.js';
import { checkKinds } from '../plan/plan-lines.js';
import { planHeader, planScope } from '../plan/read-plan.js';
import { coversOf, selectedSide } from '../selection/selection.js';
import { plannedSelection, SELECTION } from '../selection/selection-options.js';
import { type AddressBookDifference, type CompareResult, compare } from './compare.js';

/** An account, or a file by its path or with options. */
export type AddressBookSide = ReadingClient | AddressBookFile | string;

const COMPARING = {
  ...SELECTION,
  /** Kinds of data that may be missing: see `isComplete`. Default: none. */
  accept: withDefault([], checkKinds),
  /** Called for each difference. */
  onDifference: optional<(difference: AddressBookDifference) => void>(checkFunction),
  ...READING,
};

const VERIFY_OPTIONS = {
  /** The source. */
  from: required<ReadingClient>(checkReader),
  /** The target. */
  to: required<ReadingClient>(checkReader),
  /** The plan that was applied: it contains the selection and the new names of groups. Default: none. */
  plan: optional(filePath),
  ...COMPARING,
};

/** Options of {@link verifyMigration}. */
export interface VerifyMigrationOptions extends OptionsOf<typeof VERIFY_OPTIONS> {}

/**
 * Compares two accounts, entry by entry. Groups belong together by name, numbers in any spelling. With a selection,
 * other groups of both accounts are ignored.
 *
 * @throws ValidationError if an option is invalid, or the plan already contains the selection
 * @throws SmsServiceError if an account cannot be read
 *
 * @example
 * ```ts
 * const { isComplete } = await verifyMigration({
 *   from: source,
 *   to: target,
 *   plan: 'move.jsonl',
 *   onDifference: (difference) => console.log(difference),
 * });
 * ```
 */
export async function verifyMigration(options: VerifyMigrationOptions): Promise<CompareResult> {
  const { from, to, plan, ...more } = readOptions(options, VERIFY_OPTIONS);
  checkTwoClients(from, to);
  const requested = plannedSelection(more);
  const [only] = Object.keys(requested ?? {});
  if (plan !== undefined && only !== undefined) invalid(only, 'is part of the plan. Remove this option');
  const selection = plan === undefined ? requested : (await planHeader(plan)).selection;
  const scope = plan === undefined ? undefined : await planScope(plan);
  // Groups of a plan may have been deleted since, so that its patterns fit none.
  const source = selectedSide(from, selection, plan === undefined);
  return compare(source, to, { ...more, scope, covers: coversOf(selection) });
}

const DIFF_OPTIONS = {
  /** An account, or a file: an export, a plan, CSV or vCard. */
  left: required(checkSide),
  /** The other one. */
  right: required(checkSide),
  ...COMPARING,
};

/** Options of {@link diffAddressBooks}. */
export interface DiffAddressBooksOptions extends OptionsOf<typeof DIFF_OPTIONS> {}

/**
 * Compares any two accounts or files as {@link verifyMigration} does: `left` is the source, `right` the target. A plan
 * stands for the entries that it deletes, or, if it deletes nothing, for those that it adds. Files are kept in a
 * temporary file.
 *
 * @throws ValidationError if an option is invalid, or a file cannot be read: it names the line
 * @throws SmsServiceError if an account cannot be read
 *
 * @example
 * ```ts
 * const { isSame } = await diffAddressBooks({
 *   left: 'yesterday.jsonl',
 *   right: client,
 *   onDifference: ({ kind, group }) => console.log(kind, group),
 * });
 * ```
 */
export async function diffAddressBooks(options: DiffAddressBooksOptions): Promise<CompareResult> {
  const { left, right, ...more } = readOptions(options, DIFF_OPTIONS);
  const selection = plannedSelection(more);
  const opened: FileAccount[] = [];
  const accountOf = async (side: AddressBookSide, place: string): Promise<ReadingClient> => {
    if (isAccount(side)) return side;
    const { account } = await openFile(side, place);
    opened.push(account);
    return account;
  };
  try {
    const source = selectedSide(await accountOf(left, 'left'), selection, true);
    return await compare(source, await accountOf(right, 'right'), { ...more, covers: coversOf(selection) });
  } finally {
    for (const account of opened) account.close();
  }
}

function isAccount(side: AddressBookSide): side is ReadingClient {
  return typeof side === 'object' && !('file' in side);
}

function checkSide(side: AddressBookSide, place: string): AddressBookSide {
  if (typeof side === 'string') return side;
  if (typeof side !== 'object' || side === null) return invalid(place, 'must be a client or a file');
  return isAccount(side) ? checkReader(side, place) : side;
}
