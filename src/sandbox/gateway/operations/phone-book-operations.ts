import type * as wire from '../../../../generated/types.js';
import { CODES } from '../../../domain/codes.js';
import { internationalNumber } from '../../../domain/phone-number.js';
import { forbiddenCharacter } from '../../../xml/chars.js';
import { OWN_CODES, Refusal } from '../store/refusal.js';
import type { Call } from './call.js';
import { checkResponseSize, type ResponseLimit, xmlLength } from './response-size.js';

const MAX_NAME_LENGTH = 1000;
const MAX_INFO_LENGTH = 10_000;

/** There is no paging: a list may have more than a million short entries. */
const LIMIT: ResponseLimit = { characters: 268_435_456, code: OWN_CODES.tooManyEntries };
/** What the tags and numbers of an entry take. */
const ENTRY_MARKUP = 180;

/**
 * A text to be kept. A request can bring characters that XML cannot carry after all, as base64: kept, they would make
 * every later list a Fault.
 */
function toKeep(text: string, maxLength: number): string {
  if (text.length > maxLength || forbiddenCharacter(text) !== undefined) throw new Refusal(OWN_CODES.nameNotAccepted);
  return text;
}

/**
 * soap_AddGroup: makes a group; refused with 4110 without a name, 4116 for a name that is taken, and 4111 for one of
 * more than 1,000 characters, an info of more than 10,000, or characters that XML cannot carry.
 */
export function addGroup({ account }: Call, { group }: wire.soap_AddGroupInput): { readonly id_group: number } {
  const name = toKeep(group?.name ?? '', MAX_NAME_LENGTH);
  const info = toKeep(group?.info ?? '', MAX_INFO_LENGTH);
  return { id_group: account.groups.add(name, info).id };
}

/** soap_DelGroup: deletes a group and tells how many numbers went with it; refused with 40 for an unknown one. */
export function delGroup({ account }: Call, input: wire.soap_DelGroupInput): { readonly num_count: number } {
  return { num_count: account.groups.delete(input.id_group).size };
}

/**
 * soap_GetGroups: all groups of the account, in the order in which they were made; refused with 4112 when they are too
 * many for one response.
 */
export function getGroups({ account }: Call): { readonly arGroups: wire.ArrayOfGroup } {
  const groups = account.groups.list();
  checkResponseSize(groups, ({ name, info }) => ENTRY_MARKUP + xmlLength(name) + xmlLength(info), LIMIT);
  return { arGroups: groups.map(({ id, name, info, size }) => ({ id: String(id), name, info, num_count: size })) };
}

/**
 * soap_AddNumber: adds a number to a group, spelt as it was given.
 *
 * Refused with 40 for an unknown group, with 13 for what is no number, with 409 for one that is there already where the
 * gateway was set up so, and with 4111 for a name of more than 1,000 characters, or with some that XML cannot carry.
 */
export function addNumber({ account, settings }: Call, { number: contact }: wire.soap_AddNumberInput): void {
  const { number, name, id_group } = contact ?? {};
  const group = account.groups.get(id_group ?? null);
  if (typeof number !== 'string' || internationalNumber(number) === undefined) throw new Refusal(CODES.noCorrectNumber);
  if (settings.duplicateNumbers === 'refuse' && group.has(number)) throw new Refusal(CODES.valueExists);
  group.add({ number, name: toKeep(name ?? '', MAX_NAME_LENGTH) });
}

/**
 * soap_DelNumber: deletes a number from a group, in whatever spelling and all entries of it.
 *
 * Refused with 40 for an unknown group and with 4200 for a number that is not in it.
 */
export function delNumber({ account }: Call, { number: contact }: wire.soap_DelNumberInput): void {
  const { number, id_group } = contact ?? {};
  const group = account.groups.get(id_group ?? null);
  if (!group.delete(number ?? '')) throw new Refusal(CODES.noContact);
}

/**
 * soap_GetNumbers: all numbers of a group, in the order in which they were added; refused with 40 for an unknown group
 * and with 4112 when they are too many for one response.
 */
export function getNumbers(
  { account }: Call,
  input: wire.soap_GetNumbersInput,
): { readonly arNumbers: wire.ArrayOfNumber } {
  const group = account.groups.get(input.id_group);
  const contacts = group.contacts();
  checkResponseSize(contacts, ({ number, name }) => ENTRY_MARKUP + xmlLength(number) + xmlLength(name), LIMIT);
  return { arNumbers: contacts.map(({ number, name }) => ({ number, name, id_group: group.id })) };
}
