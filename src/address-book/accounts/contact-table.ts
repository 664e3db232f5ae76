import type { CallOptions } from '../../calls/call-options.js';
import type { Contact } from '../../client/types.js';
import { internationalNumber } from '../../domain/phone-number.js';
import type { ReadingClient } from './account.js';
import { GrowingArray } from './growing-array.js';

const FIRST_CAPACITY = 16;
const MAX_LOAD = 0.6;
const NONE = -1;

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
 * The entries of a contact group: telephone numbers in any spelling, with all their names. An entry takes about 45
 * bytes: a telephone number has at most 15 digits and fits into a double, and of a name 48 bits of its SHA-256 are
 * kept.
 */
export class ContactTable {
  #places = new Int32Array(FIRST_CAPACITY).fill(NONE);
  /** By the index of a number: its digits, or the negative hash of a text that is not a telephone number. */
  readonly #keys = new GrowingArray(Float64Array);
  readonly #otherTexts = new Map<number, string>();
  readonly #last = new GrowingArray(Int32Array);
  readonly #counts = new GrowingArray(Uint32Array);
  readonly #finds = new GrowingArray(Uint32Array);
  readonly #previous = new GrowingArray(Int32Array);
  readonly #names = new GrowingArray(Float64Array);
  readonly #found = new GrowingArray(Uint8Array);

  get size(): number {
    return this.#names.length;
  }

  add(number: string, name: string): boolean {
    const known = this.#indexOf(number);
    const index = known ?? this.#newIndex(number);
    this.#previous.push(this.#last.at(index));
    this.#found.push(0);
    this.#last.set(index, this.#names.push(hashOf(name)));
    this.#counts.set(index, this.#counts.at(index) + 1);
    return known === undefined;
  }

  has(number: string): boolean {
    return this.#indexOf(number) !== undefined;
  }

  hasEntry(number: string, name: string): boolean {
    return this.#entriesOf(this.#indexOf(number), name).length > 0;
  }

  /** Finds an entry; each is found once. Returns `undefined` if the table does not have the number. */
  find(number: string, name: string): Found | undefined {
    const index = this.#indexOf(number);
    if (index === undefined) return undefined;
    this.#finds.set(index, this.#finds.at(index) + 1);
    const entries = this.#entriesOf(index, name);
    if (entries.length === 0) return 'other-name';
    const entry = entries.find((one) => this.#found.at(one) === 0);
    if (entry === undefined) return 'fewer';
    this.#found.set(entry, 1);
    return 'same';
  }

  *numbers(): Generator<CountedNumber, void, undefined> {
    for (let index = 0; index < this.#keys.length; index++) {
      const number = this.#otherTexts.get(index) ?? String(this.#keys.at(index));
      yield { number, count: this.#counts.at(index), finds: this.#finds.at(index) };
    }
  }

  #entriesOf(index: number | undefined, name: string): readonly number[] {
    const entries: number[] = [];
    if (index === undefined) return entries;
    const hash = hashOf(name);
    for (let entry = this.#last.at(index); entry !== NONE; entry = this.#previous.at(entry)) {
      if (this.#names.at(entry) === hash) entries.push(entry);
    }
    return entries;
  }

  #indexOf(number: string): number | undefined {
    const index = this.#places[this.#placeOf(keyOf(number))];
    return index === NONE ? undefined : index;
  }

  #newIndex(number: string): number {
    const key = keyOf(number);
    const index = this.#keys.push(key);
    this.#last.push(NONE);
    this.#counts.push(0);
    this.#finds.push(0);
    if (key < 0) this.#otherTexts.set(index, number);
    if (this.#keys.length > this.#places.length * MAX_LOAD) this.#grow();
    else this.#places[this.#placeOf(key)] = index;
    return index;
  }

  #placeOf(key: number): number {
    const mask = this.#places.length - 1;
    // Uses all bits of both halves.
    const mixed = Math.imul(key, 0x9e3779b1) ^ Math.imul(key / 4_294_967_296, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const index = this.#places[place] ?? NONE;
      if (index === NONE || this.#keys.at(index) === key) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    this.#places = new Int32Array(this.#places.length * 2).fill(NONE);
    for (let index = 0; index < this.#keys.length; index++) {
      this.#places[this.#placeOf(this.#keys.at(index))] = index;
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
  // UTF-8 would lose halves of surrogate pairs.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text, 'utf16le').digest().readUIntBE(0, 6);
}
