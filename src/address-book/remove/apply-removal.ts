import path from 'node:path';
import { checkBoolean, checkFilled, checkFunction, optional } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { byJournal } from '../apply/by-journal.js';
import { type ApplyProgress, type ApplyResult, progressOf } from '../apply/outcome.js';
import { planIdentity } from '../plan/plan-file.js';
import { checkAccounts, hashedAccounts } from '../plan/plan-labels.js';
import type { PlanAccounts } from '../plan/plan-lines.js';
import { type ReadingClient, type RemovingClient, readingSides, removingClient } from '../sides/account.js';
import { checkNote } from '../sides/mark-note.js';
import { removalOverview } from './removal-overview.js';
import { type KeptGroup, RemovalRun, type Surplus } from './removal-run.js';

/** Options of {@link applyRemoval}. */
export interface ApplyRemovalOptions {
  /** The path of the plan of removal. */
  readonly plan: string;
  /**
   * The path of the journal. Default: the one that the plan was begun with, or else that of the plan and `.journal`.
   */
  readonly journal?: string | undefined;
  /**
   * The account of which groups are deleted. A group is made in it, and deleted again, to see whether `to` is another.
   */
  readonly from: RemovingClient;
  /** The account that has them; it is read only. */
  readonly to: ReadingClient;
  /** What tells the accounts from others: with others than the plan was made of, nothing is deleted. */
  readonly accounts?: PlanAccounts | undefined;
  /** Ends the run: what is in flight is brought to its end, and the next run resumes. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each group that stays, because it or what the target has of it is not as it was. */
  readonly onKept?: ((group: KeptGroup) => void) | undefined;
  /** Told after each group. */
  readonly onProgress?: ((progress: ApplyProgress) => void) | undefined;
  /** Told of who may have the lock of the journal, while it is found out whether that run still lives. */
  readonly onLocked?: ((holder: string) => void) | undefined;
  /** Only looks whether the plan still fits; the journal is read, and not begun. Default: false. */
  readonly dryRun?: boolean | undefined;
}

/** How a removal has ended. */
export interface RemovalResult extends ApplyResult {
  /**
   * A group of which the gateway says that it has deleted more than was compared: somebody has added to it meanwhile.
   */
  readonly surplus?: Surplus;
}

const KNOWN: KnownNames<ApplyRemovalOptions> = {
  plan: true,
  journal: true,
  from: true,
  to: true,
  accounts: true,
  signal: true,
  onKept: true,
  onProgress: true,
  onLocked: true,
  dryRun: true,
};

/**
 * Deletes the groups of a plan of removal, each only if it is still as it stands in the plan, and the target still has
 * all of it, but for what the plan gives up; where one is not, the result is `'changed'`. Before the first deletion and
 * after it is seen that both are two accounts. A run that ended is resumed by the next one with the same journal.
 *
 * @throws ValidationError when an option is not usable, the plan is none of removal, was edited or made of other
 *   accounts, both are one account, or the journal does not fit
 * @throws Error of `node:fs` when the journal cannot be written
 */
export async function applyRemoval(options: ApplyRemovalOptions): Promise<RemovalResult> {
  const { plan: planGiven, journal: other, from: source, to: target, accounts, ...more } = readOptions(options, KNOWN);
  const { signal, onKept = NOTHING, onProgress, onLocked, dryRun = false } = more;
  const plan = path.resolve(checkFilled(planGiven, 'plan'));
  const given = other === undefined ? undefined : path.resolve(checkFilled(other, 'journal'));
  const from = removingClient(source, 'from');
  const { to } = readingSides(from, target);
  for (const [name, told] of Object.entries({ onKept, onProgress, onLocked })) optional(told, checkFunction, name);
  checkBoolean(dryRun, 'dryRun');
  checkNote(`${plan}.mark`);
  const identity = planIdentity(plan);
  const overview = await removalOverview(plan);
  const { lines, hash, groups, head } = overview;
  const hashed = hashedAccounts(accounts).accounts;
  checkAccounts(head.accounts, hashed);
  const total = groups.length;
  const use = { plan, identity, journal: given, total, lines, hash, dryRun, account: hashed?.from, signal, onLocked };
  let surplus: Surplus | undefined;
  const result = await byJournal(use, async (journal) => {
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

const NOTHING = (): void => undefined;
