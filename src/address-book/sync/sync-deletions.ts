import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ValidationError } from '../../errors/errors.js';
import { timedName } from '../../files/aside.js';
import { syncFolderOf } from '../../files/place.js';
import type { OptionValues } from '../../options/table.js';
import type { ApplyResult } from '../apply/outcome.js';
import { readBackup } from '../backup/backup-reader.js';
import { applyExtras } from '../extras/apply-extras.js';
import { extrasOverview } from '../extras/extras-overview.js';
import type { ExtrasSummary } from '../extras/extras-summary.js';
import { planExtras } from '../extras/plan-extras.js';
import { readSteps } from '../journal/read-steps.js';
import { isFile } from '../plan/plan-journal.js';
import { selectedSide } from '../selection/selected-side.js';
import { coversOf } from '../selection/selection.js';
import { plannedSelection } from '../selection/selection-options.js';
import { deletingClient, groupsOf } from '../sides/account.js';
import type { SYNC_OPTIONS, SyncEvent } from './sync-options.js';

const UNDER_WAY = 'deleting.jsonl';

/** The results of deletions that are over: the plan is kept as the backup of what was deleted. */
export interface SyncDeletion extends ApplyResult {
  /** `undefined` where nothing was begun. */
  readonly backup: string | undefined;
}

/** Deletes in the target what the source does not have, by plans that are the backups of it. */
export class SyncDeletions {
  readonly #given: OptionValues<typeof SYNC_OPTIONS>;
  readonly #plan: string;
  readonly #tell: (event: SyncEvent) => void;
  /** Entries that were deleted with their groups, and not compared. */
  #surplus = 0;

  constructor(given: OptionValues<typeof SYNC_OPTIONS>, tell: (event: SyncEvent) => void) {
    this.#given = given;
    this.#plan = path.join(given.folder, UNDER_WAY);
    this.#tell = tell;
  }

  /** The path of the plan that is under way. */
  get file(): string {
    return this.#plan;
  }

  /** The number of entries that were deleted, and are in no backup. */
  get surplus(): number {
    return this.#surplus;
  }

  get #journal(): string {
    return `${this.#plan}.journal`;
  }

  /** True where deletions were begun, and did not come to their end; one that was not begun is taken away. */
  isBegun(): boolean {
    if (existsSync(this.#plan) && existsSync(this.#journal)) return true;
    // The plan has got its name as a backup; or nothing of it was done.
    rmSync(existsSync(this.#plan) ? this.#plan : this.#journal, { force: true });
    return false;
  }

  /** Plans what is to be deleted. @throws ValidationError of `maxDelete` where it is too much */
  async plan(out: string = this.#plan): Promise<ExtrasSummary> {
    const { from, to, accounts, maxDelete, signal } = this.#given;
    const selection = plannedSelection(this.#given);
    const source = selectedSide(from, selection);
    const isEmpty = (await groupsOf(source, { signal })).length === 0;
    if (isEmpty && maxDelete === undefined && (await groupsOf(to, { signal })).length > 0) {
      throw new ValidationError('maxDelete', 'is not given, and the source has no groups; nothing is deleted');
    }
    const [account, covers] = [accounts?.to, coversOf(selection)];
    return planExtras({ from: source, to, out, account, covers, maxDelete, now: () => new Date(), signal });
  }

  /** Carries the plan out, or goes on with it. */
  async apply(): Promise<SyncDeletion> {
    const { to, accounts, concurrency, settleMs, signal, onLocked, onEvent } = this.#given;
    const result = await applyExtras({
      plan: this.#plan,
      client: deletingClient(to as Parameters<typeof deletingClient>[0], 'to'),
      account: accounts?.to,
      concurrency,
      settleMs,
      signal,
      onLocked,
      onKept: (kept) => this.#tell({ type: 'kept', ...kept }),
      onSurplus: (surplus) => {
        this.#surplus += surplus.deleted - surplus.compared;
        this.#tell({ type: 'surplus', ...surplus });
      },
      onProgress: (progress) => onEvent?.({ type: 'deleted' }, progress),
      onWaiting: (ms) => this.#tell({ type: 'waiting', ms }),
    });
    const { status } = result;
    await this.#given.onPlanOver(this.#plan);
    if (status !== 'done' && status !== 'rejects' && status !== 'changed') return { ...result, backup: this.#plan };
    return { ...result, backup: (await this.#isUntouched()) ? this.drop() : await this.#keep() };
  }

  /** True where no request was made. One that counts as nothing done may have deleted what only the plan has. */
  async #isUntouched(): Promise<boolean> {
    return !isFile(this.#journal) || readSteps(this.#journal, await extrasOverview(this.#plan)).isFresh;
  }

  /** Takes away a plan of which nothing was done. */
  drop(): undefined {
    rmSync(this.#journal, { force: true });
    rmSync(this.#plan, { force: true });
  }

  /** Tells of each deletion that would be made. */
  async show(out: string): Promise<ExtrasSummary> {
    const summary = await this.plan(out);
    let group = '';
    let isWhole = false;
    await readBackup(out, 'extras', {
      group: ({ name, whole = false }) => {
        [group, isWhole] = [name, whole];
        if (whole) this.#tell({ type: 'would-delete', group });
      },
      number: ({ number, name }) => {
        if (isWhole) this.#tell({ type: 'would-delete', group, number, name });
      },
      correction: ({ number, name }) => {
        if (name === undefined) this.#tell({ type: 'would-delete', group, number });
        else this.#tell({ type: 'would-rename', group, number, name });
      },
    });
    return summary;
  }

  /** Gives the plan the name of a backup; its journal goes last, which says until then that it was begun. */
  async #keep(): Promise<string> {
    const kept = timedName((time) => path.join(this.#given.folder, `deleted-${time}.jsonl`), new Date());
    renameSync(this.#plan, kept);
    await syncFolderOf(kept);
    rmSync(this.#journal, { force: true });
    return kept;
  }
}
