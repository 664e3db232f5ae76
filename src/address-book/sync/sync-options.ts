import { checkBoolean, checkFunction, checkWhole } from '../../options/check.js';
import { type OptionsOf, optional, required, withDefault } from '../../options/table.js';
import type { ApplyProgress, ApplyResult } from '../apply/outcome.js';
import type { ApplyEvent } from '../apply/run-context.js';
import type { KeptExtra, SurplusExtra } from '../extras/apply-extras.js';
import type { ExtrasSummary } from '../extras/extras-summary.js';
import { CONCURRENCY, filePath, RUN_OPTIONS, SETTLING } from '../options/shared-options.js';
import { hashedAccounts } from '../plan/plan-labels.js';
import type { NotMoved } from '../plan/plan-lines.js';
import { SELECTION_TOLD } from '../selection/selection-options.js';
import { type ReadProgress, readingClient, writingClient } from '../sides/account.js';

/** Something that happens while two sides are synced. */
export type SyncEvent =
  | ApplyEvent
  /** A run that was ended is gone on with, by its journal. */
  | { readonly type: 'resumed' }
  /** In a dry run: a group would be made, or a number added. */
  | { readonly type: 'would-create'; readonly group: string }
  | { readonly type: 'would-add'; readonly group: string; readonly number: string; readonly name: string }
  | ({ readonly type: 'would-delete'; readonly name?: string | undefined } & KeptExtra)
  | { readonly type: 'would-rename'; readonly group: string; readonly number: string; readonly name: string }
  /** What the target has beyond the source is to be deleted: the plan is the backup of it. */
  | ({ readonly type: 'deletions-planned'; readonly plan: string } & ExtrasSummary)
  /** A number was deleted or has got another name, or a group was deleted. */
  | { readonly type: 'deleted' }
  /** Something stays that was to be deleted or renamed, because somebody has changed it since. */
  | ({ readonly type: 'kept' } & KeptExtra)
  /** More was deleted with a group than the backup has: somebody has added to it in the last moment. */
  | ({ readonly type: 'surplus' } & SurplusExtra)
  /** The groups that were filled were read again: of the numbers that were added some are missing, or there twice. */
  | { readonly type: 'verified'; readonly numbers: number; readonly missing: number; readonly doubles: number };

const { journal: _, dryRun, ...RUNNING } = RUN_OPTIONS;

export const SYNC_OPTIONS = {
  /** The account that is read. */
  from: required(readingClient),
  /** The account that is to have what the other one has. */
  to: required(writingClient),
  /**
   * A folder of these two accounts, which is made where it is not there: in it are the lock, and plan and journal of
   * the run that is under way. They hold telephone numbers, and only their owner can read them.
   */
  folder: required(filePath),
  ...SELECTION_TOLD,
  /**
   * Texts that tell the two accounts from all others, such as address and user name; files of the folder hold hashes of
   * them. With others than a run that was ended has had, nothing is done. Default: none.
   */
  accounts: optional(hashedAccounts),
  ...RUNNING,
  /**
   * Deletes what the target has and the source does not, and gives numbers the names that the source has: by a plan of
   * its own, which is the backup, and is kept in the folder as `deleted-<time>.jsonl`. `to` must be able to delete.
   * Default: false.
   */
  delete: withDefault(false, checkBoolean),
  /**
   * The most entries that may be deleted at once; where it would be more, nothing is, and the status is `'too-many'`.
   * Default: half of those that the target has; and nothing where the source shows no groups.
   */
  maxDelete: optional((value: unknown, path: string): number => checkWhole(value, path, 0)),
  /** Changes nothing, and tells of each change that would be made. Default: false. */
  dryRun: dryRun,
  ...CONCURRENCY,
  ...SETTLING,
  /** Told of each step, of what is waited for, and of how far the plan that is carried out is. */
  onEvent: optional<(event: SyncEvent, progress: ApplyProgress) => void>(checkFunction),
  /**
   * Told of each plan that was carried out as far as it could be, of what is added or of what is deleted, and waited
   * for: after that the plan is taken away, or made anew. {@link reportRun} tells what has become of it.
   */
  onPlanOver: withDefault<(plan: string) => void | Promise<void>>(() => undefined, checkFunction),
  /** Told of what the target will not have: at each call again. */
  onNotMoved: withDefault<(what: NotMoved) => void>(() => undefined, checkFunction),
  /** Told of how many numbers of the source were read. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

/** Options of {@link syncAddressBook}. */
export interface SyncAddressBookOptions extends OptionsOf<typeof SYNC_OPTIONS> {}

/** The result of a sync. */
export interface SyncResult {
  /**
   * `'done'`: the target has what the source had; `'rejects'`: but for what the gateway refuses; `'changed'`: the sides
   * did not come to rest, or a side is another account; `'too-many'`: more would be deleted than may be, and nothing
   * was; the others as those of a plan.
   */
  readonly status: Exclude<ApplyResult['status'], 'conflicts'> | 'too-many';
  /** Groups that were made; in a dry run those that would be. */
  readonly created: number;
  /** Numbers that were added, or would be. */
  readonly added: number;
  /** Groups that were deleted, and numbers of others that were deleted or have got another name, or would be. */
  readonly deleted: number;
  /** The backup of what was deleted last, or may have been; absent where no deletion was begun. */
  readonly backup?: string | undefined;
  /** Groups and numbers that the gateway refuses. */
  readonly rejected: number;
  /** Names, infos and entries of the source that the target has no place for. */
  readonly notMoved: number;
  /** Numbers that were added, and are not there when the groups are read again. */
  readonly missing: number;
  /** Numbers that were added, and stand there more than once: somebody else has added them, too. */
  readonly doubles: number;
  /** Entries that were deleted with a group and are in no backup: somebody has added them in the last moment. */
  readonly surplus: number;
  /** The error that has ended it, where it was one. */
  readonly error?: unknown;
}
