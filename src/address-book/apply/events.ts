import { meaningOfCode } from '../../domain/gateway-codes.js';
import type { PlanSummary } from '../plan/plan-lines.js';
import type { StopReason } from './step-failure.js';

/** A step of a plan. */
export interface StepRef {
  /** Its line in the plan. */
  readonly line: number;
  /** The name of its group. */
  readonly group: string;
  /** Absent for a step that adds or deletes a group. */
  readonly number?: string | undefined;
}

/** A step that the gateway refuses. */
export interface FailedStep extends StepRef {
  /** The gateway code; 0 if it was refused before it was sent. */
  readonly code: number;
  /** The meaning of the code; empty if it is unknown. */
  readonly meaning: string;
}

/**
 * Why a step was skipped. `'source-changed'`: the source no longer has the group or the entry; `'group-missing'`:
 * the group to change no longer exists; `'entries-changed'`: the number or the group has other entries;
 * `'copy-missing'`: the other account no longer has a copy of all entries.
 */
export type SkipReason = 'source-changed' | 'group-missing' | 'entries-changed' | 'copy-missing';

/** Something that happens while a plan is applied. In a dry run: that would happen. */
export type PlanEvent =
  | ({ readonly type: 'group-added' | 'group-deleted' } & StepRef)
  | ({ readonly type: 'number-added' | 'number-deleted' | 'number-renamed'; readonly name?: string } & StepRef)
  /** The account already is as the step would make it. */
  | ({ readonly type: 'unchanged' } & StepRef)
  | ({ readonly type: 'failed' } & FailedStep)
  | ({ readonly type: 'skipped'; readonly reason: SkipReason } & StepRef)
  /** The run waits before it looks up requests with unknown outcome. */
  | { readonly type: 'waiting'; readonly ms: number }
  /** Requests with unknown outcome were looked up: how many had been executed, and how many are repeated. */
  | { readonly type: 'resolved'; readonly executed: number; readonly repeated: number }
  /** More entries were deleted with a group than the plan contains: they were added in the last moment. */
  | { readonly type: 'extra-deleted'; readonly group: string; readonly expected: number; readonly deleted: number }
  /** A run that was interrupted is resumed. */
  | { readonly type: 'resumed'; readonly plan: string }
  /** A plan was created. */
  | { readonly type: 'planned'; readonly plan: string; readonly summary: PlanSummary };

/** The progress of a plan, in all its runs. */
export interface PlanProgress {
  readonly done: number;
  /** Steps that the gateway refuses. */
  readonly failed: number;
  /** Steps skipped by this run because an account has changed. */
  readonly skipped: number;
  readonly total: number;
}

const CHANGES = ['groupsAdded', 'groupsDeleted', 'numbersAdded', 'numbersDeleted', 'numbersRenamed'] as const;

/** How many groups and numbers a call has changed. */
export type ChangeCounts = Readonly<Record<(typeof CHANGES)[number], number>>;

/** The result of applying a plan. */
export interface PlanResult extends PlanProgress {
  /**
   * `'done'`: all steps; `'failed'`: all except those that the gateway refuses; `'changed'`: some steps no longer fit
   * and were skipped; otherwise see {@link StopReason}.
   */
  readonly status: 'done' | 'failed' | StopReason;
  readonly changes: ChangeCounts;
  /**
   * Entries that were deleted with their groups and that no plan contains, because they were added in the last
   * moment.
   */
  readonly extraDeleted: number;
  /** The error that ended the run, if it was one. */
  readonly error?: unknown;
}

export const NO_CHANGES: ChangeCounts = countsOf(() => 0);

export function sumOfChanges(one: ChangeCounts, other: ChangeCounts): ChangeCounts {
  return countsOf((change) => one[change] + other[change]);
}

function countsOf(count: (change: keyof ChangeCounts) => number): ChangeCounts {
  return Object.fromEntries(CHANGES.map((change) => [change, count(change)])) as ChangeCounts;
}

export function meaningOfFailure(code: number): string {
  return code === 0 ? 'not sent: the gateway would refuse it' : meaningOfCode(code);
}
