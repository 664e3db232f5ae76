import { realpathSync } from 'node:fs';
import { FileLockedError, isSmsServiceError, ValidationError } from '../../errors/errors.js';
import { checkFunction, invalid, oneOf } from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import {
  type AddressBookClient,
  checkAccounts,
  checkReader,
  checkTwoClients,
  checkWriter,
} from '../accounts/account.js';
import { APPLYING, filePath, type UnfinishedRun } from '../accounts/options.js';
import { Journal } from '../journal/journal.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { dropJournalNote, fileIdentity, journalFor, noteJournal } from '../journal/plan-journal.js';
import { waitForUnfinishedRuns } from '../journal/unfinished-runs.js';
import { type CheckedPlan, checkPlan } from '../plan/read-plan.js';
import { selectedSide } from '../selection/selection.js';
import { NO_CHANGES, type PlanEvent, type PlanProgress, type PlanResult, sumOfChanges } from './events.js';
import { PlanRun } from './plan-run.js';
import { checkReplannable, replan } from './replan.js';
import { RunState, Settling } from './run-state.js';
import { SourceCheck } from './source-check.js';
import { stopOf } from './step-failure.js';

const MAX_PLANS = 5;

const WRITING = ['addGroup', 'addNumber', 'delGroup', 'delNumber'] as const;

const OPTIONS = {
  /** The path of the plan. */
  plan: required(filePath),
  /**
   * The source of a copy: numbers that it no longer has are skipped. For a removal: the account that is changed.
   * Otherwise, as for an import, it is not used.
   */
  from: optional<AddressBookClient>(checkReader),
  /** The account that is changed. For a removal: the account that has the copies. */
  to: optional<AddressBookClient>(checkReader),
  /**
   * The path of the journal. Default: that of an earlier run of the plan, otherwise the path of the plan and
   * `.journal`.
   */
  journal: optional(filePath),
  /**
   * What to do if a step no longer fits because an account has changed. `'fail'`: stop; `'skip'`: skip it and
   * continue; `'replan'`: skip it, then create the plan again in the same file and continue, until nothing is
   * skipped. Only a copy can be planned again. Default: `'fail'`.
   */
  ifChanged: withDefault('fail', oneOf('fail', 'skip', 'replan')),
  ...APPLYING,
  /** Called for each step and each wait, with the progress. */
  onEvent: optional<(event: PlanEvent, progress: PlanProgress) => void>(checkFunction),
};

/** Options of {@link applyPlan}. */
export interface ApplyPlanOptions extends OptionsOf<typeof OPTIONS> {}

export type ApplyValues = OptionValues<typeof OPTIONS>;

type OneRun = Omit<ApplyValues, 'onPlanApplied'>;

/**
 * Applies a plan of any kind. Each step is carried out only if the account still is as the plan expects. A run that
 * ended for any reason, also by a kill, is resumed by the same call: steps that were done are not repeated, and
 * requests with unknown outcome are looked up first.
 *
 * @returns how it ended; an error of the gateway does not reject
 * @throws ValidationError if an option is invalid, the plan was edited or belongs to other accounts, or the journal
 *   belongs to another plan
 * @throws FileLockedError if another run uses the plan, its journal or the account
 * @throws Error of `node:fs` if the journal cannot be written; it contains what was done
 *
 * @example
 * ```ts
 * const { status, done, total } = await applyPlan({ plan: 'move.jsonl', from: source, to: target });
 * console.log(`${status}: ${done} of ${total} steps`);
 * ```
 */
export async function applyPlan(options: ApplyPlanOptions): Promise<PlanResult> {
  return applyOrReplan(readOptions(options, OPTIONS));
}

export async function applyOrReplan(values: ApplyValues): Promise<PlanResult> {
  checkTwoClients(values.from, values.to);
  if (values.ifChanged === 'replan') await checkReplannable(values);
  const apply = async (): Promise<PlanResult> => {
    const result = await applyOnce(values);
    if (!values.dryRun) await values.onPlanApplied?.(values.plan);
    return result;
  };
  if (values.ifChanged !== 'replan' || values.dryRun) return apply();
  let done = 0;
  let changes = NO_CHANGES;
  for (let plans = 1; ; plans++) {
    const result = await apply();
    changes = sumOfChanges(changes, result.changes);
    const sum = { ...result, changes, done: done + result.done, total: done + result.total };
    if (result.status !== 'changed' || result.error !== undefined || plans === MAX_PLANS) return sum;
    done += result.done;
    const problem = await replan(values);
    if (problem !== undefined) return { ...sum, ...problem };
  }
}

export async function applyOnce(values: OneRun): Promise<PlanResult> {
  const { plan, from, to, accounts, dryRun, signal, onLocked } = values;
  const identity = fileIdentity(plan);
  const checked = await checkPlan(plan);
  const { header, trailer, steps: total } = checked;
  checkAccounts(header.accounts, accounts);
  const nothing = { done: 0, failed: 0, skipped: 0, total, changes: NO_CHANGES, extraDeleted: 0 };
  const isRemoval = header.purpose === 'remove';
  const changed = isRemoval ? 'from' : 'to';
  const client = checkWriter(values[changed] ?? invalid(changed, 'is missing'), WRITING, changed);
  if (isRemoval && to === undefined) invalid('to', 'is missing');
  let journal: Journal;
  try {
    const account = accounts?.[changed];
    journal = await openJournal(values, identity, { plan: trailer.sha256, dryRun, account, signal, onLocked });
  } catch (error) {
    if (!isSmsServiceError(error) || error.code !== 'ABORTED') throw error;
    return { status: 'interrupted', ...nothing, error };
  }
  const source =
    header.purpose === 'copy' && from !== undefined ? selectedSide(from, header.selection, false) : undefined;
  const other = isRemoval ? to : undefined;
  const state = stateOf(values, checked, journal, { client, other, source: source && new SourceCheck(source, signal) });
  const result = await run(state, values);
  if (!journal.hasEntries && !dryRun) dropJournalNote(plan);
  return result;
}

function stateOf(
  values: OneRun,
  { header, steps: total, trailer }: CheckedPlan,
  journal: Journal,
  parts: Pick<RunState['parts'], 'client' | 'other' | 'source'>,
): RunState {
  const { plan, ifChanged, dryRun, concurrency, signal, settleMs, onEvent } = values;
  const onWait = (ms: number): void => state.emit({ type: 'waiting', ms });
  const settling = new Settling(settleMs, signal, onWait, !journal.isSettled);
  // A deletion of a group that is executed late is one that the plan wants, of a group that was compared.
  if (trailer.deleteGroups === total) journal.settled();
  const state = new RunState({
    plan,
    header,
    journal,
    ...parts,
    ifChanged: ifChanged === 'fail' ? 'fail' : 'skip',
    dryRun,
    concurrency,
    signal,
    settling,
    total,
    onEvent,
  });
  return state;
}

async function run(state: RunState, { accounts, settleMs, signal }: OneRun): Promise<PlanResult> {
  const { journal, header, dryRun, settling, total } = state.parts;
  const resultOf = (): Omit<PlanResult, 'status'> => {
    const { changes, extraDeleted, progress } = state;
    return { ...progress, changes, extraDeleted };
  };
  try {
    const { done, failed } = state.progress;
    if (done + failed < total) {
      const onUnfinished = ({ ms }: UnfinishedRun): void => state.emit({ type: 'waiting', ms });
      const account = accounts?.[header.purpose === 'remove' ? 'from' : 'to'];
      const own = journal.file;
      if (!dryRun) await waitForUnfinishedRuns(own, { own, account, settleMs, signal, onUnfinished });
      if (!dryRun && !journal.isSettled) {
        await settling.wait();
        journal.settled();
      }
      await new PlanRun(state).run();
    }
    return { status: state.progress.failed > 0 ? 'failed' : 'done', ...resultOf() };
  } catch (error) {
    if (error instanceof FileLockedError || (error instanceof ValidationError && error.path === 'journal')) throw error;
    return { ...resultOf(), ...endOf(error) };
  } finally {
    await journal.close();
  }
}

function endOf(error: unknown): Pick<PlanResult, 'status' | 'error'> {
  const { reason, cause } = stopOf(error);
  return { status: reason, ...(cause === undefined ? {} : { error: cause }) };
}

/** Opens the journal of a plan. Of two runs that begin a plan at once with different journals, one is refused. */
async function openJournal(
  { plan, journal: values }: OneRun,
  identity: string,
  options: Parameters<typeof Journal.open>[1],
): Promise<Journal> {
  if (options.dryRun) return Journal.open(journalFor(plan, values), options);
  const { signal, onLocked } = options;
  const lock = await lockedForJournal(realpathSync(plan), 'is in use: another run is starting this plan', {
    signal,
    onLocked,
  });
  try {
    if (fileIdentity(plan) !== identity) invalid('plan', `was replaced while it was read. Try again: ${plan}`);
    const file = journalFor(plan, values);
    const journal = await Journal.open(file, options);
    try {
      noteJournal(plan, file);
      return journal;
    } catch (error) {
      await journal.close();
      throw error;
    }
  } finally {
    lock.release();
  }
}
