import type { SmsServiceClient } from '../../client/client.js';
import { checkMethods, invalid } from '../../errors/check.js';

/** What is used of a client to read an account's address book. */
export type ReadingClient = Pick<SmsServiceClient, 'getGroups' | 'streamNumbers'>;

/** What is used of a client to write into it. */
export type WritingClient = ReadingClient & Pick<SmsServiceClient, 'addGroup' | 'addNumber'>;

/** What is used of a client to delete what was moved. */
export type RemovingClient = ReadingClient & Pick<SmsServiceClient, 'delGroup'>;

/** How much of an account was read. */
export interface ReadProgress {
  readonly groups: number;
  readonly numbers: number;
}

/** Refuses what is no client. */
export function readingClient(client: ReadingClient | undefined, path: string): ReadingClient {
  return checkMethods(client as ReadingClient, ['getGroups', 'streamNumbers'], path);
}

/** Refuses what are no clients of two accounts: whoever has moved nothing would find that nothing is missing. */
export function readingSides(
  from: ReadingClient | undefined,
  to: ReadingClient | undefined,
): { readonly from: ReadingClient; readonly to: ReadingClient } {
  const sides = { from: readingClient(from, 'from'), to: readingClient(to, 'to') };
  return sides.from === sides.to ? invalid('from', 'is the same client as to') : sides;
}

/** Refuses what cannot write, either. */
export function writingClient(client: WritingClient | undefined, path: string): WritingClient {
  return checkMethods(client as WritingClient, ['getGroups', 'streamNumbers', 'addGroup', 'addNumber'], path);
}

/** Refuses what cannot delete. */
export function removingClient(client: RemovingClient | undefined, path: string): RemovingClient {
  return checkMethods(client as RemovingClient, ['getGroups', 'streamNumbers', 'delGroup'], path);
}
