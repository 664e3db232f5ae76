import { CODES } from '../../domain/codes.js';
import { internationalNumber } from '../../domain/phone-number.js';
import type { AuthorizedCall } from './call.js';
import type { Contact } from './store/groups.js';
import { OWN_CODES, refuse } from './store/refusal.js';

const MAX_NAME_LENGTH = 1000;
const MAX_INFO_LENGTH = 10_000;

/** Checks a text to store. A text that cannot be shown would break every later list. @throws Refusal 4111 */
function storable(text: string, maxLength: number, { settings }: AuthorizedCall): string {
  return text.length > maxLength || !settings.canShow(text) ? refuse(OWN_CODES.nameNotAccepted) : text;
}

/**
 * @throws Refusal 4110 without a name, 4116 for an existing name, 4111 for a name of more than 1,000 characters, an
 *   info of more than 10,000, or characters that cannot be shown
 */
export function addGroup(call: AuthorizedCall, group: { readonly name: string; readonly info: string }): number {
  const name = storable(group.name, MAX_NAME_LENGTH, call);
  const info = storable(group.info, MAX_INFO_LENGTH, call);
  return call.account.groups.add(name, info).id;
}

/**
 * Adds a number to a group, in the submitted format.
 *
 * @throws Refusal 40 for an unknown group, 13 for an invalid number, 409 for an existing number if the gateway is
 *   configured to refuse it, 4111 for a name of more than 1,000 characters or with characters that cannot be shown
 */
export function addNumber(call: AuthorizedCall, groupId: number, { number, name }: Contact): void {
  const { account, settings } = call;
  const group = account.groups.get(groupId);
  if (internationalNumber(number) === undefined) refuse(CODES.noCorrectNumber);
  if (settings.duplicateNumbers === 'refuse' && group.has(number)) refuse(CODES.valueExists);
  group.add({ number, name: storable(name, MAX_NAME_LENGTH, call) });
}

/**
 * Deletes a number, in any format, from a group: the entries with the given name, or all entries.
 *
 * @throws Refusal 40 for an unknown group, 4200 for a number that is not in it, or has no entry with this name
 */
export function deleteNumber(
  { account, settings }: AuthorizedCall,
  groupId: number,
  { number, name }: { readonly number: string; readonly name: string | undefined },
): void {
  const deletedName = settings.deletedEntries === 'named' ? name : undefined;
  if (account.groups.get(groupId).delete(number, deletedName).length === 0) refuse(CODES.noContact);
}
