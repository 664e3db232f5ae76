import { isSmsServiceError } from '../../errors/errors.js';
import { Journal, type JournalUse } from '../journal/journal.js';
import { dropJournalNote, journalFor, noteJournal } from '../plan/begun.js';
import { type ApplyResult, endOf } from './outcome.js';

/** What is done by a journal. */
export interface JournalRun extends JournalUse {
  readonly plan: string;
  /** The path of the journal, where the caller has named one. */
  readonly journal: string | undefined;
  /** How many steps the plan has. */
  readonly total: number;
}

/**
 * Does something by the journal of a plan, and tells how it has ended.
 *
 * @throws ValidationError when the journal is none, that of another plan, not the one that the plan was begun with, or
 *   in use
 * @throws what is no error of a gateway
 */
export async function byJournal(
  { plan, journal: given, total, ...use }: JournalRun,
  act: (journal: Journal) => Promise<void>,
): Promise<ApplyResult> {
  const file = journalFor(plan, given);
  let journal: Journal;
  try {
    journal = await Journal.open(file, use);
  } catch (error) {
    if (!isSmsServiceError(error) || error.code !== 'ABORTED') throw error;
    return { status: 'interrupted', done: 0, rejected: 0, total, error };
  }
  if (!use.dryRun) noteJournal(plan, file);
  const result = await endOf(journal, total, () => act(journal));
  if (!journal.hasEntries && !use.dryRun) dropJournalNote(plan);
  return result;
}
