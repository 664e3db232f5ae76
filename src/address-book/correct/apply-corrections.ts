import path from 'node:path';
import { checkBoolean, checkCount, checkFilled, checkFunction, checkPositive, optional } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { byJournal } from '../apply/by-journal.js';
import { type ApplyProgress, type ApplyResult, progressOf } from '../apply/outcome.js';
import { Settling } from '../apply/settling.js';
import { planIdentity } from '../plan/plan-file.js';
import { checkAccounts, hashedAccounts } from '../plan/plan-labels.js';
import { type CorrectingClient, correctingClient } from '../sides/account.js';
import { CorrectionRun, type KeptNumber } from './correction-run.js';
import { correctionOverview } from './corrections.js';

/** Options of {@link applyCorrections}. */
export interface ApplyCorrectionsOptions {
  /** The path of the plan of corrections. */
  readonly plan: string;
  /**
   * The path of the journal. Default: the one that the plan was begun with, or else that of the plan and `.journal`.
   */
  readonly journal?: string | undefined;
  readonly client: CorrectingClient;
  /** What tells the account from others: with another than the plan was made of, nothing is changed. */
  readonly account?: string | undefined;
  /** How many requests may be in flight at once. Default: 8. */
  readonly concurrency?: number | undefined;
  /** How long a request whose outcome is unknown may still be on its way, in milliseconds. Default: 30,000. */
  readonly settleMs?: number | undefined;
  /** Ends the run: numbers that were begun are brought to their end, and the next run resumes. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each number that stays, because its entries are not as they were. */
  readonly onKept?: ((number: KeptNumber) => void) | undefined;
  /** Told after each number. */
  readonly onProgress?: ((progress: ApplyProgress) => void) | undefined;
  /** Told of how long is waited, in milliseconds, until what may have been carried out is looked up. */
  readonly onWaiting?: ((ms: number) => void) | undefined;
  /** Told of who may have the lock of the journal, while it is found out whether that run still lives. */
  readonly onLocked?: ((holder: string) => void) | undefined;
  /** Only looks whether the plan still fits; the journal is read, and not begun. Default: false. */
  readonly dryRun?: boolean | undefined;
}

const KNOWN: KnownNames<ApplyCorrectionsOptions> = {
  plan: true,
  journal: true,
  client: true,
  account: true,
  concurrency: true,
  settleMs: true,
  signal: true,
  onKept: true,
  onProgress: true,
  onWaiting: true,
  onLocked: true,
  dryRun: true,
};

/**
 * Carries a plan of corrections out: deletes the entries of its numbers, and adds the one again that is to be left;
 * each number only if its entries are still as they stand in the plan, else the result is `'changed'`. A run that
 * ended, also between the two, is resumed by the next one with the same journal.
 *
 * @throws ValidationError when an option is not usable, the plan is none of corrections, was edited or made of another
 *   account, or the journal does not fit
 * @throws Error of `node:fs` when the journal cannot be written
 */
export async function applyCorrections(options: ApplyCorrectionsOptions): Promise<ApplyResult> {
  const {
    plan: planGiven,
    journal: other,
    client: given,
    account,
    concurrency = 8,
    settleMs = 30_000,
    ...more
  } = readOptions(options, KNOWN);
  const { signal, onKept = NOTHING, onProgress, onWaiting = NOTHING, onLocked, dryRun = false } = more;
  const plan = path.resolve(checkFilled(planGiven, 'plan'));
  const journalGiven = other === undefined ? undefined : path.resolve(checkFilled(other, 'journal'));
  const client = correctingClient(given, 'client');
  checkCount(concurrency, 'concurrency');
  checkPositive(settleMs, 'settleMs');
  for (const [name, told] of Object.entries({ onKept, onProgress, onWaiting, onLocked })) {
    optional(told, checkFunction, name);
  }
  checkBoolean(dryRun, 'dryRun');
  const identity = planIdentity(plan);
  const { groups, lines, hash, head } = await correctionOverview(plan);
  const hashed = hashedAccounts(account === undefined ? undefined : { from: account }).accounts;
  checkAccounts(head.accounts, hashed);
  const total = groups.reduce((sum, { corrections }) => sum + corrections.length, 0);
  const use = {
    plan,
    identity,
    journal: journalGiven,
    total,
    lines,
    hash,
    dryRun,
    account: hashed?.from,
    signal,
    onLocked,
  };
  return byJournal(use, async (journal) => {
    const tell = (): void => onProgress?.(progressOf(journal, total));
    const settling = new Settling(settleMs, signal, onWaiting, journal.doubtfulMs);
    await new CorrectionRun({ journal, client, concurrency, settling, signal, dryRun, onKept, tell }).run(groups);
  });
}

const NOTHING = (): void => undefined;
