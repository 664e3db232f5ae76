import { checkFunction } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { runWithJournal } from '../apply/journal-run.js';
import { type ApplyProgress, type ApplyResult, progressOf } from '../apply/outcome.js';
import { filePath, RUN_OPTIONS } from '../options/shared-options.js';
import { planIdentity } from '../plan/plan-file.js';
import { checkAccounts, hashedAccounts } from '../plan/plan-labels.js';
import { checkTwoClients, readingClient, removingClient } from '../sides/account.js';
import { checkNote } from '../sides/mark-note.js';
import { removalOverview } from './removal-overview.js';
import { type KeptGroup, RemovalRun, type Surplus } from './removal-run.js';

const OPTIONS = {
  /** The path of the plan of removal. */
  plan: required(filePath),
  ...RUN_OPTIONS,
  /**
   * The account of which groups are deleted. A group is made in it, and deleted again, to see whether `to` is another.
   */
  from: required(removingClient),
  /** The account that has them; it is read only. */
  to: required(readingClient),
  /** Texts that tell the accounts from others: with others than the plan was made of, nothing is deleted. */
  accounts: optional(hashedAccounts),
  /** Told of each group that stays, because it or what the target has of it is not as it was. */
  onKept: withDefault<(group: KeptGroup) => void>(() => undefined, checkFunction),
  /** Told after each group. */
  onProgress: optional<(progress: ApplyProgress) => void>(checkFunction),
};

/** Options of {@link applyRemoval}. */
export interface ApplyRemovalOptions extends OptionsOf<typeof OPTIONS> {}

/** The result of a removal. */
export interface RemovalResult extends ApplyResult {
  /**
   * A group of which the gateway says that it has deleted more than was compared: somebody has added to it meanwhile.
   */
  readonly surplus?: Surplus;
}

/**
 * Deletes the groups of a plan of removal, each only if it is still as it stands in the plan, and the target still has
 * all of it, but for what the plan gives up; where one is not, the result is `'changed'`. Before the first deletion and
 * after it is seen that both are two accounts. A run that ended is resumed by the next one with the same journal.
 *
 * @throws ValidationError when an option is not usable, the plan is none of removal, was edited or made of other
 *   accounts, both are one account, or the journal does not fit
 * @throws Error of `node:fs` when the journal cannot be written
 *
 * @example
 * ```ts
 * const { status } = await applyRemoval({
 *   plan: 'remove.json',
 *   from: source,
 *   to: target,
 *   onKept: (group) => console.log('stays:', group),
 * });
 * ```
 */
export async function applyRemoval(options: ApplyRemovalOptions): Promise<RemovalResult> {
  const { plan, from, to, accounts, onKept, onProgress, ...more } = readOptions(options, OPTIONS);
  const { journal: given, signal, onLocked, dryRun } = more;
  checkTwoClients(from, to);
  checkNote(`${plan}.mark`);
  const identity = planIdentity(plan);
  const overview = await removalOverview(plan);
  const { lines, hash, groups, head } = overview;
  checkAccounts(head.accounts, accounts);
  const total = groups.length;
  const run = { plan, identity, journal: given, total, lines, hash, dryRun, account: accounts?.from, signal, onLocked };
  let surplus: Surplus | undefined;
  const result = await runWithJournal(run, async (journal) => {
    const tell = (): void => onProgress?.(progressOf(journal, total));
    const run = new RemovalRun({ plan, journal, from, to, signal, dryRun, overview, onKept, tell });
    try {
      await run.run();
    } finally {
      surplus = run.surplus;
    }
  });
  return surplus === undefined ? result : { ...result, surplus };
}
