import type { Refusal } from '../apply/run-context.js';

/** The numbers of a group by what has become of their steps. */
export interface NumberCounts {
  /** Those that were added, corrected, or deleted with their group. */
  readonly done: number;
  readonly refused: number;
  /** Those that nothing has become of: not yet, or because their group was refused. */
  readonly left: number;
}

/** A group of a plan, and what has become of it. */
export interface GroupReport {
  /** Its name in the plan. */
  readonly group: string;
  /** The name that it gets, where that is another. */
  readonly as?: string | undefined;
  /**
   * `'made'`, `'deleted'`: that was to be done, and is; `'there'`: it was there before, and stays; `'skipped'`,
   * `'conflict'`: the policy leaves it out; `'refused'`: by the gateway; `'left'`: nothing has become of it.
   */
  readonly state: 'made' | 'deleted' | 'there' | 'skipped' | 'conflict' | 'refused' | 'left';
  readonly numbers: NumberCounts;
}

/** The report on all runs of a plan together. */
export interface RunReport {
  /** The purpose of the plan; `'extras'`: what an account has beyond another, or a file, is deleted. */
  readonly of: 'migration' | 'removal' | 'corrections' | 'extras';
  /** The groups in the order of the plan, each once. */
  readonly groups: readonly GroupReport[];
  /** Groups that were made, or deleted. */
  readonly groupsDone: number;
  /** The numbers of all groups. */
  readonly numbers: NumberCounts;
  /** Groups and numbers that the gateway refuses. */
  readonly refused: number;
}

/** Counts the numbers of a group, as its lines are read. */
export class GroupCount {
  readonly #row: Omit<GroupReport, 'numbers'>;
  readonly #numbers = { done: 0, refused: 0, left: 0 };

  constructor(row: Omit<GroupReport, 'numbers'>) {
    this.#row = row;
  }

  add(what: keyof NumberCounts, count: number = 1): void {
    this.#numbers[what] += count;
  }

  get report(): GroupReport {
    return { ...this.#row, numbers: { ...this.#numbers } };
  }
}

/** Told of each step that the gateway refuses. */
export type OnRefused = (refusal: Refusal) => void;

/** Adds up what has become of the groups of a plan. */
export function reportOf(of: RunReport['of'], counts: Iterable<GroupCount>): RunReport {
  const groups = Array.from(counts, ({ report }) => report);
  const refusedGroups = groups.filter(({ state }) => state === 'refused').length;
  return runReport(of, groups, refusedGroups + sumOf(groups, 'refused'));
}

/** Adds up the numbers of groups. @param refused - the groups and numbers that are refused */
export function runReport(of: RunReport['of'], groups: readonly GroupReport[], refused: number): RunReport {
  const numbers = { done: sumOf(groups, 'done'), refused: sumOf(groups, 'refused'), left: sumOf(groups, 'left') };
  const groupsDone = groups.filter(({ state }) => state === 'made' || state === 'deleted').length;
  return { of, groups, groupsDone, numbers, refused };
}

function sumOf(groups: readonly GroupReport[], what: keyof NumberCounts): number {
  return groups.reduce((all, { numbers }) => all + numbers[what], 0);
}
