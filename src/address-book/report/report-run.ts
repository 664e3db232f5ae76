import { checkFunction } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { filePath } from '../options/shared-options.js';
import { furtherPlans } from '../plan/plan-journal.js';
import { purposeOf } from '../plan/plan-labels.js';
import { readPlanSteps } from './plan-steps.js';
import { ReportSum } from './report-sum.js';
import { type OnRefused, type RunReport, runReport } from './run-report.js';

const OPTIONS = {
  /**
   * The path of the plan: of a migration, an import, a removal, corrections, or of what was deleted by a sync or a
   * restore. Plans that were made of what it has left (`<plan>.2` and so on) are reported with it.
   */
  plan: required(filePath),
  /** The path of its journal. Default: the one that the plan was begun with, or that of the plan and `.journal`. */
  journal: optional(filePath),
  /** Told of each step that the gateway refuses, in the order of the plan. */
  onRefused: withDefault<OnRefused>(() => undefined, checkFunction),
};

/** Options of {@link reportRun}. */
export interface ReportRunOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Tells what has become of a plan, by group: what was made, added or deleted, what the gateway refuses and with which
 * code, and what is left; of all its runs together, by the plan and its journal. Nothing is asked of a gateway. Where
 * there is no journal nothing was begun, and all is left.
 *
 * @throws ValidationError when the plan is none, or the journal is none of this plan
 *
 * @example
 * ```ts
 * const { groups, numbers } = await reportRun({
 *   plan: 'move.json',
 *   onRefused: ({ group, line, code, meaning }) => console.log(`${group}: line ${line}: ${code} ${meaning}`),
 * });
 * console.log(`${numbers.done} numbers of ${groups.length} groups were added, ${numbers.refused} are refused`);
 * ```
 */
export async function reportRun(options: ReportRunOptions): Promise<RunReport> {
  const { plan, journal, onRefused } = readOptions(options, OPTIONS);
  const further = (await purposeOf(plan)) === undefined ? furtherPlans(plan) : [];
  if (further.length === 0) {
    return readPlanSteps(plan, journal, ({ refusal }) => {
      if (refusal !== undefined) onRefused(refusal);
    });
  }
  const sum = new ReportSum();
  await sum.add(plan, journal);
  for (const one of further) await sum.add(one, undefined, one);
  for (const refusal of sum.refusals) onRefused(refusal);
  const groups = sum.groups.map(({ group, as, state, numbers }) => ({
    group,
    ...(as === undefined ? {} : { as }),
    state,
    numbers,
  }));
  return runReport('migration', groups, sum.refusals.length);
}
