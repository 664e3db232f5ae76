import { lstatSync } from 'node:fs';
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../errors/service-error.js';
import { OWNER_ONLY } from './own-file.js';

const NO_LINKS: ReadonlySet<unknown> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'EMLINK',
]);
const NO_SYNC: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'EBADF', 'ENOTSUP']);

/**
 * Gives a complete file its name, unless the name is taken.
 *
 * @returns true if the name was free; otherwise the temporary file still exists
 */
export async function placeNew(temporary: string, file: string): Promise<boolean> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (NO_LINKS.has(systemCode(error))) return placeReserved(temporary, file);
    throw error;
  }
  await rm(temporary, { force: true });
  return true;
}

/** The same without hard links: an empty file reserves the name and is then replaced. */
async function placeReserved(temporary: string, file: string): Promise<boolean> {
  let inode: number;
  try {
    const handle = await open(file, 'wx', OWNER_ONLY);
    try {
      inode = (await handle.stat()).ino;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  // Another process may have replaced it.
  if ((await lstat(file)).ino !== inode) return false;
  try {
    await rename(temporary, file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return true;
}

/** Gives a complete file its name; replaces a file or a link. @returns false if something else has the name */
export async function placeOver(temporary: string, file: string): Promise<boolean> {
  const existing = await lstat(file).catch(() => undefined);
  if (existing !== undefined && !existing.isFile() && !existing.isSymbolicLink()) return false;
  await rename(temporary, file);
  return true;
}

export async function syncFolderOf(file: string): Promise<void> {
  try {
    const folder = await open(path.dirname(file), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!NO_SYNC.has(systemCode(error))) throw error;
  }
}

/** Returns a free name with a time to the second. @param nameWith - creates it from the time */
export function timedName(nameWith: (time: string) => string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  let name = nameWith(time);
  for (let count = 2; lstatSync(name, { throwIfNoEntry: false }) !== undefined; count++)
    name = nameWith(`${time}-${count}`);
  return name;
}
