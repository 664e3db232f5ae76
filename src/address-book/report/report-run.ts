import { checkFunction } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { meaningOfRefusal, type Step } from '../apply/run-context.js';
import { correctionOverview } from '../correct/corrections.js';
import { STATES } from '../journal/steps.js';
import { filePath } from '../options/shared-options.js';
import { migrationOverview } from '../plan/overview.js';
import { readPlan } from '../plan/plan-file.js';
import { purposeOf } from '../plan/plan-labels.js';
import type { PlanGroup } from '../plan/plan-lines.js';
import { removalOverview } from '../remove/removal-overview.js';
import { type PastRun, pastRun } from './past-run.js';
import {
  GroupCount,
  type GroupReport,
  type NumberCounts,
  type OnRefused,
  type RunReport,
  reportOf,
} from './run-report.js';

const OPTIONS = {
  /** The path of the plan: of a migration, an import, a removal, or of corrections. */
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
  const purpose = await purposeOf(plan);
  if (purpose === 'removal') return removalReport(plan, journal, onRefused);
  if (purpose === 'corrections') return correctionReport(plan, journal, onRefused);
  return migrationReport(plan, journal, onRefused);
}

async function migrationReport(plan: string, journal: string | undefined, onRefused: OnRefused): Promise<RunReport> {
  const run = pastRun(plan, journal, await migrationOverview(plan));
  const counts = new Map<number, GroupCount>();
  let [count, name]: [GroupCount | undefined, string] = [undefined, ''];
  for await (const { line, value } of readPlan(plan)) {
    if ('group' in value) {
      const { action, line: earlier = 0 } = value.group;
      name = value.group.name;
      count = action === 'into' ? counts.get(earlier) : new GroupCount(groupRow(value.group, stateOf(run, line)));
      if (count !== undefined && action !== 'into') counts.set(line, count);
      tell(run, { line, group: name }, onRefused);
    } else if ('add' in value) {
      count?.add(stateOf(run, line));
      tell(run, { line, group: name, number: value.add.number }, onRefused);
    }
  }
  return reportOf('migration', counts.values());
}

function groupRow({ name, as, action }: PlanGroup['group'], state: keyof NumberCounts): Omit<GroupReport, 'numbers'> {
  const row = { group: name, ...(as === undefined ? {} : { as }) };
  if (action === 'create') return { ...row, state: state === 'done' ? 'made' : state };
  if (action === 'skip') return { ...row, state: 'skipped' };
  return { ...row, state: action === 'conflict' ? 'conflict' : 'there' };
}

async function removalReport(plan: string, journal: string | undefined, onRefused: OnRefused): Promise<RunReport> {
  const overview = await removalOverview(plan);
  const run = pastRun(plan, journal, overview);
  const counts = overview.groups.map(({ line, name, as, numbers }) => {
    const state = stateOf(run, line);
    const other = as === name ? {} : { as };
    const count = new GroupCount({ group: name, ...other, state: state === 'done' ? 'deleted' : state });
    count.add(state === 'done' ? 'done' : 'left', numbers);
    tell(run, { line, group: name }, onRefused);
    return count;
  });
  return reportOf('removal', counts);
}

async function correctionReport(plan: string, journal: string | undefined, onRefused: OnRefused): Promise<RunReport> {
  const overview = await correctionOverview(plan);
  const run = pastRun(plan, journal, overview);
  const counts = overview.groups.map(({ name, corrections }) => {
    const count = new GroupCount({ group: name, state: 'there' });
    for (const { line, number } of corrections) {
      count.add(stateOf(run, line));
      tell(run, { line, group: name, number }, onRefused);
    }
    return count;
  });
  return reportOf('corrections', counts);
}

function stateOf({ steps }: PastRun, line: number): keyof NumberCounts {
  const state = steps.stateOf(line);
  if (state === STATES.done) return 'done';
  return state === STATES.rejected ? 'refused' : 'left';
}

function tell(run: PastRun, step: Step, onRefused: OnRefused): void {
  const code = run.codeOf(step.line);
  if (code !== undefined) onRefused({ ...step, code, meaning: meaningOfRefusal(code) });
}
