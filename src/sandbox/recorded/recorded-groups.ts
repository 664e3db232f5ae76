import type * as wire from '../../../generated/types.js';
import { numberKey } from '../../domain/phone-number.js';
import { MAX_INT } from '../../soap/codecs/int-range.js';
import type { Contact } from '../gateway/store/records/contact.js';

/** A contact group as a recording shows it. */
export interface RecordedGroup {
  readonly id: number;
  /** `undefined` where it was never told. */
  name: string | undefined;
  info: string;
  contacts: Contact[];
  /** The count of its numbers by the gateway's own count; `undefined` where that was never told. */
  count: number | undefined;
}

/** The contact groups that a recording shows, as they were at its end. */
export class RecordedGroups {
  readonly #groups = new Map<number, RecordedGroup>();
  #areListed = false;

  all(): readonly RecordedGroup[] {
    return [...this.#groups.values()];
  }

  /** soap_GetGroups: these there are, and no others. */
  listed({ arGroups }: wire.soap_GetGroupsOutput): void {
    this.#areListed = true;
    const before = new Map(this.#groups);
    this.#groups.clear();
    for (const { id: given, name, info, num_count: count } of arGroups.filter((group) => group !== null)) {
      const id = groupIdOf(given);
      if (id === undefined) continue;
      const contacts = before.get(id)?.contacts ?? [];
      this.#groups.set(id, { id, name: name ?? '', info: info ?? '', contacts, count: count ?? undefined });
    }
  }

  /** soap_AddGroup */
  added({ group }: wire.soap_AddGroupInput, { id_group: given }: wire.soap_AddGroupOutput): void {
    const id = groupIdOf(given);
    if (id === undefined) return;
    this.#groups.set(id, { id, name: group?.name ?? '', info: group?.info ?? '', contacts: [], count: 0 });
  }

  /** soap_DelGroup */
  deleted({ id_group: id }: wire.soap_DelGroupInput): void {
    if (id !== null) this.#groups.delete(id);
  }

  /** soap_GetNumbers: these it has, and no others. */
  numbersListed({ id_group: id }: wire.soap_GetNumbersInput, { arNumbers }: wire.soap_GetNumbersOutput): void {
    const group = this.#group(id);
    if (group === undefined) return;
    group.contacts = arNumbers.filter((entry) => entry !== null).map(contactOf);
    group.count = group.contacts.length;
  }

  /** soap_AddNumber */
  numberAdded({ number }: wire.soap_AddNumberInput): void {
    const group = this.#group(number?.id_group);
    if (group === undefined || number === null) return;
    group.contacts.push(contactOf(number));
    if (group.count !== undefined) group.count += 1;
  }

  /** soap_DelNumber */
  numberDeleted({ number }: wire.soap_DelNumberInput): void {
    const group = this.#group(number?.id_group);
    if (group === undefined) return;
    const key = numberKey(number?.number ?? '');
    const name = number?.name ?? undefined;
    const isMeant = (contact: Contact): boolean => name === undefined || contact.name === name;
    const kept = group.contacts.filter((contact) => numberKey(contact.number) !== key || !isMeant(contact));
    const deleted = Math.max(1, group.contacts.length - kept.length);
    group.contacts = kept;
    if (group.count !== undefined) group.count = Math.max(kept.length, group.count - deleted);
  }

  /** Tells, in words, all that is not known of them. */
  *gaps(): Iterable<string> {
    if (!this.#areListed) yield 'the groups: they were not listed, and there may be others';
    for (const { id, name, contacts, count } of this.#groups.values()) {
      if (name === undefined) yield `the name of group ${id}`;
      if (count === undefined) yield `the numbers of group ${id}: they were not listed, and there may be others`;
      else if (count > contacts.length) yield `${count - contacts.length} of the ${count} numbers of group ${id}`;
    }
  }

  /** A group of which something is told, perhaps for the first time. */
  #group(given: number | string | null | undefined): RecordedGroup | undefined {
    const id = groupIdOf(given);
    if (id === undefined) return undefined;
    const known = this.#groups.get(id) ?? { id, name: undefined, info: '', contacts: [], count: undefined };
    this.#groups.set(id, known);
    return known;
  }
}

/** The id of a group as a number; `undefined` for what is none. */
function groupIdOf(id: number | string | null | undefined): number | undefined {
  const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
  return typeof number === 'number' && number >= 1 && number <= MAX_INT ? number : undefined;
}

function contactOf({ number, name }: wire.Number): Contact {
  return { number: number ?? '', name: name ?? '' };
}
