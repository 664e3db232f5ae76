import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { namingFile } from '../../files/file-error.js';
import { invalid } from '../../options/check.js';
import { readOptions } from '../../options/table.js';
import { openFileSide } from '../file-sides/open-file-side.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { isFile } from '../plan/plan-journal.js';
import { plannedSelection } from '../selection/selection-options.js';
import { Restore } from './restore.js';
import { RESTORE_OPTIONS, type RestoreAddressBookOptions, type RestoreResult } from './restore-options.js';

/** The mode of the folder: it holds telephone numbers. */
const OWN_FOLDER = 0o700;

/**
 * Brings an account to the state of a file, as far as the interface can express it: groups and numbers that the account
 * lacks are added, those that the file does not have are deleted, numbers get the names of the file, and entries that
 * stand there too often are taken out. Both halves are plans that are made before anything is changed; that of the
 * deletions holds all that it deletes, and is on the disk before. At the end the account is compared with the file.
 *
 * Left as they are, and told of: infos of groups that are there, numbers with several names, what is no telephone
 * number, and what somebody else changes meanwhile. Ids and the order of groups and numbers are the account's own.
 *
 * A run that ended, by whatever, is gone on with by the same call; one that has come to its end is kept in the folder
 * under its time, and the same call begins anew.
 *
 * @returns how it has ended, and whether the account is as the file is
 * @throws ValidationError when an option is not usable, the file cannot be read or is not the one that the run was
 *   begun with, or more would be deleted than may be
 * @throws FileLockedError when another run has the folder
 * @throws SmsServiceError when the account cannot be read before anything was begun
 *
 * @example
 * ```ts
 * const { status, isSame, deletions } = await restoreAddressBook({
 *   file: 'yesterday.jsonl',
 *   to: client,
 *   folder: 'restore',
 * });
 * console.log(status, isSame, `what was deleted is in ${deletions}`);
 * ```
 */
export async function restoreAddressBook(options: RestoreAddressBookOptions): Promise<RestoreResult> {
  const given = readOptions(options, RESTORE_OPTIONS);
  const { file, folder, signal, onLocked } = given;
  const opened = await openFileSide(file, 'file');
  try {
    if (opened.isPlan) invalid('file', 'is a plan or a backup, which holds a part of an account: import it');
    if (isFile(folder)) invalid('folder', `is a file: ${folder}`);
    await namingFile(folder, async () => {
      mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
    });
    const what = 'is in use: another run restores an account by it';
    const lock = await lockedForJournal(path.join(folder, 'restore'), what, { signal, onLocked });
    try {
      return await new Restore(given, opened.side, plannedSelection(given)).run();
    } finally {
      lock.release();
    }
  } finally {
    opened.side.close();
  }
}
