import { checkFilled, checkFunction, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required } from '../../options/table.js';
import { type AddressBookClient, checkReader } from '../accounts/account.js';
import type { AddressBookDifference } from '../compare/compare.js';
import { type AddressBookFile, openFile } from '../files/open-file.js';
import { selectedSide } from '../selection/selection.js';
import { plannedSelection } from '../selection/selection-options.js';
import { MIRRORING, type MirrorResult, mirror } from './mirror.js';

const OPTIONS = {
  /**
   * An export: its path, or `{ file, format?, … }` with a path or a stream. A plan contains a part of an account and
   * is refused.
   */
  file: required(checkFile),
  /** The account that is changed. */
  to: required<AddressBookClient>(checkReader),
  ...MIRRORING,
  /** Called for each difference that remains at the end; the file is the source. */
  onDifference: optional<(difference: AddressBookDifference) => void>(checkFunction),
};

/** Options of {@link restoreAddressBook}. */
export interface RestoreAddressBookOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Makes an account like an export: adds, deletes and renames numbers, adds and deletes groups, and compares both at the
 * end. What cannot be changed stays: infos of groups, and numbers that the file has under several names.
 *
 * @returns how it ended; an error of the gateway does not reject
 * @throws ValidationError if an option is invalid, or the file cannot be read or has no groups
 * @throws FileLockedError if another call uses the folder
 *
 * @example
 * ```ts
 * const options = { file: 'yesterday.jsonl', to: client, folder: 'restore' };
 * const { status, compared, backup } = await restoreAddressBook(options);
 * console.log(status, compared?.isSame, backup);
 * ```
 */
export async function restoreAddressBook(options: RestoreAddressBookOptions): Promise<MirrorResult> {
  const { file, ...values } = readOptions(options, OPTIONS);
  const { account, isPlan } = await openFile(file, 'file');
  try {
    if (isPlan) invalid('file', 'is a plan, which contains only a part of an account. Use importAddressBook');
    const groups = await selectedSide(account, plannedSelection(values), true).getGroups();
    if (groups.length === 0) invalid('file', 'has no groups: the complete account would be deleted');
    return await mirror({ ...values, from: account, delete: true, compares: !values.dryRun });
  } finally {
    account.close();
  }
}

function checkFile(file: AddressBookFile | string, path: string): AddressBookFile | string {
  if (typeof file === 'string') return checkFilled(file, path);
  if (typeof file !== 'object' || file === null) return invalid(path, 'must be a path or an object with a file');
  // Entries that are not read would be deleted.
  return file.onReject === undefined ? file : invalid(`${path}.onReject`, 'is not allowed: every row must be readable');
}
