import type { Group } from '../../client/types.js';
import { ConnectionError, isSmsServiceError } from '../../errors/errors.js';
import { pause } from '../../transport/time-limits.js';
import { isMark, type ReadingClient, type WritingClient } from './account.js';

type MarkingClient = ReadingClient & Pick<WritingClient, 'addGroup' | 'delGroup'>;

/** How often the other account is read if both show the same groups, and the pause between two reads. */
const [LOOKS, LOOK_MS] = [3, 1000];

/**
 * Returns true if two accounts show the same groups under the same ids. Different gateways can do so by chance; one
 * account that is reached by two addresses always does.
 */
export function haveSameIds(one: readonly Group[], other: readonly Group[]): boolean {
  if (one.length === 0 || one.length !== other.length) return false;
  const names = new Map(other.map(({ id, name }) => [id, name]));
  return one.every(({ id, name }) => names.get(id) === name);
}

/**
 * Finds out whether two clients reach the same account: creates a group with one and looks for it with the other.
 * Addresses and user names cannot show it, because a service can have several of both. Marks left by a process that
 * was killed are deleted first.
 *
 * @throws SmsServiceError if it cannot be found out
 */
export async function isSameAccount(
  from: MarkingClient,
  to: ReadingClient,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const before = await from.getGroups({ signal });
  for (const group of before) if (isMark(group)) await deleteMark(from, group.id);
  const looks = haveSameIds(before, await to.getGroups({ signal })) ? LOOKS : 1;
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const name = `sms-service-mark-${randomBytes(6).toString('hex')}`;
  await from.addGroup({ name, info: '' });
  try {
    for (let look = 1; look <= looks; look++) {
      if (look > 1) await pause(LOOK_MS, { signal });
      if (hasGroup(await to.getGroups({ signal }), name)) return true;
    }
    // If the client that created the mark does not see it, the other client's answer means nothing.
    if (hasGroup(await from.getGroups({ signal }), name)) return false;
    throw new ConnectionError('the accounts cannot be compared: a new group is not shown', 'unknown');
  } finally {
    // By name: the id that the gateway returned must not be that of another group.
    for (const group of await from.getGroups()) {
      if (group.name === name) await deleteMark(from, group.id);
    }
  }
}

function hasGroup(groups: readonly Group[], name: string): boolean {
  return groups.some((group) => group.name === name);
}

/** Deletes a mark, unless it contains a number. */
async function deleteMark(client: MarkingClient, id: number): Promise<void> {
  try {
    for await (const _contact of client.streamNumbers(id)) return;
    await client.delGroup(id);
  } catch (error) {
    if (!isSmsServiceError(error) || error.code !== 'NOT_FOUND') throw error;
  }
}
