import type { JournalEntry } from '../journal/journal-lines.js';
import { readSteps } from '../journal/read-steps.js';
import { STATES, Steps } from '../journal/steps.js';
import { isFile, journalFor } from '../plan/plan-journal.js';

/** The state of the lines of a plan, and the codes of those that are refused, as its journal tells them. */
export interface PastRun {
  readonly steps: Pick<Steps, 'stateOf'>;
  /** The gateway code of a line that is refused; `undefined` for every other one. */
  codeOf(line: number): number | undefined;
}

/**
 * Reads what has become of a plan. Where there is no journal, nothing was begun.
 *
 * @param given - the path of the journal, where the caller has named one
 * @throws ValidationError when it is none, or belongs to another plan
 */
export function pastRun(
  plan: string,
  given: string | undefined,
  overview: { readonly lines: number; readonly hash: string },
): PastRun {
  const codes = new Map<number, number>();
  const file = journalFor(plan, given);
  const see = (entry: JournalEntry): void => {
    if ('rejected' in entry) codes.set(entry.rejected, entry.code);
  };
  const steps = isFile(file) ? readSteps(file, overview, see) : new Steps(overview.lines);
  return {
    steps,
    codeOf: (line) => (steps.stateOf(line) === STATES.rejected ? (codes.get(line) ?? 0) : undefined),
  };
}
