import { type JournalEntry, readJournal } from './journal-lines.js';
import { Steps } from './steps.js';

/**
 * Reads what has become of the lines of a plan.
 *
 * @param file - the journal, which is there
 * @param plan - how many lines the plan has, and its hash
 * @param see - takes each line of the journal, too
 * @throws ValidationError when it is no journal, or belongs to another plan
 */
export function readSteps(
  file: string,
  { lines, hash }: { readonly lines: number; readonly hash: string },
  see: (entry: JournalEntry) => void = () => undefined,
): Steps {
  const steps = new Steps(lines);
  readJournal(file, { head: { journal: 1, plan: hash }, lines }, (entry) => {
    steps.take(entry);
    see(entry);
  });
  return steps;
}
