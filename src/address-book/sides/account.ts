import type { CallOptions } from '../../calls/call-options.js';
import type { SmsServiceClient } from '../../client/client.js';
import type { Group } from '../../client/types.js';
import { checkMethods, invalid } from '../../options/check.js';
import { required } from '../../options/table.js';
import { isMark } from './mark.js';

/** The methods of a client with which an account's address book is read. */
export type ReadingClient = Pick<SmsServiceClient, 'getGroups' | 'streamNumbers'>;

/** The methods of a client with which an address book is read and written. */
export type WritingClient = ReadingClient & Pick<SmsServiceClient, 'addGroup' | 'addNumber'>;

/** The methods of a client with which moved groups are deleted; one is made to tell the two accounts apart. */
export type RemovingClient = ReadingClient & Pick<SmsServiceClient, 'addGroup' | 'delGroup'>;

/** The methods of a client with which entries of its groups are mended. */
export type CorrectingClient = ReadingClient & Pick<SmsServiceClient, 'addNumber' | 'delNumber'>;

/** The methods of a client with which an account is brought to a state: entries and groups are added and deleted. */
export type DeletingClient = WritingClient & Pick<SmsServiceClient, 'delGroup' | 'delNumber'>;

/** Counts of the groups and numbers of an account that were read. */
export interface ReadProgress {
  readonly groups: number;
  readonly numbers: number;
}

/** Refuses what is no client. */
export function readingClient(client: ReadingClient, path: string): ReadingClient {
  return checkMethods(client, ['getGroups', 'streamNumbers'], path);
}

export const READ_SIDES = {
  /** The account that is read. */
  from: required(readingClient),
  /** The account that is to have what the other one has; it is read only. */
  to: required(readingClient),
};

/** Refuses one client for both accounts: whoever has moved nothing would find that nothing is missing. */
export function checkTwoClients(from: ReadingClient, to: ReadingClient): void {
  if (from === to) invalid('from', 'is the same client as to');
}

/** Refuses what cannot write, either. */
export function writingClient(client: WritingClient, path: string): WritingClient {
  return checkMethods(client, ['getGroups', 'streamNumbers', 'addGroup', 'addNumber'], path);
}

/** Refuses what cannot delete. */
export function removingClient(client: RemovingClient, path: string): RemovingClient {
  return checkMethods(client, ['getGroups', 'streamNumbers', 'addGroup', 'delGroup'], path);
}

/** Refuses what cannot add and delete groups and numbers. */
export function deletingClient(client: DeletingClient, path: string): DeletingClient {
  const methods = ['getGroups', 'streamNumbers', 'addGroup', 'addNumber', 'delGroup', 'delNumber'] as const;
  return checkMethods(client, methods, path);
}

/** Refuses what cannot delete numbers and add them. */
export function correctingClient(client: CorrectingClient, path: string): CorrectingClient {
  return checkMethods(client, ['getGroups', 'streamNumbers', 'addNumber', 'delNumber'], path);
}

/** The groups of an account, but for those that were made to tell accounts apart. */
export async function groupsOf(
  client: Pick<ReadingClient, 'getGroups'>,
  options: CallOptions,
): Promise<readonly Group[]> {
  return (await client.getGroups(options)).filter((group) => !isMark(group));
}
