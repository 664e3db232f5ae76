import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FileLockedError, isSmsServiceError, ValidationError } from '../../errors/errors.js';
import { fileError } from '../../files/file-error.js';
import type { HeldLock } from '../../files/lock/held-lock.js';
import { syncFolderOf, timedName } from '../../files/place.js';
import { checkFunction, checkWhole, invalid } from '../../options/check.js';
import { type OptionValues, optional, required } from '../../options/table.js';
import { type AddressBookClient, groupsOf, type ReadingClient } from '../accounts/account.js';
import { APPLYING, filePath, READING } from '../accounts/options.js';
import { applyOnce } from '../apply/apply-plan.js';
import { NO_CHANGES, type PlanEvent, type PlanProgress, type PlanResult, sumOfChanges } from '../apply/events.js';
import { isGone, stopOf } from '../apply/step-failure.js';
import { type AddressBookDifference, type CompareResult, compare } from '../compare/compare.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { isFile, journalOf } from '../journal/plan-journal.js';
import { readJournal } from '../journal/read-journal.js';
import { type PlanSummary, stepsOf } from '../plan/plan-lines.js';
import { checkPlan } from '../plan/read-plan.js';
import { COPYING, planCopy } from '../planning/plan-migration.js';
import { coversOf, selectedSide } from '../selection/selection.js';
import { plannedSelection, SELECTION } from '../selection/selection-options.js';

/** Options of `syncAddressBook` and `restoreAddressBook`. */
export const MIRRORING = {
  /**
   * A folder for these accounts alone; it is created. It contains a lock, the plan and the journal of a run that is not
   * finished, and backups of deleted entries (`deleted-<time>.jsonl`). Only its owner can read it.
   */
  folder: required(filePath),
  ...SELECTION,
  /**
   * How many entries may be deleted by one plan. If more would be deleted, nothing is changed and the status is
   * `'too-many'`. Default: half of the entries of the target; none if the source has no groups.
   */
  maxDelete: optional((value: unknown, path: string): number => checkWhole(value, path, 0)),
  ...APPLYING,
  ...COPYING,
  ...READING,
  /** Called for each step, plan and wait, with the progress of the current plan. */
  onEvent: optional<(event: PlanEvent, progress: PlanProgress) => void>(checkFunction),
};

/** The result of `syncAddressBook` and `restoreAddressBook`; counts are those of all plans of the call. */
export interface MirrorResult extends Omit<PlanResult, 'status'> {
  /** As that of a plan; `'too-many'`: more than `maxDelete` entries would be deleted. */
  readonly status: PlanResult['status'] | 'too-many';
  /** The last plan that has deleted something: it contains all entries that it deleted. */
  readonly backup?: string | undefined;
  /** Data of the source that the target has no place for. */
  readonly notCopied: number;
  /** For a restore: the comparison of the file with the account afterwards. */
  readonly compared?: CompareResult | undefined;
}

const MAX_PLANS = 5;
const LEFTOVER = /^\.plan\.jsonl\..*\.part$/;

interface MirrorOptions extends OptionValues<typeof MIRRORING> {
  readonly from: ReadingClient;
  readonly to: AddressBookClient;
  readonly delete: boolean;
  readonly compares: boolean;
  readonly onDifference?: ((difference: AddressBookDifference) => void) | undefined;
}

/**
 * Makes one address book like another: plans the difference, applies it, and plans again until nothing is left to do.
 * Only one call uses a folder at a time. A call that was killed is resumed by the next one.
 */
export async function mirror(options: MirrorOptions): Promise<MirrorResult> {
  const { folder, dryRun, signal, onLocked } = options;
  if (dryRun) return new Mirror(options, mkdtempSync(path.join(tmpdir(), 'sms-service-'))).show();
  if (isFile(folder)) invalid('folder', `is a file: ${folder}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw fileError(error, folder);
  }
  const run = new Mirror(options, folder);
  let lock: HeldLock;
  try {
    lock = await lockedForJournal(path.join(folder, 'run'), 'is locked: another run uses this folder', {
      signal,
      onLocked,
    });
  } catch (error) {
    return run.endedBy(error);
  }
  try {
    return await run.run();
  } finally {
    lock.release();
  }
}

class Mirror {
  readonly #options: MirrorOptions;
  readonly #folder: string;
  readonly #plan: string;
  #sum: Omit<PlanResult, 'status' | 'error'> = {
    done: 0,
    failed: 0,
    skipped: 0,
    total: 0,
    changes: NO_CHANGES,
    extraDeleted: 0,
  };
  #notCopied = 0;
  #backup: string | undefined;
  #remaining: number | undefined;

  constructor(options: MirrorOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#plan = path.join(folder, 'plan.jsonl');
  }

  async run(): Promise<MirrorResult> {
    try {
      const ended = (await this.#resume()) ?? (await this.#planAndApply());
      if (!this.#options.compares || (ended.status !== 'done' && ended.status !== 'failed')) return ended;
      return { ...ended, compared: await this.#compare() };
    } catch (error) {
      return this.endedBy(error);
    }
  }

  async show(): Promise<MirrorResult> {
    try {
      const summary = await this.#createPlan();
      const { status, ...result } = await this.#apply();
      return { ...this.#result(status), ...result, total: stepsOf(summary) };
    } catch (error) {
      return this.endedBy(error);
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  endedBy(error: unknown): MirrorResult {
    if (error instanceof ValidationError && error.path === 'maxDelete') return this.#result('too-many', error);
    if (error instanceof FileLockedError || error instanceof ValidationError || !isSmsServiceError(error)) throw error;
    const { reason, cause } = stopOf(error);
    return this.#result(reason, cause);
  }

  /** Finishes the plan of a call that was ended. @returns the result, if that ends this call, too */
  async #resume(): Promise<MirrorResult | undefined> {
    for (const name of readdirSync(this.#folder)) {
      if (LEFTOVER.test(name)) rmSync(path.join(this.#folder, name), { force: true });
    }
    if (existsSync(this.#plan) && journalOf(this.#plan) !== undefined) {
      this.#options.onEvent?.({ type: 'resumed', plan: this.#plan }, this.#sum);
      return this.#applyAndKeep();
    }
    // A journal without its plan: the plan has become a backup.
    rmSync(this.#plan, { force: true });
    rmSync(`${this.#plan}.journal`, { force: true });
    return undefined;
  }

  async #planAndApply(): Promise<MirrorResult> {
    for (let plans = 0; plans < MAX_PLANS; plans++) {
      let summary: PlanSummary;
      try {
        summary = await this.#createPlan();
      } catch (error) {
        if (isGone(error)) continue;
        throw error;
      }
      const steps = stepsOf(summary);
      // Steps that the gateway has refused would be refused again.
      if (steps === 0 || steps === this.#remaining) {
        rmSync(this.#plan);
        this.#sum = { ...this.#sum, failed: steps === 0 ? 0 : this.#sum.failed, skipped: 0 };
        return this.#result(steps === 0 ? 'done' : 'failed');
      }
      this.#options.onEvent?.({ type: 'planned', plan: this.#plan, summary }, { ...this.#sum, total: steps });
      const ended = await this.#applyAndKeep();
      if (ended !== undefined) return ended;
    }
    return this.#result('changed');
  }

  async #createPlan(): Promise<PlanSummary> {
    const { from, to, accounts, signal, maxDelete } = this.#options;
    const selection = plannedSelection(this.#options);
    const source = selectedSide(from, selection, true);
    const deletes = this.#options.delete;
    if (deletes && maxDelete === undefined && (await groupsOf(source, { signal })).length === 0) {
      if ((await groupsOf(to, { signal })).length > 0) {
        invalid('maxDelete', 'is required, because the source has no groups. Nothing was deleted');
      }
    }
    const covers = coversOf(selection) ?? (() => true);
    const summary = await planCopy({
      ...this.#options,
      out: this.#plan,
      force: true,
      header: {
        purpose: deletes ? 'mirror' : 'copy',
        ...(accounts && { accounts }),
        ...(selection && { selection }),
      },
      source,
      target: to,
      deletions: deletes ? { covers, maxDelete } : undefined,
      onUnfinished: ({ ms }) => this.#options.onEvent?.({ type: 'waiting', ms }, this.#sum),
    });
    this.#notCopied = summary.notCopied;
    return summary;
  }

  #apply(): Promise<PlanResult> {
    return applyOnce({ ...this.#options, plan: this.#plan, journal: undefined, ifChanged: 'skip' });
  }

  /** Applies the plan, then removes it, or keeps it as a backup. @returns the result, if it ends the call */
  async #applyAndKeep(): Promise<MirrorResult | undefined> {
    const result = await this.#apply();
    const { done, failed, skipped, changes, extraDeleted, status, total, error } = result;
    this.#sum = {
      done: this.#sum.done + done,
      failed,
      skipped,
      total: this.#sum.total + total,
      changes: sumOfChanges(this.#sum.changes, changes),
      extraDeleted: this.#sum.extraDeleted + extraDeleted,
    };
    this.#remaining = skipped === 0 ? total - done : undefined;
    await this.#options.onPlanApplied?.(this.#plan);
    const { trailer } = await checkPlan(this.#plan);
    const deletes = trailer.deleteGroups + trailer.deleteNumbers > 0;
    const isFinished = status === 'done' || status === 'failed' || (status === 'changed' && error === undefined);
    if (!isFinished) {
      if (deletes) this.#backup = this.#plan;
      return this.#result(status, error);
    }
    const journal = `${this.#plan}.journal`;
    // A request that counts as not executed may have deleted what only the plan contains.
    const hasDeleted = deletes && isFile(journal) && readJournal(journal).hasEntries;
    if (hasDeleted) {
      this.#backup = timedName((time) => path.join(this.#folder, `deleted-${time}.jsonl`), new Date());
      renameSync(this.#plan, this.#backup);
      await syncFolderOf(this.#backup);
    }
    // The plan first: without it the journal means nothing.
    rmSync(this.#plan, { force: true });
    rmSync(journal, { force: true });
    return undefined;
  }

  #compare(): Promise<CompareResult> {
    const { from, to, signal, onDifference } = this.#options;
    const selection = plannedSelection(this.#options);
    return compare(selectedSide(from, selection, false), to, { covers: coversOf(selection), signal, onDifference });
  }

  #result(status: MirrorResult['status'], error?: unknown): MirrorResult {
    return {
      status,
      ...this.#sum,
      notCopied: this.#notCopied,
      ...(this.#backup === undefined ? {} : { backup: this.#backup }),
      ...(error === undefined ? {} : { error }),
    };
  }
}
