import type { CallOptions } from '../../calls/call-options.js';
import type { Contact } from '../../client/types.js';
import { internationalNumber } from '../../domain/phone-number.js';
import type { ReadingClient } from './account.js';
import { GrowingArray } from './growing-array.js';
import { TextStore } from './text-store.js';

const FIRST_CAPACITY = 16;
/** The share of its places that the table of numbers may fill. */
const MAX_LOAD = 0.6;
const NONE = -1;
/** From so many entries of a number on they are found by a map of their names. */
const MANY = 16;

/** The result of looking for an entry. */
export type Found =
  /** An entry of this number and name, which was not found before. */
  | 'same'
  /** Only those that were found before: it is there, but not so often. */
  | 'fewer'
  /** The number, under other names. */
  | 'other-name';

/** A number, and how often it stands in a table. */
interface CountedNumber {
  readonly number: string;
  readonly count: number;
  /** The number of times that it was looked for by {@link ContactTable.find}. */
  readonly asked: number;
}

/**
 * The entries of a contact group: telephone numbers, whatever their spelling, each with its names as they are, as often
 * as it stands there. It takes some 40 bytes for an entry, and one or two for each character of its name: a telephone
 * number has at most 15 digits, which a double holds exactly, and names are kept outside of the heap.
 */
export class ContactTable {
  /** The index of a number by its hash. */
  #places = new Int32Array(FIRST_CAPACITY).fill(NONE);
  /** A text that is no telephone number is only equal to itself. */
  readonly #others = new Map<string, number>();
  readonly #otherOf = new Map<number, string>();
  /** By the index of a number: its digits, 0 for another text. */
  readonly #digits = new GrowingArray(Float64Array);
  readonly #first = new GrowingArray(Int32Array);
  readonly #last = new GrowingArray(Int32Array);
  readonly #counts = new GrowingArray(Uint32Array);
  readonly #asked = new GrowingArray(Uint32Array);
  /** By the index of an entry. */
  readonly #next = new GrowingArray(Int32Array);
  readonly #found = new GrowingArray(Uint8Array);
  readonly #names = new TextStore();
  /** Of numbers with many entries: those of each name that were not found yet. */
  readonly #byName = new Map<number, Map<string, number[]>>();

  /** The number of entries. */
  get size(): number {
    return this.#next.length;
  }

  /** Adds an entry. @returns false where the number is there already, under whatever name */
  add(number: string, name: string): boolean {
    const known = this.#indexOf(number);
    const index = known ?? this.#newIndex(number);
    this.#names.add(name);
    this.#found.push(0);
    // At the end, so that names keep their order.
    const entry = this.#next.push(NONE);
    if (known === undefined) this.#first.set(index, entry);
    else this.#next.set(this.#last.at(index), entry);
    this.#last.set(index, entry);
    this.#counts.set(index, this.#counts.at(index) + 1);
    this.#byName.delete(index);
    return known === undefined;
  }

  /** Tells whether a number is there. */
  has(number: string): boolean {
    return this.#indexOf(number) !== undefined;
  }

  /** The names of a number, one for each of its entries. */
  namesOf(number: string): readonly string[] {
    const index = this.#indexOf(number);
    return index === undefined ? [] : [...this.#entriesOf(index)].map((entry) => this.#names.at(entry));
  }

  /** Looks for an entry; each is found once. @returns `undefined` where the number is not there */
  find(number: string, name: string): Found | undefined {
    const index = this.#indexOf(number);
    if (index === undefined) return undefined;
    this.#asked.set(index, this.#asked.at(index) + 1);
    if (this.#counts.at(index) > MANY) return this.#findOfMany(index, name);
    let isThere = false;
    for (const entry of this.#entriesOf(index)) {
      if (this.#names.at(entry) !== name) continue;
      isThere = true;
      if (this.#found.at(entry) === 1) continue;
      this.#found.set(entry, 1);
      return 'same';
    }
    return isThere ? 'fewer' : 'other-name';
  }

  /** Returns the number of times that a number was looked for by {@link find}. */
  askedFor(number: string): number {
    const index = this.#indexOf(number);
    return index === undefined ? 0 : this.#asked.at(index);
  }

  /** Each number, in the order in which they came. */
  *numbers(): Generator<CountedNumber, void, undefined> {
    for (let index = 0; index < this.#first.length; index++) {
      const number = this.#otherOf.get(index) ?? String(this.#digits.at(index));
      yield { number, count: this.#counts.at(index), asked: this.#asked.at(index) };
    }
  }

  *#entriesOf(index: number): Generator<number, void, undefined> {
    for (let entry = this.#first.at(index); entry !== NONE; entry = this.#next.at(entry)) yield entry;
  }

  #findOfMany(index: number, name: string): Found {
    let byName = this.#byName.get(index);
    if (byName === undefined) {
      byName = new Map();
      for (const entry of this.#entriesOf(index)) {
        const own = this.#names.at(entry);
        const same = byName.get(own) ?? [];
        if (this.#found.at(entry) === 0) same.push(entry);
        byName.set(own, same);
      }
      this.#byName.set(index, byName);
    }
    const left = byName.get(name);
    if (left === undefined) return 'other-name';
    const entry = left.pop();
    if (entry === undefined) return 'fewer';
    this.#found.set(entry, 1);
    return 'same';
  }

  #indexOf(number: string): number | undefined {
    const digits = digitsOf(number);
    if (digits === undefined) return this.#others.get(number);
    const index = this.#places[this.#placeOf(digits)];
    return index === NONE ? undefined : index;
  }

  #newIndex(number: string): number {
    const digits = digitsOf(number);
    const index = this.#first.push(NONE);
    this.#last.push(NONE);
    this.#counts.push(0);
    this.#asked.push(0);
    this.#digits.push(digits ?? 0);
    if (digits === undefined) {
      this.#others.set(number, index);
      this.#otherOf.set(index, number);
      return index;
    }
    if (this.#first.length > this.#places.length * MAX_LOAD) this.#grow();
    this.#places[this.#placeOf(digits)] = index;
    return index;
  }

  /** Finds the place where a number stands, or is to stand. */
  #placeOf(digits: number): number {
    const mask = this.#places.length - 1;
    // All bits of both halves take part, however large the table is.
    const mixed = Math.imul(digits, 0x9e3779b1) ^ Math.imul(digits / 4_294_967_296, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const index = this.#places[place] ?? NONE;
      if (index === NONE || this.#digits.at(index) === digits) return place;
      place = (place + 1) & mask;
    }
  }

  #grow(): void {
    const indexes = this.#places;
    this.#places = new Int32Array(indexes.length * 2).fill(NONE);
    for (const index of indexes) {
      if (index !== NONE) this.#places[this.#placeOf(this.#digits.at(index))] = index;
    }
  }
}

/** Reads the entries of groups into one table. @param see - told of each */
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

function digitsOf(number: string): number | undefined {
  const digits = internationalNumber(number);
  return digits === undefined ? undefined : Number(digits);
}
