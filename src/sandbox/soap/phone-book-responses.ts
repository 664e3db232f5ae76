import type * as wire from '../../../generated/types.js';
import type { AuthorizedCall } from '../gateway/operations/authorized-call.js';
import { groupsOf, numbersOf } from '../gateway/operations/phone-book.js';
import { OWN_CODES } from '../gateway/refusal/own-codes.js';
import { checkResponseSize, type ResponseLimit, xmlLength } from './response-size.js';

/** There is no paging: a list may have more than a million short entries. */
const LIMIT: ResponseLimit = { characters: 268_435_456, code: OWN_CODES.tooManyEntries };
/** The characters that the tags and numbers of an entry take. */
const ENTRY_MARKUP = 180;

/** soap_GetGroups; refused with 4112 when they are too many for one response. */
export function getGroups(call: AuthorizedCall): { readonly arGroups: wire.ArrayOfGroup } {
  const groups = groupsOf(call);
  checkResponseSize(groups, ({ name, info }) => ENTRY_MARKUP + xmlLength(name) + xmlLength(info), LIMIT);
  return {
    arGroups: groups.map(({ id, name, info, numberCount }) => ({ id: String(id), name, info, num_count: numberCount })),
  };
}

/** soap_GetNumbers; refused with 4112 when they are too many for one response. */
export function getNumbers(
  call: AuthorizedCall,
  input: wire.soap_GetNumbersInput,
): { readonly arNumbers: wire.ArrayOfNumber } {
  const groupId = idOf(input.id_group);
  const contacts = numbersOf(call, groupId);
  checkResponseSize(contacts, ({ number, name }) => ENTRY_MARKUP + xmlLength(number) + xmlLength(name), LIMIT);
  return { arNumbers: contacts.map(({ number, name }) => ({ number, name, id_group: groupId })) };
}

/** The id of a group; nil is none that there is. */
export function idOf(id: number | null | undefined): number {
  return id ?? 0;
}
