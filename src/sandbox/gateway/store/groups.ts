import { CODES } from '../../../domain/codes.js';
import { numberKey } from '../../../domain/phone-number.js';
import { OWN_CODES, Refusal } from '../refusal/refusal.js';
import type { Contact } from './contact.js';
import type { StoreEvents } from './events.js';

/** A contact group with its numbers. The time to add or delete does not depend on its size. */
export class ContactGroup {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  readonly #contacts = new Set<Contact>();
  readonly #byNumber = new Map<string, Contact[]>();
  readonly #username: string;
  readonly #events: StoreEvents;

  /** @param username - the account, for the events */
  constructor(id: number, name: string, info: string, username: string, events: StoreEvents) {
    this.id = id;
    this.name = name;
    this.info = info;
    this.#username = username;
    this.#events = events;
  }

  /** The number of entries; a number that was added twice counts twice. */
  get size(): number {
    return this.#contacts.size;
  }

  /** Returns its entries in the order in which they were added. */
  contacts(): readonly Contact[] {
    return [...this.#contacts];
  }

  /** Returns true if the group contains the number, in any format. */
  has(number: string): boolean {
    return this.#byNumber.has(numberKey(number));
  }

  /** Adds a number. Duplicates are allowed. */
  add(contact: Contact): void {
    const key = numberKey(contact.number);
    const same = this.#byNumber.get(key) ?? [];
    this.#byNumber.set(key, same);
    same.push(contact);
    this.#contacts.add(contact);
    this.#events.emit({ type: 'number-added', username: this.#username, group: this, contact });
  }

  /**
   * Deletes all entries of a number, in any format.
   *
   * @param name - deletes only the entries with this name
   * @returns true if an entry was deleted
   */
  delete(number: string, name?: string): boolean {
    const key = numberKey(number);
    const all = this.#byNumber.get(key) ?? [];
    const contacts = name === undefined ? all : all.filter((contact) => contact.name === name);
    if (contacts.length === 0) return false;
    if (contacts.length === all.length) this.#byNumber.delete(key);
    else
      this.#byNumber.set(
        key,
        all.filter((contact) => !contacts.includes(contact)),
      );
    for (const contact of contacts) this.#contacts.delete(contact);
    this.#events.emit({ type: 'number-deleted', username: this.#username, group: this, contacts });
    return true;
  }
}

/** The contact groups of an account. */
export class GroupBook {
  readonly #nextId: () => number;
  readonly #groups = new Map<number, ContactGroup>();
  /** The number of groups with each name. */
  readonly #names = new Map<string, number>();
  readonly #username: string;
  readonly #events: StoreEvents;

  /**
   * @param nextId - returns the id of a new group; ids are an `int` in the WSDL
   * @param username - the account, for the events
   */
  constructor(nextId: () => number, username: string, events: StoreEvents) {
    this.#nextId = nextId;
    this.#username = username;
    this.#events = events;
  }

  /**
   * Creates a group.
   *
   * @throws Refusal 4110 if the name is empty or only white space, 4116 if the account has a group with this name
   */
  add(name: string, info: string): ContactGroup {
    if (name.trim() === '') throw new Refusal(OWN_CODES.groupNeedsName);
    if (this.#names.has(name)) throw new Refusal(CODES.groupExists);
    return this.restore(this.#nextId(), name, info);
  }

  restore(id: number, name: string, info: string): ContactGroup {
    const group = new ContactGroup(id, name, info, this.#username, this.#events);
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    this.#groups.set(id, group);
    this.#events.emit({ type: 'group-added', username: this.#username, group });
    return group;
  }

  /**
   * Returns a group.
   *
   * @throws Refusal 40 if the account has no group with this id
   */
  get(id: number): ContactGroup {
    const group = this.#groups.get(id);
    if (group === undefined) throw new Refusal(CODES.noGroup);
    return group;
  }

  /** Returns a group by its name. If several groups have this name, returns the oldest. */
  named(name: string): ContactGroup | undefined {
    for (const group of this.#groups.values()) if (group.name === name) return group;
    return undefined;
  }

  /**
   * Deletes a group with its numbers.
   *
   * @throws Refusal 40 if the account has no group with this id
   */
  delete(id: number): ContactGroup {
    const group = this.get(id);
    this.#groups.delete(group.id);
    const others = (this.#names.get(group.name) ?? 1) - 1;
    if (others === 0) this.#names.delete(group.name);
    else this.#names.set(group.name, others);
    this.#events.emit({ type: 'group-deleted', username: this.#username, group, numberCount: group.size });
    return group;
  }

  /** Returns all groups in the order of creation. */
  list(): readonly ContactGroup[] {
    return [...this.#groups.values()];
  }
}
