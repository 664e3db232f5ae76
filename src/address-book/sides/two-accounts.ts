import type { Group } from '../../client/types.js';
import { ConnectionError, isSmsServiceError } from '../../errors/errors.js';
import { pause } from '../../transport/wait.js';
import type { ReadingClient, RemovingClient } from './account.js';
import { isMark, newMark } from './mark.js';
import { checkNote, MarkNote } from './mark-note.js';
import { haveSameIds } from './same-ids.js';

/** The number of looks where both show the same ids, and the pause between two of them, in milliseconds. */
const [LOOKS, LOOK_MS] = [3, 1000];

/**
 * Finds out whether two clients reach one account: by the ids of its groups, and by a group that is made with one and
 * looked for with the other. Addresses and user names do not tell: one service has many of both.
 *
 * @param note - the path of a file that names the group as long as it may be there: where the process is killed, a
 *   later call with the same path removes it
 * @throws SmsServiceError where it cannot be found out
 */
export async function isOneAccount(
  { from, to }: { readonly from: RemovingClient; readonly to: ReadingClient },
  note: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const noted = new MarkNote(note);
  await removeMarks(from, note);
  const before = await from.getGroups({ signal });
  const looks = haveSameIds(before, await to.getGroups({ signal })) ? LOOKS : 1;
  const mark = newMark();
  await noted.add(mark);
  let isFound = false;
  const groupId = await addMark(from, mark, noted);
  try {
    for (let look = 1; look <= looks && !isFound; look++) {
      if (look > 1) await pause(LOOK_MS, { signal });
      isFound = hasMark(await to.getGroups({ signal }), mark);
    }
    // If it is not seen with the client that made it, it says nothing that the other one does not see it.
    if (!isFound && !hasMark(await from.getGroups({ signal }), mark)) {
      throw new ConnectionError('whether both are one account cannot be seen: a new group is not shown', 'unknown');
    }
  } finally {
    // By its name where it is shown: what the gateway says its id is must be that of no other group.
    const groups = await from.getGroups();
    const isShown = hasMark(groups, mark) || [...before, ...groups].some(({ id }) => id === groupId);
    if (!isShown) {
      await removeGroup(from, groupId);
      await noted.remove([mark]);
    }
    await removeMarks(from, note);
  }
  return isFound;
}

async function addMark(from: RemovingClient, mark: string, noted: MarkNote): Promise<number> {
  try {
    return (await from.addGroup({ name: mark, info: '' })).groupId;
  } catch (error) {
    if (isSmsServiceError(error) && error.outcome !== 'unknown') await noted.remove([mark]);
    throw error;
  }
}

/**
 * Removes the marks of calls that did not come to their end.
 *
 * @param note - the path of the file that names them; those that may still be on their way stay in it
 * @throws ValidationError when the file is something else
 */
export async function removeMarks(from: RemovingClient, note: string): Promise<void> {
  checkNote(note);
  const noted = new MarkNote(note);
  const names = noted.names();
  if (names.size === 0) return noted.remove([]);
  const seen = new Set<string>();
  for (const group of await from.getGroups()) {
    if (!names.has(group.name)) continue;
    if (isMark(group) && (await isEmpty(from, group))) await removeGroup(from, group.id);
    seen.add(group.name);
  }
  await noted.forgetOld(seen);
  await noted.remove(seen);
}

async function isEmpty(client: ReadingClient, { id }: Group): Promise<boolean> {
  for await (const _contact of client.streamNumbers(id)) return false;
  return true;
}

async function removeGroup(client: RemovingClient, id: number): Promise<void> {
  try {
    await client.delGroup(id);
  } catch (error) {
    if (!isSmsServiceError(error) || error.code !== 'NOT_FOUND') throw error;
  }
}

function hasMark(groups: readonly Group[], mark: string): boolean {
  return groups.some(({ name }) => name === mark);
}
