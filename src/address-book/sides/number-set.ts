import type { CallOptions } from '../../calls/options.js';
import { internationalNumber } from '../../domain/phone-number.js';
import type { ReadingClient } from './account.js';

const FIRST_CAPACITY = 16;
/** How full the table may become. */
const MAX_LOAD = 0.6;

/**
 * The telephone numbers of a group, whatever their spelling, each with a hash of its name: 13 bytes for a place of the
 * table, so that a million fit into some 30 MB. A telephone number has at most 15 digits, which a double holds exactly.
 */
export class NumberSet {
  #digits = new Float64Array(FIRST_CAPACITY);
  #names = new Uint32Array(FIRST_CAPACITY);
  #marks = new Uint8Array(FIRST_CAPACITY);
  #count = 0;
  /** What is no telephone number is only equal to itself. */
  readonly #others = new Map<string, { readonly name: number; isMarked: boolean }>();

  get size(): number {
    return this.#count + this.#others.size;
  }

  /** Adds a number. @returns false where it is there already */
  add(number: string, name: string): boolean {
    const digits = digitsOf(number);
    if (digits === undefined) {
      if (this.#others.has(number)) return false;
      this.#others.set(number, { name: hashOf(name), isMarked: false });
      return true;
    }
    const place = this.#placeOf(digits);
    if (this.#digits[place] === digits) return false;
    this.#digits[place] = digits;
    this.#names[place] = hashOf(name);
    this.#count += 1;
    if (this.#count > this.#digits.length * MAX_LOAD) this.#grow();
    return true;
  }

  /** Looks for a number, and marks it. @returns whether it has this name; `undefined` where it is not there */
  mark(number: string, name: string): boolean | undefined {
    const digits = digitsOf(number);
    if (digits === undefined) {
      const found = this.#others.get(number);
      if (found === undefined) return undefined;
      found.isMarked = true;
      return found.name === hashOf(name);
    }
    const place = this.#placeOf(digits);
    if (this.#digits[place] !== digits) return undefined;
    this.#marks[place] = 1;
    return this.#names[place] === hashOf(name);
  }

  /** Whether a number is there. */
  has(number: string): boolean {
    const digits = digitsOf(number);
    return digits === undefined ? this.#others.has(number) : this.#digits[this.#placeOf(digits)] === digits;
  }

  /** Those that were never marked. */
  *unmarked(): Generator<string, void, undefined> {
    for (const [place, digits] of this.#digits.entries()) {
      if (digits !== 0 && this.#marks[place] === 0) yield String(digits);
    }
    for (const [number, { isMarked }] of this.#others) if (!isMarked) yield number;
  }

  /** Where a number stands, or is to stand. */
  #placeOf(digits: number): number {
    const mask = this.#digits.length - 1;
    // All bits of both halves take part, however large the table is.
    const mixed = Math.imul(digits, 0x9e3779b1) ^ Math.imul(digits / 4_294_967_296, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    while (this.#digits[place] !== 0 && this.#digits[place] !== digits) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [digits, names, marks] = [this.#digits, this.#names, this.#marks];
    this.#digits = new Float64Array(digits.length * 2);
    this.#names = new Uint32Array(digits.length * 2);
    this.#marks = new Uint8Array(digits.length * 2);
    for (const [index, value] of digits.entries()) {
      if (value === 0) continue;
      const place = this.#placeOf(value);
      this.#digits[place] = value;
      this.#names[place] = names[index] ?? 0;
      this.#marks[place] = marks[index] ?? 0;
    }
  }
}

/** Reads the numbers of a group. */
export async function readNumbers(client: ReadingClient, groupId: number, options: CallOptions): Promise<NumberSet> {
  const numbers = new NumberSet();
  for await (const { number, name } of client.streamNumbers(groupId, options)) numbers.add(number, name);
  return numbers;
}

function digitsOf(number: string): number | undefined {
  const digits = internationalNumber(number);
  return digits === undefined ? undefined : Number(digits);
}

/** FNV-1a over UTF-16 units: it tells names apart, and nobody has to be kept from making two that are not. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
