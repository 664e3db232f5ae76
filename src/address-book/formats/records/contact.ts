import { internationalNumber, withoutInvisible } from '../../../domain/phone-number.js';
import { Problem } from '../../../errors/problem.js';
import { MAX_ROW } from './lines.js';
import type { AddressBookRecord } from './records.js';

/** The most numbers in groups that may come of one contact, and the most characters of names that stand with them. */
const MAX_NUMBERS = 1000;
const MAX_NAMES = MAX_ROW;

/** Reasons for which a contact is not taken, or a number of it. */
export const [NO_NUMBER, NO_TELEPHONE_NUMBER] = [
  'has no number',
  'has a number that is not a telephone number',
] as const;

/** A group as a file names it. */
export interface GivenGroup {
  readonly id?: number | undefined;
  readonly name: string;
  readonly info?: string | undefined;
}

/** The content of one row of a file: a person with numbers, in some groups. */
export interface ContactEntry {
  readonly groups: readonly GivenGroup[];
  readonly numbers: readonly string[];
  readonly name: string;
}

/**
 * The records of a contact: each of its groups before each of its numbers.
 *
 * @param defaultGroup - for a contact that names no group
 * @param refuse - takes the reason why some of its numbers are left out
 * @throws Problem when it is no contact, or would become many times what it is
 */
export function recordsOf(
  { groups, numbers, name }: ContactEntry,
  defaultGroup: string | undefined,
  refuse: (reason: string) => void,
): readonly AddressBookRecord[] {
  if (numbers.length === 0) throw new Problem(NO_NUMBER);
  const named = groups.length === 0 && defaultGroup !== undefined ? [{ name: defaultGroup }] : groups;
  if (named.length === 0) throw new Problem('has no group, and no option says to which group it belongs');
  const given = [...new Set(numbers.map(withoutInvisible))];
  checkProduct(given.length, named, name);
  const correct = given.filter((number) => internationalNumber(number) !== undefined);
  if (correct.length < given.length) refuse(NO_TELEPHONE_NUMBER);
  if (correct.length === 0) return [];
  return named.flatMap((group) => [
    groupRecord(group),
    ...correct.map((number) => ({
      kind: 'number' as const,
      ...idOf('groupId', group.id),
      group: group.name,
      number,
      name,
    })),
  ]);
}

/** A few numbers in a few groups are what a person has; each more of the one multiplies the other. */
function checkProduct(numbers: number, groups: readonly GivenGroup[], name: string): void {
  const product = numbers * groups.length;
  if (product > MAX_NUMBERS && numbers > 1 && groups.length > 1) {
    throw new Problem(`has ${product} numbers in groups, more than ${MAX_NUMBERS}: each number counts in each group`);
  }
  const names = groups.reduce((sum, group) => sum + group.name.length + name.length, 0);
  if (numbers * names > MAX_NAMES) {
    throw new Problem(`has names that are longer than ${MAX_NAMES} characters when they stand with each number`);
  }
}

/** The record of a group that stands by itself. */
export function groupRecord({ id, name, info = '' }: GivenGroup): AddressBookRecord {
  if (name === '' && id === undefined) throw new Problem('has neither a number nor a group');
  return { kind: 'group', ...idOf('id', id), name, info };
}

function idOf<N extends string>(name: N, id: number | undefined): { readonly [K in N]?: number } {
  return (id === undefined ? {} : { [name]: id }) as { readonly [K in N]?: number };
}

/** Lets each group through once, and puts one before the first of its numbers that has none. */
export class GroupsFirst {
  readonly #seen: Set<string> = new Set();

  *put(record: AddressBookRecord): Generator<AddressBookRecord> {
    const isGroup = record.kind === 'group';
    const group = isGroup ? record : { id: record.groupId, name: record.group };
    if (!this.#has(group)) {
      this.#seen.add(keyOfName(group.name));
      if (group.id !== undefined) this.#seen.add(keyOfId(group.id));
      yield groupRecord(group);
    }
    if (!isGroup) yield record;
  }

  #has({ id, name }: GivenGroup): boolean {
    return this.#seen.has(id === undefined ? keyOfName(name) : keyOfId(id));
  }
}

function keyOfName(name: string): string {
  return `name ${name}`;
}

function keyOfId(id: number): string {
  return `id ${id}`;
}
