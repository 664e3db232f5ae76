import { internationalNumber, withoutInvisible } from '../../../domain/phone-number.js';
import { Problem } from '../../../errors/problem.js';
import type { AddressBookRecord, GroupRecord } from './records.js';

/** The most entries of one contact: each of its numbers is added to each of its groups. */
const MAX_ENTRIES = 1000;

export const NO_NUMBER = 'has no number';
export const NO_TELEPHONE_NUMBER = 'has a number that is not a telephone number';

/** A group as a file contains it. */
export interface FileGroup {
  readonly id?: number | undefined;
  readonly name: string;
  readonly info?: string | undefined;
}

/** A contact of a file: each of its numbers belongs to each of its groups. */
export interface ContactEntry {
  readonly groups: readonly FileGroup[];
  readonly numbers: readonly string[];
  readonly name: string;
}

/**
 * Returns the records of a contact: each group, followed by its numbers.
 *
 * @param defaultGroup - the group of a contact without groups
 * @param refuse - called if some of its numbers are omitted
 * @throws Problem if it has no number or no group, or too many
 */
export function recordsOf(
  { groups, numbers, name }: ContactEntry,
  defaultGroup: string | undefined,
  refuse: (reason: string) => void,
): readonly AddressBookRecord[] {
  if (numbers.length === 0) throw new Problem(NO_NUMBER);
  const ownGroups = groups.length === 0 && defaultGroup !== undefined ? [{ name: defaultGroup }] : groups;
  if (ownGroups.length === 0) throw new Problem('has no group, and no option says to which group it belongs');
  const distinct = [...new Set(numbers.map(withoutInvisible))];
  const entries = distinct.length * ownGroups.length;
  if (entries > MAX_ENTRIES && distinct.length > 1 && ownGroups.length > 1) {
    throw new Problem(`has ${entries} numbers in groups; at most ${MAX_ENTRIES} are possible`);
  }
  const correct = distinct.filter((number) => internationalNumber(number) !== undefined);
  if (correct.length < distinct.length) refuse(NO_TELEPHONE_NUMBER);
  if (correct.length === 0) return [];
  return ownGroups.flatMap((group) => [
    groupRecord(group),
    ...correct.map((number) => numberRecord(group, number, name)),
  ]);
}

export function groupRecord({ id, name, info = '' }: FileGroup): GroupRecord {
  if (name === '' && id === undefined) throw new Problem('has neither a number nor a group');
  return { kind: 'group', ...(id !== undefined && { id }), name, info };
}

export function numberRecord({ id, name: group }: FileGroup, number: string, name: string): AddressBookRecord {
  return { kind: 'number', ...(id !== undefined && { groupId: id }), group, number, name };
}
