import { CODES } from '../../../domain/codes.js';
import { numberKey } from '../../../domain/phone-number.js';
import { OWN_CODES } from '../refusal/own-codes.js';
import { Refusal } from '../refusal/refusal.js';
import type { StoreEvents } from './events.js';
import type { Contact } from './records/contact.js';

/** A contact group with its numbers. Adding and deleting take the same time however large it is. */
export class ContactGroup {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  readonly #contacts = new Set<Contact>();
  readonly #byNumber = new Map<string, Contact[]>();
  readonly #username: string;
  readonly #events: StoreEvents;

  /** @param username - of the account, for the events */
  constructor(id: number, name: string, info: string, username: string, events: StoreEvents) {
    this.id = id;
    this.name = name;
    this.info = info;
    this.#username = username;
    this.#events = events;
  }

  /** The count of its numbers, one that was added twice counted twice. */
  get size(): number {
    return this.#contacts.size;
  }

  /** Its numbers in the order in which they were added. */
  contacts(): readonly Contact[] {
    return [...this.#contacts];
  }

  /** Tells whether it has the number, in whatever spelling. */
  has(number: string): boolean {
    return this.#byNumber.has(numberKey(number));
  }

  /** Adds a number, also one that is already there. */
  add(contact: Contact): void {
    const key = numberKey(contact.number);
    const same = this.#byNumber.get(key) ?? [];
    this.#byNumber.set(key, same);
    same.push(contact);
    this.#contacts.add(contact);
    this.#events.tell({ type: 'number-added', username: this.#username, group: this, contact });
  }

  /**
   * Deletes a number in whatever spelling, all entries of one that was added several times.
   *
   * @returns whether there was one
   */
  delete(number: string): boolean {
    const key = numberKey(number);
    const contacts = this.#byNumber.get(key);
    if (contacts === undefined) return false;
    this.#byNumber.delete(key);
    for (const contact of contacts) this.#contacts.delete(contact);
    this.#events.tell({ type: 'number-deleted', username: this.#username, group: this, contacts });
    return true;
  }
}

/** The contact groups of an account. */
export class GroupBook {
  readonly #nextId: () => number;
  readonly #groups = new Map<number, ContactGroup>();
  /** The number of groups of each name. */
  readonly #names = new Map<string, number>();
  readonly #username: string;
  readonly #events: StoreEvents;

  /**
   * @param nextId - gives the id of a new group; ids are an `int` in the WSDL
   * @param username - of the account, for the events
   */
  constructor(nextId: () => number, username: string, events: StoreEvents) {
    this.#nextId = nextId;
    this.#username = username;
    this.#events = events;
  }

  /**
   * Makes a group.
   *
   * @throws Refusal 4110 when the name is empty or only white space, 4116 when the account has a group of that name
   */
  add(name: string, info: string): ContactGroup {
    if (name.trim() === '') throw new Refusal(OWN_CODES.groupNeedsName);
    if (this.#names.has(name)) throw new Refusal(CODES.groupExists);
    return this.restore(this.#nextId(), name, info);
  }

  /** Makes a group as it was once made, whatever its name is. */
  restore(id: number, name: string, info: string): ContactGroup {
    const group = new ContactGroup(id, name, info, this.#username, this.#events);
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    this.#groups.set(id, group);
    this.#events.tell({ type: 'group-added', username: this.#username, group });
    return group;
  }

  /**
   * Finds a group.
   *
   * @throws Refusal 40 when the account has no group of that id
   */
  get(id: number): ContactGroup {
    const group = this.#groups.get(id);
    if (group === undefined) throw new Refusal(CODES.noGroup);
    return group;
  }

  /** Finds a group by its name, of several of one name the oldest. */
  named(name: string): ContactGroup | undefined {
    for (const group of this.#groups.values()) if (group.name === name) return group;
    return undefined;
  }

  /**
   * Deletes a group with its numbers.
   *
   * @throws Refusal 40 when the account has no group of that id
   */
  delete(id: number): ContactGroup {
    const group = this.get(id);
    this.#groups.delete(group.id);
    const others = (this.#names.get(group.name) ?? 1) - 1;
    if (others === 0) this.#names.delete(group.name);
    else this.#names.set(group.name, others);
    this.#events.tell({ type: 'group-deleted', username: this.#username, group, numberCount: group.size });
    return group;
  }

  /** All groups in the order in which they were made. */
  list(): readonly ContactGroup[] {
    return [...this.#groups.values()];
  }
}
