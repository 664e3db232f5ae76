import { checkFilled, checkFunction } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required } from '../../options/table.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { CONCURRENCY, filePath, RUN_OPTIONS, SETTLING } from '../options/shared-options.js';
import { type MigrationOverview, migrationOverview } from '../plan/overview.js';
import { planIdentity } from '../plan/plan-file.js';
import { accountHash } from '../plan/plan-labels.js';
import { selectedSide } from '../selection/selected-side.js';
import { groupsOf, type ReadingClient, readingClient, writingClient } from '../sides/account.js';
import { fingerprintOf } from '../sides/fingerprint.js';
import { settleAll } from './doubts.js';
import { Stop } from './failed-step.js';
import { runWithJournal } from './journal-run.js';
import { type ApplyProgress, type ApplyResult, progressOf } from './outcome.js';
import { Run } from './run.js';
import type { ApplyEvent } from './run-context.js';
import { Settling } from './settling.js';

export const APPLY_OPTIONS = {
  /** The path of the plan. */
  plan: required(filePath),
  ...RUN_OPTIONS,
  /** The account that the plan was made of; it is read only. Absent for a plan that was made of a file. */
  from: optional(readingClient),
  /** The account that the plan is carried out in. */
  to: required(writingClient),
  /**
   * A text that tells the target from all other accounts, such as its address and user name: two runs into one account
   * whose journals are in one folder are then refused. Default: none.
   */
  account: optional(checkFilled),
  ...CONCURRENCY,
  ...SETTLING,
  /** Told of each step, of what is waited for, and of how far the run is. */
  onEvent: optional<(event: ApplyEvent, progress: ApplyProgress) => void>(checkFunction),
};

/** Options of {@link applyMigration}. */
export interface ApplyMigrationOptions extends OptionsOf<typeof APPLY_OPTIONS> {}

/**
 * Carries a plan out, exactly that one, and refuses when either side has changed underneath it. A run that ended, by
 * whatever, is resumed by the next one with the same journal: what was done is not done again, and what may have been
 * done is looked up in the target first.
 *
 * @returns how it has ended; an error of a gateway does not reject, unless nothing was begun
 * @throws ValidationError when an option is not usable, the plan is none, or the journal is none, that of another plan,
 *   not the one that the plan was begun with, or in use
 * @throws Error of `node:fs` when the journal cannot be written; what was done is in it
 *
 * @example
 * ```ts
 * const { status, done, total } = await applyMigration({ plan: 'move.json', from: source, to: target });
 * console.log(`${status}: ${done} of ${total} steps`);
 * ```
 */
export async function applyMigration(options: ApplyMigrationOptions): Promise<ApplyResult> {
  const {
    plan,
    from,
    to: target,
    account,
    concurrency,
    settleMs,
    onEvent,
    ...more
  } = readOptions(options, APPLY_OPTIONS);
  const { journal: given, signal, onLocked, dryRun } = more;
  const identity = planIdentity(plan);
  const overview = await migrationOverview(plan);
  const { head, end, lines, hash } = overview;
  const total = end.create + end.add;
  if (end.conflicts > 0) return { status: 'conflicts', done: 0, rejected: 0, total };
  const side = end.source === '' ? from : readingClient(from as ReadingClient, 'from');
  const source = side && selectedSide(side, head.selection);
  const run = {
    plan,
    identity,
    journal: given,
    total,
    lines,
    hash,
    dryRun,
    account: accountHash(account),
    signal,
    onLocked,
  };
  return runWithJournal(run, async (journal) => {
    // Of nothing that is to be done it does not matter what has become of the accounts.
    if (total === 0) return;
    const tell = (event: ApplyEvent): void => onEvent?.(event, progressOf(journal, total));
    const settling = new Settling(settleMs, signal, (ms) => tell({ type: 'waiting', ms }), journal.doubtfulMs);
    const isResumed = !journal.steps.isFresh;
    const context = { plan, journal, isResumed, to: target, concurrency, settling, signal, tell };
    // A copy of the journal of a run that did not end by itself may lack what is on its way.
    if (!dryRun && journal.doubtfulMs === 0) {
      await settling.wait();
      journal.settled();
    }
    try {
      // If nothing is left to be done, it does not matter what has become of the source.
      if (source !== undefined && journal.steps.count(STATES.done) < total) await checkSource(source, overview, signal);
      await (isResumed ? checkBegun(target, overview, journal, signal) : checkTarget(target, overview, signal));
      if (!dryRun) await new Run(context).run();
    } catch (error) {
      // Before anybody plans anew: what is in flight would be planned again.
      if (!dryRun && error instanceof Stop && error.reason === 'changed') await settleAll(context);
      throw error;
    }
  });
}

async function checkSource(
  from: ReadingClient,
  { end }: MigrationOverview,
  signal: AbortSignal | undefined,
): Promise<void> {
  if ((await fingerprintOf(from, () => true, { signal })) !== end.source) throw new Stop('changed');
}

async function checkTarget(
  to: ReadingClient,
  { end, targets }: MigrationOverview,
  signal: AbortSignal | undefined,
): Promise<void> {
  // With others of the same name: what they have is not added again either.
  const merged = new Set(targets.flatMap(({ id, name }) => (id === undefined ? [] : [name])));
  if ((await fingerprintOf(to, ({ name }) => merged.has(name), { signal })) !== end.target) throw new Stop('changed');
}

/**
 * A run that has begun has changed the target itself. The groups that it has made must be there: else it is another
 * account.
 */
async function checkBegun(
  to: ReadingClient,
  { targets }: MigrationOverview,
  journal: Journal,
  signal: AbortSignal | undefined,
): Promise<void> {
  const names = new Map((await groupsOf(to, { signal })).map(({ id, name }) => [id, name]));
  for (const { line, name, id = journal.steps.idOf(line) } of targets) {
    if (id !== undefined && names.get(id) !== name) throw new Stop('changed');
  }
}
