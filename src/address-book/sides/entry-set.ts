import { numberKey } from '../../domain/phone-number.js';

const FIRST_CAPACITY = 16;
/** The share of its places that may be filled. */
const MAX_LOAD = 0.6;
/** No hash is 0: that is a free place. */
const FREE = 0;
const HASH_BYTES = 6;

/**
 * The entries of a group: numbers in whatever spelling, each under a name. It keeps 48 bits of a hash of each, in some
 * 20 bytes, so that a large group can be asked for while another one is in memory. Of a million, one that is not there
 * is taken for one of them once in 280 million times.
 */
export class EntrySet {
  #places = new Float64Array(FIRST_CAPACITY);
  #size = 0;

  add(number: string, name: string): void {
    if (this.#size + 1 > this.#places.length * MAX_LOAD) this.#grow();
    const hash = hashOf(number, name);
    const place = this.#placeOf(hash);
    if (this.#places[place] === hash) return;
    this.#places[place] = hash;
    this.#size += 1;
  }

  has(number: string, name: string): boolean {
    const hash = hashOf(number, name);
    return this.#places[this.#placeOf(hash)] === hash;
  }

  #placeOf(hash: number): number {
    let place = hash % this.#places.length;
    while (this.#places[place] !== FREE && this.#places[place] !== hash) place = (place + 1) % this.#places.length;
    return place;
  }

  #grow(): void {
    const hashes = this.#places;
    this.#places = new Float64Array(hashes.length * 2);
    for (const hash of hashes) if (hash !== FREE) this.#places[this.#placeOf(hash)] = hash;
  }
}

function hashOf(number: string, name: string): number {
  const text = JSON.stringify([numberKey(number), name]);
  const digest = process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest();
  return digest.readUIntBE(0, HASH_BYTES) + 1;
}
