import { realpathSync } from 'node:fs';
import { isSmsServiceError } from '../../errors/errors.js';
import { invalid } from '../../options/check.js';
import { Journal, type JournalOptions } from '../journal/journal.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { planIdentity } from '../plan/plan-file.js';
import { dropJournalNote, journalFor, noteJournal } from '../plan/plan-journal.js';
import { type ApplyResult, endOf } from './outcome.js';

/** A plan and its journal, and how the journal is opened. */
export interface JournalRun extends JournalOptions {
  readonly plan: string;
  /** The state of the plan's file before it was read: see `planIdentity`. */
  readonly identity: string;
  /** The path of the journal, where the caller has named one. */
  readonly journal: string | undefined;
  /** The number of steps of the plan. */
  readonly total: number;
}

/**
 * Does something by the journal of a plan, and tells how it has ended.
 *
 * @throws ValidationError when the journal is none, that of another plan, not the one that the plan was begun with, or
 *   in use
 * @throws what is no error of a gateway
 */
export async function runWithJournal(run: JournalRun, act: (journal: Journal) => Promise<void>): Promise<ApplyResult> {
  const { plan, total, dryRun } = run;
  let journal: Journal;
  try {
    journal = await openJournal(run);
  } catch (error) {
    if (!isSmsServiceError(error) || error.code !== 'ABORTED') throw error;
    return { status: 'interrupted', done: 0, rejected: 0, total, error };
  }
  const result = await endOf(journal, total, () => act(journal));
  if (!journal.hasEntries && !dryRun) dropJournalNote(plan);
  return result;
}

/** Opens the journal of a plan: of two runs that begin at once with two journals, one is refused. */
async function openJournal({ plan, identity, journal: given, ...options }: JournalRun): Promise<Journal> {
  if (options.dryRun) return Journal.open(journalFor(plan, given), options);
  const lock = await lockedForJournal(realpathSync(plan), 'is not begun: another run begins this plan', options);
  try {
    if (planIdentity(plan) !== identity) invalid('plan', `was replaced while it was read: run this again: ${plan}`);
    const file = journalFor(plan, given);
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
