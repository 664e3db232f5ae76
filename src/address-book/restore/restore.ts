import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { FileLockedError, ValidationError } from '../../errors/errors.js';
import { timedName } from '../../files/aside.js';
import { syncFolderOf } from '../../files/place.js';
import { invalid } from '../../options/check.js';
import type { OptionValues } from '../../options/table.js';
import { applyAccepting } from '../accept/accept-changes.js';
import { type ApplyProgress, type ApplyResult, endedBy } from '../apply/outcome.js';
import { applyExtras } from '../extras/apply-extras.js';
import { type ExtrasSummary, extrasSummary } from '../extras/extras-summary.js';
import { planExtras } from '../extras/plan-extras.js';
import type { FileSide } from '../file-sides/file-side.js';
import { migrationOverview } from '../plan/overview.js';
import { journalOf } from '../plan/plan-journal.js';
import { accountHash, checkAccounts } from '../plan/plan-labels.js';
import { planSides } from '../plan/plan-migration.js';
import { selectedSide } from '../selection/selected-side.js';
import { coversOf } from '../selection/selection.js';
import type { PlannedSelection } from '../selection/selection-options.js';
import type { ReadingClient } from '../sides/account.js';
import { fingerprintOf } from '../sides/fingerprint.js';
import { Verification } from '../verify/verification.js';
import type { RESTORE_OPTIONS, RestoreEvent, RestoreResult } from './restore-options.js';

/** The folder of the run that is under way, in that of the restore: it is renamed as one when the run is over. */
const UNDER_WAY = 'run';

/** What a process has left that was killed while it wrote a plan. */
const UNFINISHED = /^\..*\.part$/;

const NOTHING: ApplyProgress = { done: 0, rejected: 0, total: 0 };

/** One restore of an account: two plans, which are carried out the one after the other. */
export class Restore {
  readonly #given: OptionValues<typeof RESTORE_OPTIONS>;
  readonly #side: FileSide;
  readonly #selection: PlannedSelection | undefined;
  readonly #account: string | undefined;
  readonly #work: string;
  readonly #additions: string;
  readonly #deletions: string;
  /** Steps of the half that is at work, and of the other one. */
  #own: ApplyProgress = NOTHING;
  #other: ApplyProgress = NOTHING;

  constructor(given: OptionValues<typeof RESTORE_OPTIONS>, side: FileSide, selection: PlannedSelection | undefined) {
    this.#given = given;
    this.#side = side;
    this.#selection = selection;
    this.#account = accountHash(given.account);
    this.#work = path.join(given.folder, UNDER_WAY);
    this.#additions = path.join(this.#work, 'additions.jsonl');
    this.#deletions = path.join(this.#work, 'deletions.jsonl');
  }

  async run(): Promise<RestoreResult> {
    const selected = selectedSide(this.#side, this.#selection, this.#given.onSelection ?? (() => undefined));
    if ((await selected.getGroups()).length === 0)
      invalid('file', 'has no groups: nothing would be left of the account');
    const { create, add, deleting } = await this.#plan();
    const total = create + add + deleting.groups + deleting.corrections;
    this.#tell({ type: 'restore-planned', create, add, delete: deleting }, { ...NOTHING, total });
    if (this.#given.dryRun) return this.#resultOf({ status: 'done', ...NOTHING, total });
    [this.#own, this.#other] = [NOTHING, { ...NOTHING, total: deleting.groups + deleting.corrections }];
    const added = await this.#add();
    [this.#own, this.#other] = [this.#other, added];
    const deleted = isOver(added) ? await this.#delete() : undefined;
    const result = together(added, deleted);
    if (!isOver(result)) {
      // What no longer fits is planned anew by the same call.
      return result.status === 'changed' ? this.#finish(result) : this.#resultOf(result);
    }
    return this.#compare(result);
  }

  /** Makes both plans, or takes those of an earlier run of the same file. */
  async #plan(): Promise<{ readonly create: number; readonly add: number; readonly deleting: ExtrasSummary }> {
    const { to, signal, settleMs, now, maxDelete } = this.#given;
    const from = selectedSide(this.#side, this.#selection);
    await this.#dropOther(from);
    mkdirSync(this.#work, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.#work)) {
      if (UNFINISHED.test(name)) rmSync(path.join(this.#work, name));
    }
    if (!existsSync(this.#additions)) {
      const accounts = this.#account === undefined ? {} : { accounts: { to: this.#account } };
      await planSides({
        from,
        to,
        out: this.#additions,
        force: false,
        head: { policy: 'merge', ...accounts, ...(this.#selection && { selection: this.#selection }) },
        signal,
        now,
        settleMs,
        onUnfinished: ({ ms }) => this.#tell({ type: 'waiting', ms }),
      });
    }
    if (!existsSync(this.#deletions)) {
      const covers = coversOf(this.#selection);
      await planExtras({ from, to, out: this.#deletions, account: this.#account, covers, maxDelete, now, signal });
    }
    const { create, add } = (await migrationOverview(this.#additions)).end;
    return { create, add, deleting: await extrasSummary(this.#deletions) };
  }

  /** Takes away plans of another file that nobody has begun. @throws ValidationError where they were begun */
  async #dropOther(from: ReadingClient): Promise<void> {
    const plans = [this.#additions, this.#deletions].filter((plan) => existsSync(plan));
    if (plans.length === 0) return;
    const isBegun = plans.some((plan) => journalOf(plan) !== undefined);
    const { head, end } = (existsSync(this.#additions) && (await migrationOverview(this.#additions))) || {};
    const isSame =
      end !== undefined &&
      end.source === (await fingerprintOf(from, () => true, { signal: this.#given.signal })) &&
      JSON.stringify(head?.selection) === JSON.stringify(this.#selection);
    if (isSame) return checkAccounts(head?.accounts, this.#account === undefined ? undefined : { to: this.#account });
    if (isBegun) {
      invalid(
        'file',
        `is not the one, or not the part of it, that was begun with: bring that to its end: ${this.#work}`,
      );
    }
    rmSync(this.#work, { recursive: true });
  }

  #add(): Promise<ApplyResult> {
    const { to, concurrency, settleMs, signal, onLocked } = this.#given;
    return applyAccepting({
      plan: this.#additions,
      journal: undefined,
      from: this.#side,
      to,
      account: this.#account,
      concurrency,
      settleMs,
      signal,
      onLocked,
      dryRun: false,
      areKnown: false,
      isFixed: true,
      onEvent: (event, progress) => this.#tell(event, progress),
    });
  }

  #delete(): Promise<ApplyResult> {
    const { to, concurrency, settleMs, signal } = this.#given;
    return applyExtras({
      plan: this.#deletions,
      client: to,
      account: this.#account,
      concurrency,
      settleMs,
      signal,
      onKept: (kept) => this.#tell({ type: 'kept', ...kept }),
      onSurplus: (surplus) => this.#tell({ type: 'surplus', ...surplus }),
      onProgress: (progress) => this.#tell({ type: 'corrected' }, progress),
      onWaiting: (ms) => this.#tell({ type: 'waiting', ms }),
    });
  }

  /** Compares the account with the file; the run is over then. */
  async #compare(result: ApplyResult): Promise<RestoreResult> {
    const { to, signal } = this.#given;
    const from = selectedSide(this.#side, this.#selection);
    const covers = coversOf(this.#selection);
    try {
      const compared = await new Verification(
        { from, to },
        { covers, signal, onDifference: (difference) => this.#tell({ type: 'left', difference }) },
      ).run();
      const isSame = compared.isComplete && compared.extra === 0;
      return { ...(await this.#finish(result)), compared, isSame };
    } catch (error) {
      if (error instanceof FileLockedError || error instanceof ValidationError) throw error;
      return this.#resultOf(endedBy(error, result));
    }
  }

  /** Keeps the folder of the run under its time, or nothing where nothing was done: the next call begins anew. */
  async #finish(result: ApplyResult): Promise<RestoreResult> {
    if (result.total === 0) {
      rmSync(this.#work, { recursive: true });
      return { ...result, isSame: false };
    }
    const { folder, now } = this.#given;
    const kept = timedName((time) => path.join(folder, time), now());
    renameSync(this.#work, kept);
    await syncFolderOf(kept);
    return { ...this.#resultOf(result), deletions: path.join(kept, path.basename(this.#deletions)) };
  }

  #resultOf(result: ApplyResult): RestoreResult {
    return { ...result, deletions: this.#deletions, isSame: false };
  }

  /** @param progress - of the half that is at work; absent where it is as it was */
  #tell(event: RestoreEvent, progress: ApplyProgress = this.#own): void {
    this.#own = progress;
    const { done, rejected, total } = this.#other;
    const all = { done: done + progress.done, rejected: rejected + progress.rejected, total: total + progress.total };
    this.#given.onEvent?.(event, all);
  }
}

function isOver({ status }: ApplyResult): boolean {
  return status === 'done' || status === 'rejects';
}

/** The result of both halves. */
function together(added: ApplyResult, deleted: ApplyResult | undefined): ApplyResult {
  if (deleted === undefined) return added;
  const sum = {
    done: added.done + deleted.done,
    rejected: added.rejected + deleted.rejected,
    total: added.total + deleted.total,
  };
  const status = deleted.status === 'done' ? added.status : deleted.status;
  return { ...deleted, ...sum, status };
}
