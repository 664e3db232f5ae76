import type * as wire from '../../../generated/types.js';
import type { Call } from './call.js';
import { internationalNumber } from './phone-number.js';
import { Refusal } from './refusal.js';

/** soap_AddGroup: makes a group; refused with 4110 without a name and 4116 for a name that is taken. */
export function addGroup({ account }: Call, { group }: wire.soap_AddGroupInput): { readonly id_group: number } {
  return { id_group: account.groups.add(group?.name ?? '', group?.info ?? '').id };
}

/** soap_DelGroup: deletes a group and tells how many numbers went with it; refused with 40 for an unknown one. */
export function delGroup({ account }: Call, input: wire.soap_DelGroupInput): { readonly num_count: number } {
  return { num_count: account.groups.delete(input.id_group).size };
}

/** soap_GetGroups: all groups of the account, in the order in which they were made. */
export function getGroups({ account }: Call): { readonly arGroups: wire.ArrayOfGroup } {
  const arGroups = account.groups
    .list()
    .map(({ id, name, info, size }) => ({ id: String(id), name, info, num_count: size }));
  return { arGroups };
}

/**
 * soap_AddNumber: adds a number to a group, spelt as it was given.
 *
 * Refused with 40 for an unknown group, with 13 for what is no number, and with 409 for one that is there already where
 * the gateway was set up so.
 */
export function addNumber({ account, settings }: Call, { number: contact }: wire.soap_AddNumberInput): void {
  const group = account.groups.get(contact?.id_group ?? null);
  const number = contact?.number ?? '';
  if (internationalNumber(number) === undefined) throw new Refusal(13);
  if (settings.duplicateNumbers === 'refuse' && group.has(number)) throw new Refusal(409);
  group.add({ number, name: contact?.name ?? '' });
}

/**
 * soap_DelNumber: deletes a number from a group, in whatever spelling and all entries of it.
 *
 * Refused with 40 for an unknown group and with 4200 for a number that is not in it.
 */
export function delNumber({ account }: Call, { number: contact }: wire.soap_DelNumberInput): void {
  const group = account.groups.get(contact?.id_group ?? null);
  if (!group.delete(contact?.number ?? '')) throw new Refusal(4200);
}

/** soap_GetNumbers: all numbers of a group, in the order in which they were added; refused with 40. */
export function getNumbers(
  { account }: Call,
  input: wire.soap_GetNumbersInput,
): { readonly arNumbers: wire.ArrayOfNumber } {
  const group = account.groups.get(input.id_group);
  return { arNumbers: group.contacts().map(({ number, name }) => ({ number, name, id_group: group.id })) };
}
