import { checkFunction } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { filePath } from '../accounts/options.js';
import { type FailedStep, meaningOfFailure, type StepRef } from '../apply/events.js';
import { isFile, journalFor } from '../journal/plan-journal.js';
import { readJournal, STATES, StepStates } from '../journal/read-journal.js';
import type { PlanPurpose } from '../plan/plan-lines.js';
import { checkPlan, readPlan } from '../plan/read-plan.js';

/** How many numbers of a group have which state. */
export interface NumberCounts {
  readonly added: number;
  readonly deleted: number;
  readonly renamed: number;
  /** Refused by the gateway. */
  readonly failed: number;
  /** Not done yet, or not possible because the gateway refused the group. */
  readonly remaining: number;
}

/** What happened to a group of a plan. */
export interface GroupReport {
  /** Its name in the account that is changed. */
  readonly group: string;
  /** `'existing'`: the group itself is not changed. */
  readonly state: 'added' | 'deleted' | 'existing' | 'failed' | 'remaining';
  readonly numbers: NumberCounts;
}

/** What happened to a plan in all its runs. */
export interface RunReport {
  readonly purpose: PlanPurpose;
  /** Each group of the plan. */
  readonly groups: readonly GroupReport[];
}

const OPTIONS = {
  /** The path of the plan. */
  plan: required(filePath),
  /** The path of the journal. Default: that of an earlier run of the plan. */
  journal: optional(filePath),
  /** Called for each step that the gateway refused, in the order of the plan. */
  onFailed: withDefault<(step: FailedStep) => void>(() => undefined, checkFunction),
};

/** Options of {@link reportRun}. */
export interface ReportRunOptions extends OptionsOf<typeof OPTIONS> {}

type Counts = { -readonly [K in keyof NumberCounts]: number };

interface Row {
  readonly group: string;
  state: GroupReport['state'];
  readonly numbers: Counts;
}

/**
 * Reports what happened to a plan, by group, from the plan and its journal. The gateway is not called.
 *
 * @throws ValidationError if the plan or its journal cannot be read
 *
 * @example
 * ```ts
 * const { groups } = await reportRun({
 *   plan: 'move.jsonl',
 *   onFailed: ({ group, line, code, meaning }) => console.log(`${group}, line ${line}: ${code} ${meaning}`),
 * });
 * for (const { group, numbers } of groups) console.log(`${group}: ${numbers.added} numbers added`);
 * ```
 */
export async function reportRun(options: ReportRunOptions): Promise<RunReport> {
  const { plan, journal, onFailed } = readOptions(options, OPTIONS);
  const { header, trailer } = await checkPlan(plan);
  const file = journalFor(plan, journal);
  const states = isFile(file) ? readJournal(file, trailer.sha256).states : new StepStates();
  const rows = new Map<string, Row>();
  let row = rowOf(new Map(), '', 'existing');
  let deletedLine = 0;
  const stateOf = (step: StepRef): 'done' | 'failed' | 'remaining' => {
    const state = states.stateOf(step.line);
    if (state !== STATES.failed) return state === STATES.done ? 'done' : 'remaining';
    const code = states.codeOf(step.line) ?? 0;
    onFailed({ ...step, code, meaning: meaningOfFailure(code) });
    return 'failed';
  };
  for await (const { line, value } of readPlan(plan)) {
    const isRename = deletedLine === line - 1 && deletedLine > 0;
    if ('addGroup' in value || 'deleteGroup' in value) {
      const [group, done] =
        'addGroup' in value ? [value.addGroup.name, 'added' as const] : [value.deleteGroup.name, 'deleted' as const];
      const state = stateOf({ line, group });
      row = rowOf(rows, group, state === 'done' ? done : state);
    } else if ('group' in value) row = rowOf(rows, value.group.name, 'existing');
    else if ('entry' in value) row.numbers[row.state === 'deleted' ? 'deleted' : 'remaining'] += 1;
    else if ('deleteNumber' in value) {
      const state = stateOf({ line, group: row.group, number: value.deleteNumber.number });
      row.numbers[state === 'done' ? 'deleted' : state] += 1;
    } else if ('addNumber' in value) {
      const { number } = value.addNumber;
      if (isRename && states.stateOf(line) === STATES.done) {
        row.numbers.deleted -= 1;
        row.numbers.renamed += 1;
      } else if (!isRename) {
        const state = stateOf({ line, group: row.group, number });
        row.numbers[state === 'done' ? 'added' : state] += 1;
      }
    }
    deletedLine = 'deleteNumber' in value ? line : 0;
  }
  return { purpose: header.purpose, groups: [...rows.values()] };
}

function rowOf(rows: Map<string, Row>, group: string, state: GroupReport['state']): Row {
  const empty: Row = { group, state, numbers: { added: 0, deleted: 0, renamed: 0, failed: 0, remaining: 0 } };
  const row = rows.get(group) ?? empty;
  rows.set(group, row);
  if (state !== 'existing' || row.state === 'remaining') row.state = state;
  return row;
}
