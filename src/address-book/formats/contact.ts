import { internationalNumber } from '../../domain/phone-number.js';
import { Problem } from '../../errors/problem.js';
import type { AddressBookRecord } from './records.js';

/** A group as a file names it. */
export interface GivenGroup {
  readonly id?: number | undefined;
  readonly name: string;
  readonly info?: string | undefined;
}

/** What one row of a file says: a person with numbers, in some groups. */
export interface Contact {
  readonly groups: readonly GivenGroup[];
  readonly numbers: readonly string[];
  readonly name: string;
}

/**
 * The records of a contact: each of its groups before each of its numbers.
 *
 * @param defaultGroup - for a contact that names no group
 * @param refuse - takes the reason why one of its numbers is left out
 * @throws Problem when it is no contact
 */
export function recordsOf(
  { groups, numbers, name }: Contact,
  defaultGroup: string | undefined,
  refuse: (reason: string) => void,
): readonly AddressBookRecord[] {
  if (numbers.length === 0) throw new Problem('has no number');
  const named = groups.length === 0 && defaultGroup !== undefined ? [{ name: defaultGroup }] : groups;
  if (named.length === 0) throw new Problem('has no group, and no option says to which group it belongs');
  const correct = [...new Set(numbers)].filter((number) => {
    const isCorrect = internationalNumber(number) !== undefined;
    if (!isCorrect) refuse('has a number that is not a telephone number');
    return isCorrect;
  });
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
