import path from 'node:path';
import {
  checkBoolean,
  checkCount,
  checkFilled,
  checkFunction,
  checkPositive,
  invalid,
  optional,
} from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { type MigrationOverview, migrationOverview } from '../plan/overview.js';
import { type ReadingClient, readingClient, type WritingClient, writingClient } from '../sides/account.js';
import { fingerprintOf } from '../sides/fingerprint.js';
import { Stop } from './failed-step.js';
import { Journal, STATES } from './journal.js';
import { type ApplyProgress, type ApplyResult, endOf, progressOf } from './outcome.js';
import { Run } from './run.js';
import type { ApplyEvent } from './run-context.js';
import { Settling } from './settling.js';

/** Options of {@link applyMigration}. */
export interface ApplyOptions {
  /** The path of the plan. */
  readonly plan: string;
  /** The path of the journal, which is begun, or gone on with. Default: that of the plan and `.journal`. */
  readonly journal?: string | undefined;
  /** The account that the plan was made of; it is read only. Absent for a plan that was made of a file. */
  readonly from?: ReadingClient | undefined;
  readonly to: WritingClient;
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
  /** Only looks whether the plan still fits both sides; the journal is read, and not begun. Default: false. */
  readonly dryRun?: boolean | undefined;
}

const KNOWN: KnownNames<ApplyOptions> = {
  plan: true,
  journal: true,
  from: true,
  to: true,
  concurrency: true,
  settleMs: true,
  signal: true,
  onEvent: true,
  dryRun: true,
};

/**
 * Carries a plan out, exactly that one, and refuses when either side has changed underneath it. A run that ended, by
 * whatever, is resumed by the next one with the same journal: what was done is not done again, and what may have been
 * done is looked up in the target first.
 *
 * @returns how it has ended; an error of a gateway does not reject, unless nothing was begun
 * @throws ValidationError when an option is not usable, the plan is none or has conflicts, or the journal is that of
 *   another plan or in use
 * @throws Error of `node:fs` when the journal cannot be written; what was done is in it
 */
export async function applyMigration(options: ApplyOptions): Promise<ApplyResult> {
  const {
    plan: given,
    journal: journalGiven,
    from,
    to,
    concurrency = 8,
    settleMs = 30_000,
    signal,
    onEvent,
    dryRun = false,
  } = readOptions(options, KNOWN);
  const plan = path.resolve(checkFilled(given, 'plan'));
  const journalFile = path.resolve(checkFilled(journalGiven ?? `${plan}.journal`, 'journal'));
  const target = writingClient(to, 'to');
  checkCount(concurrency, 'concurrency');
  checkPositive(settleMs, 'settleMs');
  optional(onEvent, checkFunction, 'onEvent');
  checkBoolean(dryRun, 'dryRun');
  const overview = await migrationOverview(plan);
  const { end, lines, hash } = overview;
  if (end.conflicts > 0) {
    return invalid('plan', `has ${end.conflicts} conflicts: plan anew with another policy than 'fail'`);
  }
  const source = end.source === '' && from === undefined ? undefined : readingClient(from, 'from');
  const journal = await Journal.open(journalFile, { lines, hash, dryRun });
  const total = end.create + end.add;
  return endOf(journal, total, async () => {
    const isResumed = !journal.isFresh;
    // Where nothing is left to be done it does not matter what has become of the source.
    if (source !== undefined && journal.count(STATES.done) < total) await checkSource(source, overview, signal);
    await (isResumed ? checkBegun(target, overview, journal, signal) : checkTarget(target, overview, signal));
    if (dryRun) return;
    const tell = (event: ApplyEvent): void => onEvent?.(event, progressOf(journal, total));
    // A request of an earlier run may still be on its way.
    const settling = new Settling(settleMs, signal, (ms) => tell({ type: 'waiting', ms }), journal.lastRunMs);
    await new Run({ plan, journal, isResumed, to: target, concurrency, settling, signal, tell }).run();
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
  const merged = new Set(targets.map(({ id }) => id));
  if ((await fingerprintOf(to, ({ id }) => merged.has(id), { signal })) !== end.target) throw new Stop('changed');
}

/** A run that has begun has changed the target itself. What it has made must be there: else it is another account. */
async function checkBegun(
  to: ReadingClient,
  { targets }: MigrationOverview,
  journal: Journal,
  signal: AbortSignal | undefined,
): Promise<void> {
  const names = new Map((await to.getGroups({ signal })).map(({ id, name }) => [id, name]));
  for (const { line, name, id = journal.idOf(line) } of targets) {
    if (id !== undefined && names.get(id) !== name) throw new Stop('changed');
  }
}
