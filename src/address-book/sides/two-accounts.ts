import { existsSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Group } from '../../client/types.js';
import { invalid } from '../../errors/check.js';
import { ConnectionError, isSmsServiceError } from '../../errors/errors.js';
import { namingFile } from '../../files/file-error.js';
import { pause } from '../../transport/wait.js';
import type { ReadingClient, RemovingClient } from './account.js';
import { isMark, namesMarks, newMark } from './mark.js';
import { haveSameIds } from './same-ids.js';

/** Only for whoever runs it. */
const OWN = 0o600;
/** How often is looked where both show the same ids, and how long is waited in between, in milliseconds. */
const [LOOKS, LOOK_MS] = [3, 1000];

/**
 * Finds out whether two clients reach one account: by the ids of its groups, and by a group that is made with one and
 * looked for with the other. Addresses and user names do not tell: one service has many of both.
 *
 * @param note - the path of a file that names the group as long as it is there: where the process is killed, the next
 *   call with the same path removes it
 * @throws SmsServiceError where it cannot be found out
 */
export async function isOneAccount(
  { from, to }: { readonly from: RemovingClient; readonly to: ReadingClient },
  note: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  await removeMarks(from, note);
  const before = await from.getGroups({ signal });
  const looks = haveSameIds(before, await to.getGroups({ signal })) ? LOOKS : 1;
  const mark = newMark();
  await noteMark(note, mark);
  let isFound = false;
  const groupId = await addMark(from, mark, note);
  try {
    for (let look = 1; look <= looks && !isFound; look++) {
      if (look > 1) await pause(LOOK_MS, { signal });
      isFound = hasMark(await to.getGroups({ signal }), mark);
    }
    // Where it is not seen with the client that made it, it says nothing that the other one does not see it.
    if (!isFound && !hasMark(await from.getGroups({ signal }), mark)) {
      throw new ConnectionError('whether both are one account cannot be seen: a new group is not shown', 'unknown');
    }
  } finally {
    // By its name where it is shown: what the gateway says its id is must be that of no other group.
    const groups = await from.getGroups();
    const isOther = [...before, ...groups].some(({ id }) => id === groupId);
    if (!hasMark(groups, mark) && !isOther) await removeGroup(from, groupId);
    await removeMarks(from, note);
  }
  return isFound;
}

/** Refuses a file that is something else than a note of marks: it would be taken away. */
export function checkNote(note: string): void {
  if (existsSync(note) && !namesMarks(readFileSync(note, 'utf8'))) {
    invalid('plan', `has a file beside it that is to be written, and is something else already: ${note}`);
  }
}

async function addMark(from: RemovingClient, mark: string, note: string): Promise<number> {
  try {
    return (await from.addGroup({ name: mark, info: '' })).groupId;
  } catch (error) {
    if (isSmsServiceError(error) && error.outcome !== 'unknown') rmSync(note, { force: true });
    throw error;
  }
}

/** Removes the marks that a note names, and the note: those of a call, too, that did not come to its end. */
async function removeMarks(from: RemovingClient, note: string): Promise<void> {
  checkNote(note);
  if (!existsSync(note)) return;
  const names = new Set(readFileSync(note, 'utf8').split('\n'));
  for (const group of await from.getGroups()) {
    if (names.has(group.name) && isMark(group) && (await isEmpty(from, group))) await removeGroup(from, group.id);
  }
  rmSync(note, { force: true });
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

/** Notes a mark before it is made. */
async function noteMark(note: string, mark: string): Promise<void> {
  await namingFile(note, async () => {
    const handle = await open(note, 'a', OWN);
    try {
      await handle.writeFile(`${mark}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}
