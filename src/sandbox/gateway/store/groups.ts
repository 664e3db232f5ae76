import { CODES } from '../../../domain/codes.js';
import { numberKey } from '../../../domain/phone-number.js';
import { OWN_CODES, refuse } from './refusal.js';

export type ContactField =
  | 'firstName'
  | 'firstNameVocative'
  | 'lastName'
  | 'country'
  | 'info'
  | 'email'
  | 'device'
  | 'city'
  | 'browser'
  | 'operatingSystem';

type ContactFields = { readonly [K in ContactField]?: string | undefined } & {
  readonly custom?: Readonly<Record<string, string>> | undefined;
};

export interface Contact {
  readonly number: string;
  readonly name: string;
  readonly fields?: ContactFields | undefined;
}

/** A contact group with its numbers. The time to add or delete does not depend on its size. */
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

  /** The number of entries; a number that was added twice counts twice. */
  get size(): number {
    return this.#contacts.size;
  }

  contacts(): readonly Contact[] {
    return [...this.#contacts];
  }

  has(number: string): boolean {
    return this.#byNumber.has(numberKey(number));
  }

  add(contact: Contact): void {
    const key = numberKey(contact.number);
    const same = this.#byNumber.get(key);
    if (same === undefined) this.#byNumber.set(key, [contact]);
    else same.push(contact);
    this.#contacts.add(contact);
  }

  /** Deletes the entries of a number, in any format. */
  delete(number: string, name?: string): readonly Contact[] {
    const key = numberKey(number);
    const all = this.#byNumber.get(key) ?? [];
    const isDeleted = (contact: Contact): boolean => name === undefined || contact.name === name;
    const deleted = all.filter(isDeleted);
    for (const contact of deleted) this.#contacts.delete(contact);
    if (deleted.length === all.length) this.#byNumber.delete(key);
    else if (deleted.length > 0) {
      this.#byNumber.set(
        key,
        all.filter((contact) => !isDeleted(contact)),
      );
    }
    return deleted;
  }
}

export class GroupBook {
  readonly #nextId: () => number;
  readonly #groups = new Map<number, ContactGroup>();
  readonly #names = new Map<string, number>();

  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  /**
   * @throws Refusal 4110 if the name is empty or only white space, 4116 if the account has a group with this name
   */
  add(name: string, info: string): ContactGroup {
    if (name.trim() === '') refuse(OWN_CODES.groupNeedsName);
    if (this.#names.has(name)) refuse(CODES.groupExists);
    return this.addUnchecked(name, info);
  }

  addUnchecked(name: string, info: string): ContactGroup {
    const group = new ContactGroup(this.#nextId(), name, info);
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    this.#groups.set(group.id, group);
    return group;
  }

  get(id: number): ContactGroup {
    return this.#groups.get(id) ?? refuse(CODES.noGroup);
  }

  named(name: string): ContactGroup | undefined {
    for (const group of this.#groups.values()) if (group.name === name) return group;
    return undefined;
  }

  delete(id: number): ContactGroup {
    const group = this.get(id);
    this.#groups.delete(group.id);
    const others = (this.#names.get(group.name) ?? 1) - 1;
    if (others === 0) this.#names.delete(group.name);
    else this.#names.set(group.name, others);
    return group;
  }

  list(): readonly ContactGroup[] {
    return [...this.#groups.values()];
  }
}
