import type { HeldLock } from '../../files/lock/held-lock.js';
import { readOptions } from '../../options/table.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { checkTwoClients, deletingClient } from '../sides/account.js';
import { SyncFolder } from './sync-folder.js';
import { SYNC_OPTIONS, type SyncAddressBookOptions, type SyncResult } from './sync-options.js';
import { SyncRun } from './sync-run.js';

/**
 * Brings what one account has gained into another, again and again: each call plans, carries the plan out, and reads
 * the groups that it has filled again. Groups belong together by their names, and numbers in whatever spelling: what
 * the target has is not added. Both sides may change meanwhile: what no longer fits is planned anew. A call that was
 * ended, by whatever, is brought to its end by the next one, by its journal. Nothing is deleted without `delete`.
 *
 * @returns how it has ended; an error of a gateway does not reject
 * @throws ValidationError when an option is not usable, or the folder has the run of other accounts
 * @throws FileLockedError when another call with the same folder is at work: it names it
 *
 * @example
 * ```ts
 * const { status, added } = await syncAddressBook({ from: source, to: target, folder: 'old-to-new' });
 * console.log(`${status}: ${added} numbers added`);
 * ```
 */
export async function syncAddressBook(options: SyncAddressBookOptions): Promise<SyncResult> {
  const given = readOptions(options, SYNC_OPTIONS);
  checkTwoClients(given.from, given.to);
  if (given.delete) deletingClient(given.to as Parameters<typeof deletingClient>[0], 'to');
  const folder = new SyncFolder(given.folder);
  if (given.dryRun) return new SyncRun(given, folder).show();
  folder.make();
  const { signal, onLocked } = given;
  const run = new SyncRun(given, folder);
  let lock: HeldLock;
  try {
    lock = await lockedForJournal(folder.lock, 'is in use: another sync is at work', { signal, onLocked });
  } catch (error) {
    return run.endedBy(error);
  }
  try {
    return await run.run();
  } finally {
    lock.release();
  }
}
