import { checkFunction, checkString } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { checkReader, checkTwoClients, type ReadingClient } from '../accounts/account.js';
import { PLANNING } from '../accounts/options.js';
import { waitForUnfinishedRuns } from '../journal/unfinished-runs.js';
import type { NotCopied, PlanHeader, PlanLabels, PlanSummary } from '../plan/plan-lines.js';
import { type PlanFileOptions, writePlan } from '../plan/write-plan.js';
import { selectedSide } from '../selection/selection.js';
import { plannedSelection, SELECTION } from '../selection/selection-options.js';
import { type DifferenceOptions, type PlanWarning, planDifference } from './difference.js';

export const COPYING = {
  /** Called for data of the source that the target will not have. */
  onNotCopied: withDefault<(what: NotCopied) => void>(() => undefined, checkFunction),
  /** Called for each warning in the plan. */
  onWarning: withDefault<(warning: PlanWarning) => void>(() => undefined, checkFunction),
};

export const LABELS = {
  /** Names of the accounts, which {@link readPlanInfo} returns. Default: none. */
  labels: optional(checkLabels),
};

const OPTIONS = {
  /** The account that is copied. */
  from: required<ReadingClient>(checkReader),
  /** The account that gets the copy. It is not changed by the plan. */
  to: required<ReadingClient>(checkReader),
  ...SELECTION,
  ...PLANNING,
  ...LABELS,
  ...COPYING,
};

/** Options of {@link planMigration}. */
export interface PlanMigrationOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Plans to copy groups and numbers from one account to another. Neither account is changed. The plan is a file of JSON
 * Lines for review; apply it with {@link applyPlan}.
 *
 * Groups belong together by name. Numbers that the target has in the group, in any spelling, are not planned again. A
 * number that the source has several times is planned once; `onNotCopied` reports the others.
 *
 * @throws ValidationError if an option is invalid
 * @throws SmsServiceError if an account cannot be read; then no plan is written
 *
 * @example
 * ```ts
 * const { addGroups, addNumbers } = await planMigration({ from: source, to: target, out: 'move.jsonl' });
 * console.log(`${addGroups} groups and ${addNumbers} numbers to add`);
 * ```
 */
export async function planMigration(options: PlanMigrationOptions): Promise<PlanSummary> {
  const values = readOptions(options, OPTIONS);
  const { from, to, labels, accounts } = values;
  checkTwoClients(from, to);
  const selection = plannedSelection(values);
  const header = {
    purpose: 'copy' as const,
    ...(labels && { labels }),
    ...(accounts && { accounts }),
    ...(selection && { selection }),
  };
  return planCopy({ ...values, header, source: selectedSide(from, selection, true), target: to });
}

export interface CopyOptions extends PlanFileOptions, Omit<DifferenceOptions, 'writer'> {
  readonly header: Omit<PlanHeader, 'version' | 'createdAt'>;
  readonly settleMs: number;
  readonly onUnfinished: Parameters<typeof waitForUnfinishedRuns>[1]['onUnfinished'];
}

export function planCopy(options: CopyOptions): Promise<PlanSummary> {
  const { header, out, settleMs, signal, onUnfinished } = options;
  return writePlan(options, header, async (writer) => {
    await waitForUnfinishedRuns(out, { account: header.accounts?.to, settleMs, signal, onUnfinished });
    await planDifference({ ...options, writer });
  });
}

function checkLabels(labels: PlanLabels, path: string): PlanLabels {
  return readOptions(labels, { from: optional(checkString), to: optional(checkString) }, { path });
}
