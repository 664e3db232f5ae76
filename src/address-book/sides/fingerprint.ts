import type { CallOptions } from '../../calls/call-options.js';
import type { Contact, Group } from '../../client/types.js';
import { groupsOf, type ReadingClient } from './account.js';

/** A fingerprint that tells whether an address book is as it was, in whatever order it is read. */
export class Fingerprint {
  readonly #sums = new Uint32Array(8);
  #count = 0;

  group({ id, name, info, numberCount }: Group): void {
    this.#add(`group\0${id}\0${name}\0${info}\0${numberCount ?? ''}`);
  }

  number({ groupId, number, name }: Pick<Contact, 'groupId' | 'number' | 'name'>): void {
    this.#add(`number\0${groupId}\0${number}\0${name}`);
  }

  /** Adds what another one has seen. */
  addAll(other: Fingerprint): void {
    for (let word = 0; word < 8; word++) this.#sums[word] = (this.#sums[word] ?? 0) + (other.#sums[word] ?? 0);
    this.#count += other.#count;
  }

  toString(): string {
    const words = [...this.#sums].map((word) => word.toString(16).padStart(8, '0'));
    return `${this.#count}-${words.join('')}`;
  }

  /** Sums of hashes do not depend on the order, and unlike differences of them count what stands twice. */
  #add(text: string): void {
    const { createHash } = process.getBuiltinModule('node:crypto');
    const hash = createHash('sha256').update(text).digest();
    for (let word = 0; word < 8; word++) this.#sums[word] = (this.#sums[word] ?? 0) + hash.readUInt32LE(word * 4);
    this.#count += 1;
  }
}

/** Reads the fingerprint of an account: of all groups, and of the numbers of some. */
export async function fingerprintOf(
  client: ReadingClient,
  withNumbers: (group: Group) => boolean,
  options: CallOptions,
): Promise<string> {
  const fingerprint = new Fingerprint();
  for (const group of await groupsOf(client, options)) {
    fingerprint.group(group);
    if (!withNumbers(group)) continue;
    for await (const number of client.streamNumbers(group.id, options)) fingerprint.number(number);
  }
  return fingerprint.toString();
}
