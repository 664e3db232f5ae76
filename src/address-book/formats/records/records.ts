import { internationalNumber, withoutInvisible } from '../../../domain/phone-number.js';
import { Problem } from '../../../errors/problem.js';

/** A record of an address book file. Each group comes before its numbers. */
export type AddressBookRecord = GroupRecord | NumberRecord;

export interface GroupRecord {
  readonly kind: 'group';
  /** Its id in the exported account. */
  readonly id?: number;
  readonly name: string;
  readonly info: string;
}

interface NumberRecord {
  readonly kind: 'number';
  readonly groupId?: number;
  /** The name of its group. */
  readonly group: string;
  /** In its original spelling. */
  readonly number: string;
  /** The name of the person; empty if it is unknown. */
  readonly name: string;
}

export type WriteFormat = 'jsonl' | 'csv';

export type ReadFormat = WriteFormat | 'vcard';

export const COLUMNS = ['group_id', 'group', 'info', 'number', 'name'] as const;

export type Column = (typeof COLUMNS)[number];

export type CsvDelimiter = ',' | ';' | '\t';

/** A row of a file that was rejected. */
export interface Reject {
  /** The line at which it begins, from 1. For a number of a card, the line of the number. */
  readonly line: number;
  /** It contains no data of the row. */
  readonly reason: string;
  /**
   * The row without its last line break, or the beginning of a row that is too long. It can contain names and telephone
   * numbers.
   */
  readonly text: string;
}

const MAX_ENTRIES = 1000;

export const NO_NUMBER = 'has no number';
export const NO_TELEPHONE_NUMBER = 'has a number that is not a telephone number';

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
  if (ownGroups.length === 0) throw new Problem('has no group. Set the option group');
  const distinct = [...new Set(numbers.map(withoutInvisible))];
  const entries = distinct.length * ownGroups.length;
  if (entries > MAX_ENTRIES && distinct.length > 1 && ownGroups.length > 1) {
    throw new Problem(`has ${entries} combinations of number and group, and at most ${MAX_ENTRIES} are allowed`);
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
