import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileLockedError, isSmsServiceError, ValidationError } from '../../errors/errors.js';
import type { readOptions } from '../../options/table.js';
import { earlierPlans } from '../accept/further-plans.js';
import { applyPlan, type PlanOutcome } from '../apply/apply-plan.js';
import { endedBy } from '../apply/outcome.js';
import { isGone } from '../changes/side-change.js';
import { planHead, readPlan } from '../plan/plan-file.js';
import { checkAccounts } from '../plan/plan-labels.js';
import type { PlanSummary } from '../plan/plan-lines.js';
import { planSides } from '../plan/plan-migration.js';
import { selectedSide } from '../selection/selected-side.js';
import { plannedSelection } from '../selection/selection-options.js';
import { lookForAdded } from './added-numbers.js';
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
  #created = 0;
  /** Groups and numbers, of this call. */
  #done = 0;
  #rejected = 0;
  #notMoved = 0;
  #missing = 0;
  #doubles = 0;
  /** True where the last plan was carried out, and all of it is there. */
  #isAtRest = false;

  constructor(given: Given, folder: SyncFolder) {
    this.#given = given;
    this.#folder = folder;
  }

  /** Carries out what is new. */
  async run(): Promise<SyncResult> {
    try {
      if (this.#folder.isBegun()) {
        this.#tell({ type: 'resumed' });
        const ended = await this.#apply();
        if (ended !== undefined) return ended;
      } else this.#folder.clear();
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        const summary = await this.#plan(this.#folder.plan);
        if (summary === undefined) continue;
        if (summary.create + summary.add === 0) {
          // What was refused or was missing is not wanted any more.
          [this.#rejected, this.#missing] = [0, 0];
          return this.#finished();
        }
        this.#tell({ type: 'planned', plan: this.#folder.plan, create: summary.create, add: summary.add });
        const ended = await this.#apply();
        if (ended !== undefined) return ended;
        if (this.#isAtRest) return this.#finished();
      }
      return this.#result('changed');
    } catch (error) {
      if (error instanceof FileLockedError || error instanceof ValidationError || !isSmsServiceError(error))
        throw error;
      const { status, error: cause } = endedBy(error, NOTHING);
      return this.#result(status, cause);
    }
  }

  /** Tells of each change that would be made. */
  async show(): Promise<SyncResult> {
    const folder = mkdtempSync(path.join(tmpdir(), 'sms-service-sync-'));
    try {
      const plan = path.join(folder, 'plan.jsonl');
      const { create, add } = (await this.#plan(plan)) ?? { create: 0, add: 0 };
      [this.#created, this.#done] = [create, create + add];
      if (create + add === 0) return this.#result('done');
      let group = '';
      for await (const { value } of readPlan(plan)) {
        if ('group' in value) {
          group = value.group.name;
          if (value.group.action === 'create') this.#tell({ type: 'would-create', group });
        } else if ('add' in value) this.#tell({ type: 'would-add', group, ...value.add });
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
        now: () => new Date(),
        onNotMoved,
        onWarning: () => undefined,
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
    if (!isOver(outcome)) return this.#result(outcome.status, outcome.error);
    const added = await lookForAdded(plan, to, signal);
    if (added.numbers > 0) this.#tell({ type: 'verified', ...added });
    this.#missing = added.missing;
    this.#doubles += added.doubles;
    this.#isAtRest = outcome.status !== 'changed' && added.missing === 0;
    this.#folder.clear();
    return undefined;
  }

  #finished(): SyncResult {
    this.#folder.clear();
    return this.#result(this.#rejected > 0 ? 'rejects' : 'done');
  }

  #result(status: PlanOutcome['status'], error?: unknown): SyncResult {
    return {
      // A plan that merges has no conflicts.
      status: status === 'conflicts' ? 'changed' : status,
      created: this.#created,
      added: Math.max(0, this.#done - this.#created),
      rejected: this.#rejected,
      notMoved: this.#notMoved,
      missing: this.#missing,
      doubles: this.#doubles,
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
