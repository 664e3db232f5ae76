import type { CallOptions } from '../../calls/call-options.js';
import type { SmsServiceClient } from '../../client/client.js';
import type { Group } from '../../client/types.js';
import { checkMethods, invalid } from '../../options/check.js';

/** Later gateways accept at most 32 characters. */
const MARK = /^sms-service-mark-[0-9a-f]{12}$/;

/** The methods of a client that read an address book. */
export type ReadingClient = Pick<SmsServiceClient, 'getGroups' | 'streamNumbers'>;

/** The methods of a client that change an address book. A plan needs those of the steps that it contains. */
export type WritingClient = ReadingClient & Pick<SmsServiceClient, 'addGroup' | 'addNumber' | 'delGroup' | 'delNumber'>;

/** A client for an account that may be changed. Every `SmsServiceClient` is one. */
export type AddressBookClient = ReadingClient & Partial<WritingClient>;

/** Groups and numbers read so far. */
export interface ReadProgress {
  readonly groups: number;
  readonly numbers: number;
}

/** Checks that a value is a client that can read. */
export function checkReader<C extends ReadingClient>(client: C, path: string): C {
  return checkMethods(client, ['getGroups', 'streamNumbers'], path);
}

/** Checks that a client has the methods that are needed. */
export function checkWriter(
  client: AddressBookClient,
  methods: readonly (keyof WritingClient)[],
  path: string,
): WritingClient {
  return checkMethods(client as WritingClient, methods, path);
}

/** Refuses one client for both accounts: an account has no differences from itself. */
export function checkTwoClients(from: ReadingClient | undefined, to: ReadingClient | undefined): void {
  if (from !== undefined && from === to) invalid('from', 'is the same client as to');
}

/** Returns true for an empty group created by `isSameAccount`. */
export function isMark({ name, numberCount }: Group): boolean {
  return MARK.test(name) && (numberCount ?? 0) === 0;
}

/** Returns the groups of an account without the marks of `isSameAccount`. */
export async function groupsOf(
  client: Pick<ReadingClient, 'getGroups'>,
  options: CallOptions,
): Promise<readonly Group[]> {
  return (await client.getGroups(options)).filter((group) => !isMark(group));
}

/**
 * Collects the groups that have the same name, in the order of the account.
 *
 * @param nameOf - returns the name to use, or `undefined` to leave a group out
 */
export function groupsByName(
  groups: readonly Group[],
  nameOf: (group: Group) => string | undefined = ({ name }) => name,
): ReadonlyMap<string, readonly Group[]> {
  const byName = new Map<string, Group[]>();
  for (const group of groups) {
    const name = nameOf(group);
    if (name === undefined) continue;
    const same = byName.get(name) ?? [];
    byName.set(name, same);
    same.push(group);
  }
  return byName;
}
