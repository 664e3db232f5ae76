import { checkFunction, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required } from '../../options/table.js';
import type { FileSide } from '../file-sides/file-side.js';
import { type AddressBookFile, openFileSide } from '../file-sides/open-file-side.js';
import { SIGNAL } from '../options/shared-options.js';
import { selectedSide } from '../selection/selected-side.js';
import { coversOf } from '../selection/selection.js';
import { plannedSelection, SELECTION } from '../selection/selection-options.js';
import { type ReadingClient, type ReadProgress, readingClient } from '../sides/account.js';
import type { AddressBookDifference, VerifyResult } from './difference.js';
import { checkKey } from './hash-key.js';
import { Verification } from './verification.js';

/** One of two address books that are compared: an account, or a file, also by its path alone. */
export type AddressBookSide = ReadingClient | AddressBookFile | string;

const OPTIONS = {
  /** An account, or a file: an export, a plan, a backup, CSV or vCard. */
  left: required(checkSide),
  /** The other one. */
  right: required(checkSide),
  ...SELECTION,
  /** Told of each difference: what only `right` has is `'extra-…'`, and what only `left` has `'missing-…'`. */
  onDifference: optional<(difference: AddressBookDifference) => void>(checkFunction),
  /** Shows keyed hashes in the place of numbers: at least 16 characters. Default: numbers are shown. */
  hashKey: optional(checkKey),
  ...SIGNAL,
  /** Told of how much was read, of both sides together. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

/** Options of {@link diffAddressBooks}. */
export interface DiffAddressBooksOptions extends OptionsOf<typeof OPTIONS> {}

/** The differences of two address books, counted: `left` is the source, and `right` the target. */
export interface DiffResult extends VerifyResult {
  /** True where both have the same groups with the same infos, and the same numbers under the same names, as often. */
  readonly isSame: boolean;
}

/**
 * Compares two address books, each an account, an export, a plan or another file: group by group and number by number,
 * whatever the spelling of the numbers, as `verifyMigration` does. Ids of groups, and the order of groups and numbers,
 * are no differences. A plan stands for what it moves.
 *
 * Of a file, what memory does not hold is in a temporary file without a name; it takes that of the largest group of
 * `right`, and of the ids and names of all groups.
 *
 * @throws ValidationError when an option is not usable, or a file cannot be read: it names the line
 * @throws SmsServiceError when an account cannot be read
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
export async function diffAddressBooks(options: DiffAddressBooksOptions): Promise<DiffResult> {
  const { left, right, onDifference, hashKey, signal, onProgress, ...selecting } = readOptions(options, OPTIONS);
  const selection = plannedSelection(selecting);
  const opened: FileSide[] = [];
  const sideOf = async (given: AddressBookSide, place: string): Promise<ReadingClient> => {
    if (isAccount(given)) return given;
    const { side } = await openFileSide(given, place);
    opened.push(side);
    return side;
  };
  try {
    const from = selectedSide(await sideOf(left, 'left'), selection, () => undefined);
    const to = await sideOf(right, 'right');
    const covers = coversOf(selection);
    const comparing = { covers, readsExtra: true, onDifference, hashKey, signal, onProgress };
    const result = await new Verification({ from, to }, comparing).run();
    return { ...result, isSame: result.isComplete && result.extra === 0 };
  } finally {
    for (const side of opened) side.close();
  }
}

function isAccount(side: AddressBookSide): side is ReadingClient {
  return typeof side === 'object' && !('file' in side);
}

function checkSide(side: AddressBookSide, place: string): AddressBookSide {
  if (typeof side === 'string') return side;
  if (typeof side !== 'object' || side === null) return invalid(place, 'is neither a client nor a file');
  return isAccount(side) ? readingClient(side, place) : side;
}
