import { CODES } from '../../../domain/codes.js';
import { numberKey } from '../../../domain/phone-number.js';
import { OWN_CODES, Refusal } from './refusal.js';

/** A number of a contact group, spelt as it was given. */
export interface Contact {
  readonly number: string;
  /** Empty where none was given. */
  readonly name: string;
}

/** A contact group with its numbers. Adding and deleting take the same time however large it is. */
export class ContactGroup {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  readonly #contacts = new Set<Contact>();
  readonly #byNumber = new Map<string, Contact[]>();

  constructor(id: number, name: string, info: string) {
    this.id = id;
    this.name = name;
    this.info = info;
  }

  /** How many numbers it has, one that was added twice counted twice. */
  get size(): number {
    return this.#contacts.size;
  }

  /** Its numbers in the order in which they were added. */
  contacts(): readonly Contact[] {
    return [...this.#contacts];
  }

  /** Whether it has the number, in whatever spelling. */
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
  }

  /**
   * Deletes a number in whatever spelling, all entries of one that was added several times.
   *
   * @returns whether there was one
   */
  delete(number: string): boolean {
    const key = numberKey(number);
    for (const contact of this.#byNumber.get(key) ?? []) this.#contacts.delete(contact);
    return this.#byNumber.delete(key);
  }
}

/** The contact groups of an account. */
export class GroupBook {
  readonly #nextId: () => number;
  readonly #groups = new Map<number, ContactGroup>();
  readonly #names = new Set<string>();

  /** @param nextId - gives the id of a new group; ids are an `int` in the WSDL */
  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  /**
   * Makes a group.
   *
   * @throws Refusal 4110 when the name is empty or only white space, 4116 when the account has a group of that name
   */
  add(name: string, info: string): ContactGroup {
    if (name.trim() === '') throw new Refusal(OWN_CODES.groupNeedsName);
    if (this.#names.has(name)) throw new Refusal(CODES.groupExists);
    const group = new ContactGroup(this.#nextId(), name, info);
    this.#names.add(name);
    this.#groups.set(group.id, group);
    return group;
  }

  /**
   * Finds a group.
   *
   * @throws Refusal 40 when the account has no group of that id
   */
  get(id: number | null): ContactGroup {
    const group = id === null ? undefined : this.#groups.get(id);
    if (group === undefined) throw new Refusal(CODES.noGroup);
    return group;
  }

  /**
   * Deletes a group with its numbers.
   *
   * @throws Refusal 40 when the account has no group of that id
   */
  delete(id: number | null): ContactGroup {
    const group = this.get(id);
    this.#groups.delete(group.id);
    this.#names.delete(group.name);
    return group;
  }

  /** All groups in the order in which they were made. */
  list(): readonly ContactGroup[] {
    return [...this.#groups.values()];
  }
}
