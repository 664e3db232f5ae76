import { meaningOfRefusal, type Refusal, type Step } from '../apply/run-context.js';
import { correctionOverview } from '../correct/corrections.js';
import { extrasOverview } from '../extras/extras-overview.js';
import { STATES } from '../journal/steps.js';
import { migrationOverview } from '../plan/overview.js';
import { readPlan } from '../plan/plan-file.js';
import { purposeOf } from '../plan/plan-labels.js';
import type { PlanGroup } from '../plan/plan-lines.js';
import { removalOverview } from '../remove/removal-overview.js';
import { type PastRun, pastRun } from './past-run.js';
import { GroupCount, type GroupReport, type NumberCounts, type RunReport, reportOf } from './run-report.js';

/** What has become of a step. */
type StepState = keyof NumberCounts;

/** A step of a plan, and what has become of it. */
export interface PastStep extends Step {
  /** The name of the group in the account. */
  readonly as: string;
  readonly state: StepState;
  /** Of one that the gateway refuses. */
  readonly refusal: Refusal | undefined;
}

/** Told of each step of a plan, in its order. */
export type OnStep = (step: PastStep) => void;

/** Reads what has become of one plan. @param journal - its path, where the caller has named one */
export async function readPlanSteps(plan: string, journal: string | undefined, onStep: OnStep): Promise<RunReport> {
  const purpose = await purposeOf(plan);
  if (purpose === 'removal') return removalReport(plan, journal, onStep);
  if (purpose === 'corrections') return correctionReport(plan, journal, onStep);
  return purpose === 'extras' ? extrasReport(plan, journal, onStep) : migrationReport(plan, journal, onStep);
}

async function migrationReport(plan: string, journal: string | undefined, onStep: OnStep): Promise<RunReport> {
  const run = pastRun(plan, journal, await migrationOverview(plan));
  const counts = new Map<number, GroupCount>();
  let [count, name, as]: [GroupCount | undefined, string, string] = [undefined, '', ''];
  for await (const { line, value } of readPlan(plan)) {
    if ('group' in value) {
      const { action, line: earlier = 0 } = value.group;
      ({ name, as = name } = value.group);
      const state = action === 'create' ? tell(run, { line, group: name, as }, onStep) : 'left';
      count = action === 'into' ? counts.get(earlier) : new GroupCount(groupRow(value.group, state));
      if (count !== undefined && action !== 'into') counts.set(line, count);
    } else if ('add' in value) {
      count?.add(tell(run, { line, group: name, as, number: value.add.number }, onStep));
    }
  }
  return reportOf('migration', counts.values());
}

function groupRow({ name, as, action }: PlanGroup['group'], state: StepState): Omit<GroupReport, 'numbers'> {
  const row = { group: name, ...(as === undefined ? {} : { as }) };
  if (action === 'create') return { ...row, state: state === 'done' ? 'made' : state };
  if (action === 'skip') return { ...row, state: 'skipped' };
  return { ...row, state: action === 'conflict' ? 'conflict' : 'there' };
}

async function removalReport(plan: string, journal: string | undefined, onStep: OnStep): Promise<RunReport> {
  const overview = await removalOverview(plan);
  const run = pastRun(plan, journal, overview);
  const counts = overview.groups.map(({ line, name, as, numbers }) => {
    const state = tell(run, { line, group: name, as: name }, onStep);
    return deletedGroup({ group: name, ...(as === name ? {} : { as }) }, state, numbers);
  });
  return reportOf('removal', counts);
}

async function correctionReport(plan: string, journal: string | undefined, onStep: OnStep): Promise<RunReport> {
  const overview = await correctionOverview(plan);
  const run = pastRun(plan, journal, overview);
  return reportOf('corrections', correctedGroups(run, overview.groups, onStep));
}

/** Of what an account has beyond a side: groups that are deleted whole, and corrections of others. */
async function extrasReport(plan: string, journal: string | undefined, onStep: OnStep): Promise<RunReport> {
  const overview = await extrasOverview(plan);
  const run = pastRun(plan, journal, overview);
  const whole = overview.whole.map(({ line, name, numbers }) =>
    deletedGroup({ group: name }, tell(run, { line, group: name, as: name }, onStep), numbers),
  );
  return reportOf('extras', [...correctedGroups(run, overview.corrected, onStep), ...whole]);
}

function deletedGroup(row: Pick<GroupReport, 'group' | 'as'>, state: StepState, numbers: number): GroupCount {
  const count = new GroupCount({ ...row, state: state === 'done' ? 'deleted' : state });
  count.add(state === 'done' ? 'done' : 'left', numbers);
  return count;
}

function correctedGroups(
  run: PastRun,
  groups: Awaited<ReturnType<typeof correctionOverview>>['groups'],
  onStep: OnStep,
): readonly GroupCount[] {
  return groups.map(({ name, corrections }) => {
    const count = new GroupCount({ group: name, state: 'there' });
    for (const { line, number } of corrections) count.add(tell(run, { line, group: name, as: name, number }, onStep));
    return count;
  });
}

function tell(run: PastRun, { as, ...step }: Step & Pick<PastStep, 'as'>, onStep: OnStep): StepState {
  const state = stateOf(run, step.line);
  const code = run.codeOf(step.line);
  const refusal = code === undefined ? undefined : { ...step, code, meaning: meaningOfRefusal(code) };
  onStep({ ...step, as, state, refusal });
  return state;
}

function stateOf({ steps }: PastRun, line: number): StepState {
  const state = steps.stateOf(line);
  if (state === STATES.done) return 'done';
  return state === STATES.rejected ? 'refused' : 'left';
}
