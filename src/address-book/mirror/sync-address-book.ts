import { checkBoolean } from '../../options/check.js';
import { type OptionsOf, readOptions, required, withDefault } from '../../options/table.js';
import { type AddressBookClient, checkReader, checkTwoClients, type ReadingClient } from '../accounts/account.js';
import { MIRRORING, type MirrorResult, mirror } from './mirror.js';

const OPTIONS = {
  /** The source. It is only read. */
  from: required<ReadingClient>(checkReader),
  /** The account that is changed. */
  to: required<AddressBookClient>(checkReader),
  /** Deletes and renames what only the target has. Default: false. */
  delete: withDefault(false, checkBoolean),
  ...MIRRORING,
};

/** Options of {@link syncAddressBook}. */
export interface SyncAddressBookOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Adds to one account what another one has gained, again and again. Each call plans the difference and applies it,
 * until nothing is left to do. Groups belong together by name, numbers in any spelling. Both accounts may change
 * during the call. Nothing is deleted without `delete`.
 *
 * @returns how it ended; an error of the gateway does not reject
 * @throws ValidationError if an option is invalid, or the folder has the unfinished run of other accounts
 * @throws FileLockedError if another call uses the folder
 *
 * @example
 * ```ts
 * const { status, changes } = await syncAddressBook({ from: source, to: target, folder: 'old-to-new' });
 * console.log(`${status}: ${changes.numbersAdded} numbers added`);
 * ```
 */
export async function syncAddressBook(options: SyncAddressBookOptions): Promise<MirrorResult> {
  const values = readOptions(options, OPTIONS);
  checkTwoClients(values.from, values.to);
  return mirror({ ...values, compares: false });
}
