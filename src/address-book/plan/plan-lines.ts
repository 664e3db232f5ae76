import type { PlannedSelection } from '../selection/selection-options.js';
import type { NotMovedKind } from '../sides/not-moved.js';

/** The policies for a group whose name the target has already. */
export const POLICIES = ['merge', 'skip', 'rename', 'fail'] as const;

/** One of {@link POLICIES}. */
export type ConflictPolicy = (typeof POLICIES)[number];

/** The caller's names for the two accounts. */
export interface PlanLabels {
  readonly from: string;
  readonly to: string;
}

/** Texts that tell the two accounts of a plan from others, as hashes of those that the caller gives. */
export type PlanAccounts = Partial<PlanLabels>;

/** The file that a plan was made of. */
export interface PlanFile {
  /** The SHA-256 of its content, in hexadecimal digits. */
  readonly hash: string;
  /** The options that it was read with: format, columns, delimiter, encoding, group. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The first line of a plan. */
export interface PlanHead {
  readonly plan: 1;
  readonly createdAt: string;
  readonly policy: ConflictPolicy;
  readonly labels?: PlanLabels | undefined;
  readonly accounts?: PlanAccounts | undefined;
  /** The part of the source that was read, and how; absent where it was all of it. */
  readonly selection?: PlannedSelection | undefined;
}

/** A group of the source, and what becomes of it; the numbers that are added to it follow. */
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

/** Something of the source that the target will not have: the interface has no place for it. */
export interface NotMoved {
  readonly kind: NotMovedKind;
  /** The name of the group of the source. */
  readonly group: string;
  /** The number of which it is a name, or which stands there again. */
  readonly number?: string | undefined;
  /** The name of that number. */
  readonly name?: string | undefined;
  /** The info of the group. */
  readonly info?: string | undefined;
}

interface PlanNotMoved {
  readonly notMoved: NotMoved;
}

/** Something that a person should know. */
interface PlanWarningLine {
  readonly warning: string;
}

/** A group as it was when the plan was made: so it is seen later what has changed since. */
export interface SeenGroup {
  readonly side: 'source' | 'target';
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** The fingerprint of its entries; absent for groups of the target that are not filled. */
  readonly numbers?: string | undefined;
}

interface PlanSeen {
  readonly seen: SeenGroup;
}

/** The size of a plan, and what it was made of. */
export interface PlanSummary {
  /** Groups that will be made. */
  readonly create: number;
  /** Numbers that will be added. */
  readonly add: number;
  /** Numbers that are there already. */
  readonly there: number;
  /** Groups that exist in the target, and must not with the policy `'fail'`. */
  readonly conflicts: number;
  /** Names, infos and entries of the source that the target will not have. */
  readonly notMoved: number;
  readonly warnings: number;
}

/** The last line. */
export interface PlanEnd {
  readonly end: PlanSummary & {
    /** The fingerprints of both sides. */
    readonly source: string;
    readonly target: string;
    /** Absent for a plan that was made of an account. */
    readonly file?: PlanFile | undefined;
  };
}

/** A line of a plan. */
export type PlanLine = PlanHead | PlanGroup | PlanNumber | PlanNotMoved | PlanWarningLine | PlanSeen | PlanEnd;
