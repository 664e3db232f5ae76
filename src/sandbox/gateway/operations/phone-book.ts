import { CODES } from '../../../domain/codes.js';
import { internationalNumber } from '../../../domain/phone-number.js';
import { OWN_CODES } from '../refusal/own-codes.js';
import { Refusal } from '../refusal/refusal.js';
import type { Contact } from '../store/records/contact.js';
import type { AuthorizedCall } from './authorized-call.js';

const MAX_NAME_LENGTH = 1000;
const MAX_INFO_LENGTH = 10_000;

/** A contact group as it is listed. */
export interface GroupRecord {
  readonly id: number;
  readonly name: string;
  readonly info: string;
  readonly numberCount: number;
}

/** A text to be kept. One that cannot be shown again would spoil every later list. */
function toKeep(text: string, maxLength: number, { settings }: AuthorizedCall): string {
  if (text.length > maxLength || !settings.canShow(text)) throw new Refusal(OWN_CODES.nameNotAccepted);
  return text;
}

/**
 * Makes a group.
 *
 * @returns its id
 * @throws Refusal 4110 without a name, 4116 for a name that is taken, and 4111 for one of more than 1,000 characters,
 *   an info of more than 10,000, or what cannot be shown again
 */
export function addGroup(call: AuthorizedCall, group: { readonly name: string; readonly info: string }): number {
  const name = toKeep(group.name, MAX_NAME_LENGTH, call);
  const info = toKeep(group.info, MAX_INFO_LENGTH, call);
  return call.account.groups.add(name, info).id;
}

/**
 * Deletes a group.
 *
 * @returns how many numbers went with it
 * @throws Refusal 40 for an unknown one
 */
export function deleteGroup({ account }: AuthorizedCall, id: number): number {
  return account.groups.delete(id).size;
}

/** Gives all groups of the account, in the order in which they were made. */
export function groupsOf({ account }: AuthorizedCall): readonly GroupRecord[] {
  return account.groups.list().map(({ id, name, info, size }) => ({ id, name, info, numberCount: size }));
}

/**
 * Adds a number to a group, spelt as it was given.
 *
 * @throws Refusal 40 for an unknown group, 13 for what is no number, 409 for one that is there already where the
 *   gateway was set up so, and 4111 for a name of more than 1,000 characters, or one that cannot be shown again
 */
export function addNumber(call: AuthorizedCall, groupId: number, { number, name }: Contact): void {
  const { account, settings } = call;
  const group = account.groups.get(groupId);
  if (internationalNumber(number) === undefined) throw new Refusal(CODES.noCorrectNumber);
  if (settings.duplicateNumbers === 'refuse' && group.has(number)) throw new Refusal(CODES.valueExists);
  group.add({ number, name: toKeep(name, MAX_NAME_LENGTH, call) });
}

/**
 * Deletes a number from a group, in whatever spelling: the entries of the name that is given with it, or all.
 *
 * @throws Refusal 40 for an unknown group, 4200 for a number that is not in it, or not under that name
 */
export function deleteNumber(
  { account, settings }: AuthorizedCall,
  groupId: number,
  { number, name }: { readonly number: string; readonly name: string | undefined },
): void {
  const named = settings.deletedEntries === 'named' ? name : undefined;
  if (!account.groups.get(groupId).delete(number, named)) throw new Refusal(CODES.noContact);
}

/**
 * Gives all numbers of a group, in the order in which they were added.
 *
 * @throws Refusal 40 for an unknown group
 */
export function numbersOf({ account }: AuthorizedCall, groupId: number): readonly Contact[] {
  return account.groups.get(groupId).contacts();
}
