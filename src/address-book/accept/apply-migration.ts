import { checkBoolean, checkFilled, checkFunction, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { applyPlan, resultOf } from '../apply/apply-plan.js';
import type { ApplyProgress, ApplyResult } from '../apply/outcome.js';
import type { ApplyEvent } from '../apply/run-context.js';
import { CONCURRENCY, filePath, RUN_OPTIONS, SETTLING } from '../options/shared-options.js';
import { furtherPlans } from '../plan/plan-journal.js';
import { accountHash } from '../plan/plan-labels.js';
import { readingClient, writingClient } from '../sides/account.js';
import { applyAccepting } from './accept-changes.js';

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
  /**
   * Where a side has changed since the plan was made, what still fits is carried out, and the rest is planned anew into
   * `<plan>.2`, `<plan>.3` and so on, each with a journal of its own, until nothing changes any more. The same call
   * goes on after whatever has ended it. Default: false, a plan that no longer fits is not carried out.
   */
  acceptChanges: withDefault(false, checkBoolean),
  ...CONCURRENCY,
  ...SETTLING,
  /** Told of each step, of what has changed, of what is waited for, and of how far the run is. */
  onEvent: optional<(event: ApplyEvent, progress: ApplyProgress) => void>(checkFunction),
};

/** Options of {@link applyMigration}. */
export interface ApplyMigrationOptions extends OptionsOf<typeof APPLY_OPTIONS> {}

/**
 * Carries a plan out, exactly that one, and refuses when either side has changed underneath it: `onEvent` hears of what
 * has. A run that ended, by whatever, is resumed by the next one with the same journal: what was done is not done
 * again, and what may have been done is looked up in the target first.
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
  const { account, acceptChanges, ...run } = readOptions(options, APPLY_OPTIONS);
  const given = { ...run, account: accountHash(account), areKnown: false };
  if (acceptChanges && !run.dryRun) return applyAccepting(given);
  const further = furtherPlans(run.plan).at(-1);
  if (further !== undefined && !run.dryRun) {
    invalid('plan', `was planned anew: go on with acceptChanges, or carry out ${further}`);
  }
  return resultOf(await applyPlan({ ...given, ifChanged: 'refuse' }));
}
