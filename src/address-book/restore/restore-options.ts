import { checkBoolean, checkFilled, checkFunction, checkSignal, checkWhole, invalid } from '../../options/check.js';
import { type OptionsOf, optional, required, withDefault } from '../../options/table.js';
import type { ApplyProgress, ApplyResult } from '../apply/outcome.js';
import type { ApplyEvent } from '../apply/run-context.js';
import type { KeptExtra, SurplusExtra } from '../extras/apply-extras.js';
import type { ExtrasSummary } from '../extras/extras-summary.js';
import type { AddressBookFile } from '../file-sides/open-file-side.js';
import { CONCURRENCY, filePath, SETTLING } from '../options/shared-options.js';
import { SELECTION_TOLD } from '../selection/selection-options.js';
import { deletingClient } from '../sides/account.js';
import type { AddressBookDifference, VerifyResult } from '../verify/difference.js';

/** Something that happens while an account is restored. */
export type RestoreEvent =
  | ApplyEvent
  /** Both plans are made: so many groups and numbers are added, and so much is deleted or gets another name. */
  | {
      readonly type: 'restore-planned';
      readonly create: number;
      readonly add: number;
      readonly delete: ExtrasSummary;
    }
  /** A number was deleted or has got another name, or a group was deleted. */
  | { readonly type: 'corrected' }
  /** Something stays that was to be deleted or renamed, because somebody has changed it since. */
  | ({ readonly type: 'kept' } & KeptExtra)
  /** More was deleted with a group than the backup has: somebody has added to it in the last moment. */
  | ({ readonly type: 'surplus' } & SurplusExtra)
  /** At the end: something in which the account is not as the file is. The file is the source. */
  | { readonly type: 'left'; readonly difference: AddressBookDifference };

export const RESTORE_OPTIONS = {
  /**
   * What the account is to be like: an export, by its path or as `{ file, format?, … }` with a stream; CSV and vCard,
   * too. A plan or a backup holds a part of an account, and is refused.
   */
  file: required(checkFile),
  /** The account. */
  to: required(deletingClient),
  /** A folder of this restore alone; it is made where it is not there. Plans, journals and backups stay in it. */
  folder: required(filePath),
  /** A text that tells the account from others, such as its address and user name. Default: none. */
  account: optional(checkFilled),
  ...SELECTION_TOLD,
  /** The most entries that may be deleted; where it would be more, nothing is done. Default: half of the account's. */
  maxDelete: optional((value: unknown, path: string): number => checkWhole(value, path, 0)),
  /** Only makes both plans, for review: the same call without it carries them out. Default: false. */
  dryRun: withDefault(false, checkBoolean),
  ...CONCURRENCY,
  ...SETTLING,
  /** Ends it: what is in flight is brought to its end, and the next call goes on. */
  signal: optional(checkSignal),
  /** Told of who may have the lock of the folder, while it is found out whether that run still lives. */
  onLocked: optional<(holder: string) => void>(checkFunction),
  /** Told of each step, of what stays, and of what is left different. */
  onEvent: optional<(event: RestoreEvent, progress: ApplyProgress) => void>(checkFunction),
  /** The current time. Default: the system clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};

/** Options of {@link restoreAddressBook}. */
export interface RestoreAddressBookOptions extends OptionsOf<typeof RESTORE_OPTIONS> {}

/** The result of a restore. */
export interface RestoreResult extends ApplyResult {
  /**
   * The plan of what was deleted, which is its backup: an export that `importAddressBook` takes. Absent where nothing
   * was to be done.
   */
  readonly deletions?: string | undefined;
  /** The comparison of the file with the account afterwards; absent where it did not come so far. */
  readonly compared?: VerifyResult | undefined;
  /** True where the account is as the file is. */
  readonly isSame: boolean;
}

function checkFile(file: AddressBookFile | string, path: string): AddressBookFile | string {
  if (typeof file === 'string') return checkFilled(file, path);
  if (typeof file !== 'object' || file === null) return invalid(path, 'is neither a path nor an object with a file');
  // What is not read would be deleted.
  return file.onReject === undefined ? file : invalid(`${path}.onReject`, 'is not taken: each row has to be read');
}
