import { checkOneOf, entriesOf } from '../../options/check.js';
import type { PlanAccounts } from '../accounts/account.js';
import type { Entry } from '../accounts/entries.js';
import type { PlannedSelection } from '../selection/selection-options.js';

/**
 * The purpose of a plan. `'copy'`, `'import'`: the target gets the content of the source or of a file; `'mirror'`: the
 * target becomes like the source; `'remove'`: groups whose copy exists in the target are deleted in the source;
 * `'dedupe'`: each number once in its group; `'edit'`: numbers are deleted or renamed.
 */
export type PlanPurpose = (typeof PURPOSES)[number];

export const PURPOSES = ['copy', 'import', 'mirror', 'remove', 'dedupe', 'edit'] as const;

/**
 * Data that cannot be copied because the interface has no place for it: a further name of a number (`'name'`), the info
 * of a group that is merged into another (`'info'`), a number that the group has more than once (`'duplicate'`).
 */
export type NotCopiedKind = 'name' | 'info' | 'duplicate';

export const NOT_COPIED_KINDS = ['name', 'info', 'duplicate'] as const;

/** Checks a list of {@link NotCopiedKind}, and returns each once. */
export function checkKinds(accept: readonly NotCopiedKind[], path: string): readonly NotCopiedKind[] {
  return [...new Set(entriesOf(accept, path).map(([place, kind]) => checkOneOf(kind, NOT_COPIED_KINDS, place)))];
}

/** Names of the two accounts for the person who applies the plan, such as the profiles of the command line. */
export interface PlanLabels {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PlanHeader {
  readonly version: 2;
  readonly purpose: PlanPurpose;
  readonly createdAt: string;
  readonly labels?: PlanLabels | undefined;
  /** Hashes of texts that identify the accounts. */
  readonly accounts?: PlanAccounts | undefined;
  /** The part of the source that was read. Absent: all of it. */
  readonly selection?: PlannedSelection | undefined;
  readonly accept?: readonly NotCopiedKind[] | undefined;
}

export interface GroupRef {
  readonly id: number;
  readonly name: string;
}

/** Step: adds a group. It must not exist. The numbers that follow are added to it. */
export interface AddGroup {
  readonly name: string;
  readonly info: string;
  readonly source?: GroupRef | undefined;
}

/** The group that the next steps change. */
export interface ExistingGroup {
  readonly name: string;
  readonly id?: number | undefined;
  /** The line of the step that adds it. */
  readonly line?: number | undefined;
  readonly source?: GroupRef | undefined;
}

/**
 * Step: deletes all entries of a number in the group above. They must be as they are listed, in any order. If the next
 * line adds the same number, the two are a rename: an entry that already has the new name stays.
 */
export interface DeleteNumber {
  readonly number: string;
  readonly entries: readonly Entry[];
}

/** Step: deletes a group. Its entries follow, and it must have exactly these. */
export interface DeleteGroup extends GroupRef {
  readonly info: string;
  /** For a removal: the groups of the other account that must contain all entries. */
  readonly copies?: { readonly name: string; readonly ids: readonly number[] } | undefined;
}

/** Data of the source that the target will not have. */
export interface NotCopied {
  readonly kind: NotCopiedKind;
  /** The name of the group of the source. */
  readonly group: string;
  readonly number?: string | undefined;
  /** The name of the number. */
  readonly name?: string | undefined;
  /** The info of the group. */
  readonly info?: string | undefined;
}

/** How much a plan contains. */
export interface PlanSummary {
  readonly addGroups: number;
  /** Includes the second half of each rename. */
  readonly addNumbers: number;
  readonly deleteGroups: number;
  /** Numbers whose entries are all deleted, or that are renamed. */
  readonly deleteNumbers: number;
  readonly renameNumbers: number;
  /** Entries that will be gone. */
  readonly deletedEntries: number;
  /** Entries that already are as they should be. */
  readonly unchanged: number;
  readonly notCopied: number;
  readonly warnings: number;
}

export const PLAN_COUNTS: readonly (keyof PlanSummary)[] = [
  'addGroups',
  'addNumbers',
  'deleteGroups',
  'deleteNumbers',
  'renameNumbers',
  'deletedEntries',
  'unchanged',
  'notCopied',
  'warnings',
];

export interface PlanTrailer extends PlanSummary {
  /** SHA-256 of all lines above, hexadecimal. */
  readonly sha256: string;
}

/** The content of each kind of line. */
export interface PlanLines {
  readonly plan: PlanHeader;
  readonly addGroup: AddGroup;
  readonly group: ExistingGroup;
  readonly addNumber: Entry;
  readonly deleteNumber: DeleteNumber;
  readonly deleteGroup: DeleteGroup;
  /** An entry of the group that is deleted. */
  readonly entry: Entry;
  readonly notCopied: NotCopied;
  readonly warning: string;
  readonly end: PlanTrailer;
}

/** A line of a plan: an object with one of the names of {@link PlanLines}. */
export type PlanLine = { [K in keyof PlanLines]: Readonly<Record<K, PlanLines[K]>> }[keyof PlanLines];

export function stepsOf({ addGroups, addNumbers, deleteGroups, deleteNumbers }: PlanSummary): number {
  return addGroups + addNumbers + deleteGroups + deleteNumbers;
}
