import { numberKey } from '../../domain/phone-number.js';
import type { Refusal } from '../apply/run-context.js';
import { type PastStep, readPlanSteps } from './plan-steps.js';
import type { GroupReport, NumberCounts, RunReport } from './run-report.js';

/** A group, and what has become of it by several plans. */
export interface SummedGroup extends GroupReport {
  /** Those that were added, and those that wait or are refused, whatever was to be done with them. */
  readonly numbers: NumberCounts;
  /** The numbers that were deleted, or have got another name, by plans of deletions. */
  readonly deleted: number;
}

/** The counts of a group, as plans are added. */
interface Row {
  readonly group: string;
  readonly as?: string | undefined;
  state: GroupReport['state'];
  added: number;
  deleted: number;
  /** By the purpose of the plan that has left them. */
  readonly left: Map<RunReport['of'], number>;
  /** The number of the last plan that has the group. */
  plan: number;
}

/** A refusal, and the row that its number counts for. */
interface KeptRefusal {
  readonly refusal: Refusal;
  readonly as: string;
}

/**
 * What has become of several plans, each made of what those before it have left. What is left is that of the last plan
 * of its purpose. What is refused again counts once, and not at all where it was carried out later.
 */
export class ReportSum {
  readonly #rows = new Map<string, Row>();
  readonly #refused = new Map<string, KeptRefusal>();
  /** The number of the last plan of each purpose. */
  readonly #last = new Map<RunReport['of'], number>();
  #plans = 0;

  /**
   * Adds the next plan. @param journal - its path, where the caller has named one
   *
   * @param shown - the path that refusals name; absent where they name none
   */
  async add(plan: string, journal?: string, shown?: string): Promise<void> {
    const refused = new Map<string, KeptRefusal>();
    const done = new Set<string>();
    const { of, groups } = await readPlanSteps(plan, journal, (step) => {
      const { refusal, as, state } = step;
      if (refusal !== undefined) {
        refused.set(keyOf(step), { refusal: { ...refusal, ...(shown && { plan: shown }) }, as });
      } else if (state === 'done' && this.#refused.size > 0) done.add(keyOf(step));
    });
    for (const key of done) this.#refused.delete(`${of} ${key}`);
    for (const [key, refusal] of refused) this.#refused.set(`${of} ${key}`, refusal);
    this.#plans += 1;
    this.#last.set(of, this.#plans);
    for (const { left } of this.#rows.values()) left.delete(of);
    for (const group of groups) this.#add(of, group);
  }

  /** Each step that the gateway refuses, in the order of the plans. */
  get refusals(): readonly Refusal[] {
    return Array.from(this.#refused.values(), ({ refusal }) => refusal);
  }

  /** The groups, each once. */
  get groups(): readonly SummedGroup[] {
    const refused = new Map<string, number>();
    for (const { refusal, as } of this.#refused.values()) {
      if (refusal.number !== undefined) refused.set(as, (refused.get(as) ?? 0) + 1);
    }
    return [...this.#rows].flatMap(([key, row]) => {
      const { group, as, state, added, deleted } = row;
      const left = [...row.left.values()].reduce((sum, count) => sum + count, 0);
      const numbers = { done: added, refused: refused.get(key) ?? 0, left };
      // One that no later plan has any more, and of which nothing was done, is not wanted any more.
      if (state === 'left' && added + deleted + numbers.refused === 0 && !this.#isInLast(row)) return [];
      return [{ group, ...(as === undefined ? {} : { as }), state, numbers, deleted }];
    });
  }

  #isInLast({ plan }: Row): boolean {
    return [...this.#last.values()].includes(plan);
  }

  #add(of: RunReport['of'], { group, as, state, numbers }: GroupReport): void {
    const key = as ?? group;
    const empty: Row = { group, as, state, added: 0, deleted: 0, left: new Map(), plan: 0 };
    const row = this.#rows.get(key) ?? empty;
    this.#rows.set(key, row);
    if (of === 'migration') row.added += numbers.done;
    else row.deleted += numbers.done;
    row.left.set(of, (row.left.get(of) ?? 0) + numbers.left);
    row.plan = this.#plans;
    const isKept = (state === 'there' && row.state === 'made') || (state === 'left' && row.state === 'refused');
    if (!isKept) row.state = state;
  }
}

function keyOf({ as, number }: PastStep): string {
  return JSON.stringify([as, number === undefined ? null : numberKey(number)]);
}
