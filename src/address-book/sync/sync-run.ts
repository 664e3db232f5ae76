import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileLockedError, isSmsServiceError, ValidationError } from '../../errors/errors.js';
import type { readOptions } from '../../options/table.js';
import { earlierPlans } from '../accept/earlier-plans.js';
import { applyPlan, type PlanOutcome } from '../apply/apply-plan.js';
import { endedBy } from '../apply/outcome.js';
import { isGone } from '../changes/side-change.js';
import type { ExtrasSummary } from '../extras/extras-summary.js';
import { planHead, readPlan } from '../plan/plan-file.js';
import { checkAccounts } from '../plan/plan-labels.js';
import type { PlanSummary } from '../plan/plan-lines.js';
import { planSides } from '../plan/plan-migration.js';
import { selectedSide } from '../selection/selected-side.js';
import { plannedSelection } from '../selection/selection-options.js';
import { lookForAdded } from './added-numbers.js';
import { SyncDeletions } from './sync-deletions.js';
import type { SyncFolder } from './sync-folder.js';
import type { SYNC_OPTIONS, SyncEvent, SyncResult } from './sync-options.js';

/** The number of times that one call plans anew, because the sides do not come to rest. */
const MAX_ROUNDS = 5;
const NOTHING = { done: 0, rejected: 0, total: 0 };

type Given = ReturnType<typeof readOptions<typeof SYNC_OPTIONS>>;

/** One sync of two sides. */
export class SyncRun {
  readonly #given: Given;
  readonly #folder: SyncFolder;
  readonly #deletions: SyncDeletions;
  #created = 0;
  /** Groups and numbers, of this call. */
  #done = 0;
  #rejected = 0;
  #notMoved = 0;
  /** Steps of deletions, and those that the gateway refuses. */
  #deleted = 0;
  #undeleted = 0;
  #backup: string | undefined;
  #missing = 0;
  #doubles = 0;
  /** True where the last plan was carried out, and all of it is there. */
  #isAtRest = false;

  constructor(given: Given, folder: SyncFolder) {
    this.#given = given;
    this.#folder = folder;
    this.#deletions = new SyncDeletions(given, (event) => this.#tell(event));
  }

  /** Carries out what is new. */
  async run(): Promise<SyncResult> {
    try {
      return (await this.#resume()) ?? (await this.#rounds());
    } catch (error) {
      return this.endedBy(error);
    }
  }

  /** Brings to its end what an earlier call has begun. @returns the result where that has ended this one */
  async #resume(): Promise<SyncResult | undefined> {
    if (this.#deletions.isBegun()) {
      this.#tell({ type: 'resumed' });
      const { ended } = await this.#applyDeletions();
      if (ended !== undefined) return ended;
    }
    if (!this.#folder.isBegun()) {
      this.#folder.clear();
      return undefined;
    }
    this.#tell({ type: 'resumed' });
    return this.#apply();
  }

  async #rounds(): Promise<SyncResult> {
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const summary = await this.#plan(this.#folder.plan);
      if (summary === undefined) continue;
      const { create, add } = summary;
      if (create + add > 0) {
        this.#tell({ type: 'planned', plan: this.#folder.plan, create, add });
        const ended = await this.#apply();
        if (ended !== undefined) return ended;
        if (!this.#isAtRest) continue;
      } else {
        // What was refused or was missing is not wanted any more.
        [this.#rejected, this.#missing] = [0, 0];
        await this.#given.onPlanOver(this.#folder.plan);
        this.#folder.clear();
      }
      const { ended, isDone } = this.#given.delete ? await this.#delete() : { ended: undefined, isDone: true };
      if (ended !== undefined) return ended;
      if (isDone) return this.#result(this.#rejected + this.#undeleted > 0 ? 'rejects' : 'done');
    }
    return this.#result('changed');
  }

  /** Deletes what the target has beyond the source. What was deleted is compared once more in another round. */
  async #delete(): Promise<{ readonly ended?: SyncResult | undefined; readonly isDone: boolean }> {
    let summary: ExtrasSummary;
    try {
      summary = await this.#deletions.plan();
    } catch (error) {
      if (isGone(error)) return { isDone: false };
      if (!isTooMany(error)) throw error;
      return { ended: this.#result('too-many', error), isDone: true };
    }
    const { groups, corrections } = summary;
    if (groups + corrections === 0) {
      await this.#given.onPlanOver(this.#deletions.file);
      this.#deletions.drop();
      return { isDone: true };
    }
    this.#tell({ type: 'deletions-planned', plan: this.#deletions.file, ...summary });
    return this.#applyDeletions();
  }

  async #applyDeletions(): Promise<{ readonly ended?: SyncResult | undefined; readonly isDone: boolean }> {
    const { status, done, rejected, backup, error } = await this.#deletions.apply();
    this.#deleted += done;
    this.#undeleted = rejected;
    this.#backup = backup ?? this.#backup;
    const isOver = status === 'done' || status === 'rejects' || status === 'changed';
    if (!isOver) return { ended: this.#result(status, error), isDone: true };
    return { isDone: done === 0 && status !== 'changed' };
  }

  /** Tells of each change that would be made. */
  async show(): Promise<SyncResult> {
    const folder = mkdtempSync(path.join(tmpdir(), 'sms-service-sync-'));
    try {
      const plan = path.join(folder, 'plan.jsonl');
      const { create, add } = (await this.#plan(plan)) ?? { create: 0, add: 0 };
      [this.#created, this.#done] = [create, create + add];
      let group = '';
      for await (const { value } of readPlan(plan)) {
        if ('group' in value) {
          group = value.group.name;
          if (value.group.action === 'create') this.#tell({ type: 'would-create', group });
        } else if ('add' in value) this.#tell({ type: 'would-add', group, ...value.add });
      }
      await this.#given.onPlanOver(plan);
      if (this.#given.delete) {
        const deletions = path.join(folder, 'deleting.jsonl');
        const { groups, corrections } = await this.#deletions.show(deletions);
        this.#deleted = groups + corrections;
        await this.#given.onPlanOver(deletions);
      }
      return this.#result('done');
    } catch (error) {
      return this.endedBy(error);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Tells how an error has ended it. @throws what is no error of a gateway */
  endedBy(error: unknown): SyncResult {
    if (isTooMany(error)) return this.#result('too-many', error);
    if (error instanceof FileLockedError || error instanceof ValidationError || !isSmsServiceError(error)) throw error;
    const { status, error: cause } = endedBy(error, NOTHING);
    return this.#result(status, cause);
  }

  /** Plans what is new. @returns `undefined` where a group was deleted while it was read */
  async #plan(out: string): Promise<PlanSummary | undefined> {
    const { from, to, accounts, settleMs, signal, onSelection, onNotMoved, onProgress } = this.#given;
    const selection = plannedSelection(this.#given);
    this.#notMoved = 0;
    try {
      const summary = await planSides({
        from: selectedSide(from, selection, onSelection ?? (() => undefined)),
        to,
        out,
        force: true,
        head: { policy: 'merge', ...(accounts && { accounts }), ...(selection && { selection }) },
        settleMs,
        signal,
        onNotMoved,
        onUnfinished: ({ ms }) => this.#tell({ type: 'waiting', ms }),
        onProgress,
      });
      this.#notMoved = summary.notMoved;
      return summary;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  /** Carries out the plan in the folder. @returns the result where that has ended the call */
  async #apply(): Promise<SyncResult | undefined> {
    const { from, to, accounts, concurrency, settleMs, signal, onLocked, onEvent } = this.#given;
    const { plan } = this.#folder;
    checkAccounts((await planHead(plan)).accounts, accounts);
    const { done: before } = await earlierPlans([plan], undefined);
    const outcome = await applyPlan({
      plan,
      journal: undefined,
      from,
      to,
      account: accounts?.to,
      concurrency,
      settleMs,
      signal,
      onLocked,
      dryRun: false,
      onEvent: (event, progress) => {
        if (event.type === 'group-created') this.#created += 1;
        onEvent?.(event, progress);
      },
      ifChanged: 'go-on',
      areKnown: accounts?.from !== undefined && accounts.to !== undefined,
    });
    this.#done += outcome.done - before;
    this.#rejected = outcome.rejected;
    await this.#given.onPlanOver(plan);
    if (!isOver(outcome)) return this.#result(outcome.status, outcome.error);
    const added = await lookForAdded(plan, to, signal);
    if (added.numbers > 0) this.#tell({ type: 'verified', ...added });
    this.#missing = added.missing;
    this.#doubles += added.doubles;
    this.#isAtRest = outcome.status !== 'changed' && added.missing === 0;
    this.#folder.clear();
    return undefined;
  }

  #result(status: PlanOutcome['status'] | 'too-many', error?: unknown): SyncResult {
    return {
      // A plan that merges has no conflicts.
      status: status === 'conflicts' ? 'changed' : status,
      created: this.#created,
      added: Math.max(0, this.#done - this.#created),
      deleted: this.#deleted,
      rejected: this.#rejected + this.#undeleted,
      notMoved: this.#notMoved,
      missing: this.#missing,
      doubles: this.#doubles,
      surplus: this.#deletions.surplus,
      ...(this.#backup === undefined ? {} : { backup: this.#backup }),
      ...(error === undefined ? {} : { error }),
    };
  }

  #tell(event: SyncEvent): void {
    this.#given.onEvent?.(event, NOTHING);
  }
}

/** Tells whether a plan is done with: what it has left is planned anew. */
function isOver({ status, mayPlanAnew }: PlanOutcome): boolean {
  return status === 'done' || status === 'rejects' || (status === 'changed' && mayPlanAnew);
}

function isTooMany(error: unknown): boolean {
  return error instanceof ValidationError && error.path === 'maxDelete';
}
