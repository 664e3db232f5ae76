import type { CallOptions } from '../../calls/call-options.js';
import { numberKey } from '../../domain/phone-number.js';
import type { ReadingClient } from './account.js';

export interface Entry {
  readonly number: string;
  readonly name: string;
}

/** Reads the entries of some numbers of a group. @param entries - filled; its keys are the numbers to read */
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

export function namesOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ name }) => name).sort();
}

export function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/** Returns true if each text of a list is in the other one, at least as often. */
export function isPartOf(part: readonly string[], all: readonly string[]): boolean {
  const remaining = new Map<string, number>();
  for (const text of all) remaining.set(text, (remaining.get(text) ?? 0) + 1);
  return part.every((text) => {
    const count = remaining.get(text) ?? 0;
    remaining.set(text, count - 1);
    return count > 0;
  });
}
