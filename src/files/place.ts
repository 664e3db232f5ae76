import { link, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../errors/system-code.js';
import { OWN } from './own-file.js';

/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<unknown> = new Set([
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'EMLINK',
]);
/** Error codes of a folder that cannot be synced, or not be read. */
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

/** The same without a link: the name is taken by an empty file, which is then replaced. */
async function placeReserved(temporary: string, file: string): Promise<boolean> {
  let inode: number;
  try {
    const handle = await open(file, 'wx', OWN);
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

/** Gives a whole file its name; a file or a link that has it is replaced. @returns whether there was nothing else */
export async function placeOver(temporary: string, file: string): Promise<boolean> {
  const there = await lstat(file).catch(() => undefined);
  if (there !== undefined && !there.isFile() && !there.isSymbolicLink()) return false;
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
