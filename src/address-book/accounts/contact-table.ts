import type { CallOptions } from '../../calls/call-options.js';
import type { Contact } from '../../client/types.js';
import { internationalNumber } from '../../domain/phone-number.js';
import type { ReadingClient } from './account.js';
import { GrowingArray } from './growing-array.js';

const FIRST_CAPACITY = 16;
const MAX_LOAD = 0.6;
const NONE = -1;
/** A double has 52 bits. */
const HASH_DIGITS = 13;

export type Found =
  /** An entry with this number and name that was not found before. */
  | 'same'
  /** All such entries were found before: the table has fewer. */
  | 'fewer'
  /** The number has other names only. */
  | 'other-name';

interface CountedNumber {
  readonly number: string;
  readonly count: number;
  readonly finds: number;
}

/**
 * The entries of a contact group: telephone numbers in any spelling, with all their names. An entry takes about 60
 * bytes: a telephone number has at most 15 digits and fits into a double, and of a name 52 bits of its SHA-256 are
 * kept.
 */
export class ContactTable {
  /** The keys are digits, or the negative hash of a text that is not a telephone number. */
  readonly #numbers = new CountTable();
  readonly #otherTexts = new Map<number, string>();
  /** The keys are hashes of names, the owners indexes of numbers. */
  readonly #entries = new CountTable();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(number: string, name: string): boolean {
    const key = keyOf(number);
    const index = this.#numbers.add(key, 0);
    if (key < 0) this.#otherTexts.set(index, number);
    this.#entries.add(hashOf(name), index);
    this.#size += 1;
    return this.#numbers.countOf(index) === 1;
  }

  has(number: string): boolean {
    return this.#numbers.indexOf(keyOf(number), 0) !== undefined;
  }

  hasEntry(number: string, name: string): boolean {
    const index = this.#numbers.indexOf(keyOf(number), 0);
    return index !== undefined && this.#entries.indexOf(hashOf(name), index) !== undefined;
  }

  /** Finds an entry; each is found once. Returns `undefined` if the table does not have the number. */
  find(number: string, name: string): Found | undefined {
    const index = this.#numbers.indexOf(keyOf(number), 0);
    if (index === undefined) return undefined;
    this.#numbers.find(index);
    const entry = this.#entries.indexOf(hashOf(name), index);
    if (entry === undefined) return 'other-name';
    if (this.#entries.findsOf(entry) === this.#entries.countOf(entry)) return 'fewer';
    this.#entries.find(entry);
    return 'same';
  }

  *numbers(): Generator<CountedNumber, void, undefined> {
    for (let index = 0; index < this.#numbers.size; index++) {
      const number = this.#otherTexts.get(index) ?? String(this.#numbers.keyAt(index));
      yield { number, count: this.#numbers.countOf(index), finds: this.#numbers.findsOf(index) };
    }
  }
}

/** Counts how often keys were added and found. A key is a double with an owner. */
class CountTable {
  #places = new Int32Array(FIRST_CAPACITY).fill(NONE);
  readonly #keys = new GrowingArray(Float64Array);
  readonly #owners = new GrowingArray(Uint32Array);
  readonly #counts = new GrowingArray(Uint32Array);
  readonly #finds = new GrowingArray(Uint32Array);

  get size(): number {
    return this.#keys.length;
  }

  keyAt(index: number): number {
    return this.#keys.at(index);
  }

  countOf(index: number): number {
    return this.#counts.at(index);
  }

  findsOf(index: number): number {
    return this.#finds.at(index);
  }

  find(index: number): void {
    this.#finds.set(index, this.#finds.at(index) + 1);
  }

  indexOf(key: number, owner: number): number | undefined {
    const index = this.#places[this.#placeOf(key, owner)];
    return index === NONE ? undefined : index;
  }

  add(key: number, owner: number): number {
    const index = this.indexOf(key, owner) ?? this.#newIndex(key, owner);
    this.#counts.set(index, this.#counts.at(index) + 1);
    return index;
  }

  #newIndex(key: number, owner: number): number {
    const index = this.#keys.push(key);
    this.#owners.push(owner);
    this.#counts.push(0);
    this.#finds.push(0);
    if (this.size > this.#places.length * MAX_LOAD) this.#grow();
    else this.#places[this.#placeOf(key, owner)] = index;
    return index;
  }

  #placeOf(key: number, owner: number): number {
    const mask = this.#places.length - 1;
    // Uses all bits of both halves.
    const mixed = Math.imul(key ^ owner, 0x9e3779b1) ^ Math.imul(key / 4_294_967_296, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const index = this.#places[place] ?? NONE;
      if (index === NONE || (this.#keys.at(index) === key && this.#owners.at(index) === owner)) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 2).fill(NONE);
    for (let index = 0; index < this.size; index++) {
      this.#places[this.#placeOf(this.#keys.at(index), this.#owners.at(index))] = index;
    }
  }
}

export async function readContacts(
  client: ReadingClient,
  groupIds: readonly number[],
  options: CallOptions,
  see: (contact: Contact) => void = () => undefined,
): Promise<ContactTable> {
  const table = new ContactTable();
  for (const id of groupIds) {
    for await (const contact of client.streamNumbers(id, options)) {
      see(contact);
      table.add(contact.number, contact.name);
    }
  }
  return table;
}

function keyOf(number: string): number {
  const digits = internationalNumber(number);
  return digits === undefined ? -1 - hashOf(number) : Number(digits);
}

function hashOf(text: string): number {
  // In JSON, halves of surrogate pairs are escaped. As UTF-8, all of them would be equal.
  const hex = process.getBuiltinModule('node:crypto').hash('sha256', JSON.stringify(text), 'hex');
  return Number.parseInt(hex.slice(0, HASH_DIGITS), 16);
}
