import path from 'node:path';
import { checkBoolean, checkCount, checkFilled, checkFunction, checkPositive, optional } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { type MigrationOverview, migrationOverview } from '../plan/overview.js';
import { planIdentity } from '../plan/plan-file.js';
import { hashedAccounts } from '../plan/plan-labels.js';
import { groupsOf, type ReadingClient, readingClient, type WritingClient, writingClient } from '../sides/account.js';
import { fingerprintOf } from '../sides/fingerprint.js';
import { byJournal } from './by-journal.js';
import { settleAll } from './doubts.js';
import { Stop } from './failed-step.js';
import { type ApplyProgress, type ApplyResult, progressOf } from './outcome.js';
import { Run } from './run.js';
import type { ApplyEvent } from './run-context.js';
import { Settling } from './settling.js';

/** Options of {@link applyMigration}. */
export interface ApplyOptions {
  /** The path of the plan. */
  readonly plan: string;
  /**
   * The path of the journal, which is begun, or gone on with. Default: the one that the plan was begun with, or else
   * the path of the plan and `.journal`.
   */
  readonly journal?: string | undefined;
  /** The account that the plan was made of; it is read only. Absent for a plan that was made of a file. */
  readonly from?: ReadingClient | undefined;
  readonly to: WritingClient;
  /**
   * What tells the target from all other accounts, such as its address and user name: two runs into one account whose
   * journals are in one folder are then refused. Default: none.
   */
  readonly account?: string | undefined;
  /** How many requests may be in flight at once. Default: 8. */
  readonly concurrency?: number | undefined;
  /**
   * How long a request whose outcome is unknown may still be on its way, in milliseconds: so long is waited before it
   * is looked up. Default: 30,000.
   */
  readonly settleMs?: number | undefined;
  /** Ends the run: what is in flight is brought to its end, and the next run resumes. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: ApplyEvent, progress: ApplyProgress) => void) | undefined;
  /** Told of who may have the lock of the journal, while it is found out whether that run still lives. */
  readonly onLocked?: ((holder: string) => void) | undefined;
  /** Only looks whether the plan still fits both sides; the journal is read, and not begun. Default: false. */
  readonly dryRun?: boolean | undefined;
}

const KNOWN: KnownNames<ApplyOptions> = {
  plan: true,
  journal: true,
  from: true,
  to: true,
  account: true,
  concurrency: true,
  settleMs: true,
  signal: true,
  onEvent: true,
  onLocked: true,
  dryRun: true,
};

/**
 * Carries a plan out, exactly that one, and refuses when either side has changed underneath it. A run that ended, by
 * whatever, is resumed by the next one with the same journal: what was done is not done again, and what may have been
 * done is looked up in the target first.
 *
 * @returns how it has ended; an error of a gateway does not reject, unless nothing was begun
 * @throws ValidationError when an option is not usable, the plan is none, or the journal is none, that of another plan,
 *   not the one that the plan was begun with, or in use
 * @throws Error of `node:fs` when the journal cannot be written; what was done is in it
 */
export async function applyMigration(options: ApplyOptions): Promise<ApplyResult> {
  const {
    plan: planGiven,
    journal: journalGiven,
    from,
    to,
    account,
    concurrency = 8,
    settleMs = 30_000,
    signal,
    onEvent,
    onLocked,
    dryRun = false,
  } = readOptions(options, KNOWN);
  const plan = path.resolve(checkFilled(planGiven, 'plan'));
  const given = journalGiven === undefined ? undefined : path.resolve(checkFilled(journalGiven, 'journal'));
  const target = writingClient(to, 'to');
  checkCount(concurrency, 'concurrency');
  checkPositive(settleMs, 'settleMs');
  optional(onEvent, checkFunction, 'onEvent');
  optional(onLocked, checkFunction, 'onLocked');
  checkBoolean(dryRun, 'dryRun');
  const identity = planIdentity(plan);
  const overview = await migrationOverview(plan);
  const { end, lines, hash } = overview;
  const total = end.create + end.add;
  if (end.conflicts > 0) return { status: 'conflicts', done: 0, rejected: 0, total };
  const source = end.source === '' && from === undefined ? undefined : readingClient(from, 'from');
  const { accounts } = hashedAccounts(account === undefined ? undefined : { to: account });
  const use = { plan, identity, journal: given, total, lines, hash, dryRun, account: accounts?.to, signal, onLocked };
  return byJournal(use, async (journal) => {
    // Of nothing that is to be done it does not matter what has become of the accounts.
    if (total === 0) return;
    const tell = (event: ApplyEvent): void => onEvent?.(event, progressOf(journal, total));
    const settling = new Settling(settleMs, signal, (ms) => tell({ type: 'waiting', ms }), journal.doubtfulMs);
    const isResumed = !journal.steps.isFresh;
    const context = { plan, journal, isResumed, to: target, concurrency, settling, signal, tell };
    // Where the last run did not end by itself, a copy of its journal may lack what is on its way.
    if (!dryRun && journal.doubtfulMs === 0) {
      await settling.wait();
      journal.settled();
    }
    try {
      // Where nothing is left to be done it does not matter what has become of the source.
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

/** A run that has begun has changed the target itself. What it has made must be there: else it is another account. */
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
