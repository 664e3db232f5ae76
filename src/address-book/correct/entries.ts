import type { CallOptions } from '../../calls/call-options.js';
import { numberKey } from '../../domain/phone-number.js';
import type { ReadingClient } from '../sides/account.js';

/** An entry of a group, as it is spelt. */
export interface Entry {
  readonly number: string;
  readonly name: string;
}

/**
 * Reads the entries of some numbers of a group.
 *
 * @param entries - to which they are added, by the keys of these numbers
 */
export async function readEntries(
  client: ReadingClient,
  groupId: number,
  entries: ReadonlyMap<string, Entry[]>,
  options?: CallOptions,
): Promise<void> {
  for await (const { number, name } of client.streamNumbers(groupId, options)) {
    entries.get(numberKey(number))?.push({ number, name });
  }
}
