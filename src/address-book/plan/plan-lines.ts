import { invalid } from '../../errors/check.js';
import { ValidationError } from '../../errors/errors.js';
import { isPlanLine } from './plan-shape.js';

/** What to do where the target has a group of the same name. */
export const POLICIES = ['merge', 'skip', 'rename', 'fail'] as const;

/** One of {@link POLICIES}. */
export type ConflictPolicy = (typeof POLICIES)[number];

/** What the caller calls the two accounts. */
export interface PlanLabels {
  readonly from: string;
  readonly to: string;
}

/** The first line of a plan. */
export interface PlanHead {
  readonly plan: 1;
  readonly createdAt: string;
  /** Absent for a plan of removal. */
  readonly policy?: ConflictPolicy | undefined;
  readonly labels?: PlanLabels | undefined;
}

/** What becomes of a group of the source; the numbers that are added to it follow. */
export interface PlanGroup {
  readonly group: {
    /** In the source. */
    readonly id: number;
    readonly name: string;
    readonly info: string;
    /** `'into'`: into the group of an earlier line. */
    readonly action: 'create' | 'merge' | 'into' | 'skip' | 'conflict';
    /** The name that it gets, where that is another. */
    readonly as?: string | undefined;
    /** In the target, with `'merge'`. */
    readonly targetId?: number | undefined;
    /** The line of the group, with `'into'`. */
    readonly line?: number | undefined;
  };
}

/** A number that is added to the group before it. */
interface PlanNumber {
  readonly add: { readonly number: string; readonly name: string };
}

/** A group of the source that is deleted, as it must be then. */
export interface PlanRemoval {
  readonly remove: {
    readonly id: number;
    readonly name: string;
    /** Its name in the target, where that is another. */
    readonly as?: string | undefined;
    /** How many it has. */
    readonly numbers: number;
    readonly fingerprint: string;
  };
}

/** Something that a person should know. */
interface PlanWarning {
  readonly warning: string;
}

/** How much a plan has, and what it was made of. */
export interface PlanSummary {
  /** Groups that will be made. */
  readonly create: number;
  /** Numbers that will be added. */
  readonly add: number;
  /** Numbers that are there already. */
  readonly there: number;
  /** Groups that exist in the target, and must not with the policy `'fail'`. */
  readonly conflicts: number;
  readonly warnings: number;
}

/** The last line. */
export interface PlanEnd {
  readonly end: PlanSummary & {
    /** The fingerprints of both sides. */
    readonly source: string;
    readonly target: string;
  };
}

/** The last line of a plan of removal: how many groups are deleted. */
interface RemovalEnd {
  readonly removed: number;
}

/** A line of a plan. */
export type PlanLine = PlanHead | PlanGroup | PlanNumber | PlanRemoval | PlanWarning | PlanEnd | RemovalEnd;

/**
 * Reads a line of a plan.
 *
 * @param line - its number, from 1
 * @throws ValidationError that names it
 */
export function readPlanLine(text: string, line: number): PlanLine {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlanLine(value)) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    // Not its words: they quote the line.
    throw new ValidationError('plan', `has in line ${line} what is no JSON`);
  }
  return invalid('plan', `has in line ${line} what is no part of a plan`);
}
