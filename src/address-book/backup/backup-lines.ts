import { isObject } from '../../options/check.js';
import type { PlanAccounts, PlanLabels } from '../plan/plan-lines.js';
import { isAccounts, isCount, isLabels, isText, isWhole, listOf, oneOf, orNothing, type Shape } from '../plan/shape.js';
import { NOT_MOVED_KINDS, type NotMovedKind } from '../sides/not-moved.js';

/** The purpose of a plan that deletes. */
export type BackupPurpose = 'removal' | 'corrections' | 'extras';

/** The first line. */
export interface BackupHead {
  readonly kind: 'plan';
  readonly of: BackupPurpose;
  readonly version: 1;
  readonly createdAt: string;
  readonly labels?: PlanLabels | undefined;
  readonly accounts?: PlanAccounts | undefined;
  /** Kinds of data that the caller gives up, because the other account has no place for them. */
  readonly accepted: readonly NotMovedKind[];
}

/** A group as it was, with its entries behind it: an import takes both. */
export interface BackupGroup {
  readonly kind: 'group';
  readonly id: number;
  readonly name: string;
  readonly info: string;
  /** Of a removal: what the target calls it, and the ids that it has there. */
  readonly as?: string | undefined;
  readonly targetIds?: readonly number[] | undefined;
  /** Of what an account has beyond a side: true where the group itself is deleted. */
  readonly whole?: true | undefined;
}

export interface BackupNumber {
  readonly kind: 'number';
  readonly groupId: number;
  readonly group: string;
  readonly number: string;
  readonly name: string;
}

/** A change of the entries of a number, which stand before it. */
export interface Correction {
  readonly kind: 'correction';
  readonly groupId: number;
  readonly number: string;
  /** The name of its one entry; absent where none is to be left. */
  readonly name?: string | undefined;
}

/** The last line. */
export interface BackupEnd {
  readonly kind: 'end';
  readonly groups: number;
  readonly numbers: number;
  readonly corrections: number;
  /** The SHA-256 of all lines before it, in hexadecimal digits. */
  readonly hash: string;
}

export type BackupLine = BackupHead | BackupGroup | BackupNumber | Correction | BackupEnd;

/** The fields of each kind of line, which has no others. */
const FIELDS: Readonly<Record<BackupLine['kind'], Readonly<Record<string, Shape>>>> = {
  plan: {
    of: oneOf(['removal', 'corrections', 'extras']),
    version: oneOf([1]),
    createdAt: isText,
    labels: isLabels,
    accounts: isAccounts,
    accepted: listOf(oneOf(NOT_MOVED_KINDS)),
  },
  group: {
    id: isWhole,
    name: isText,
    info: isText,
    as: orNothing(isText),
    targetIds: orNothing(listOf(isWhole)),
    whole: orNothing(oneOf([true])),
  },
  number: { groupId: isWhole, group: isText, number: isText, name: isText },
  correction: { groupId: isWhole, number: isText, name: orNothing(isText) },
  end: { groups: isCount, numbers: isCount, corrections: isCount, hash: isText },
};

/** Tells whether something is a line of a plan that deletes: one that was edited by hand may be none. */
export function isBackupLine(value: unknown): value is BackupLine {
  if (!isObject(value)) return false;
  const { kind, ...fields } = value as { readonly kind?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(FIELDS, kind)) return false;
  const checks = FIELDS[kind as BackupLine['kind']];
  const isKnown = Object.keys(fields).every((name) => Object.hasOwn(checks, name));
  return isKnown && Object.entries(checks).every(([name, check]) => check(fields[name as keyof typeof fields]));
}
