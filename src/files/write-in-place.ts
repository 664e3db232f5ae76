import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { FileLockedError } from '../errors/errors.js';
import { fileError } from './file-error.js';
import { OWNER_ONLY } from './own-file.js';

/**
 * Returns the path that a file is written to first. If it exists and the lock is free, it was left by a killed process.
 */
export const temporaryOf = (file: string): string => `${file}.tmp`;

/**
 * Replaces the content of a file atomically, under a lock. The file mode is preserved. A link is replaced, and its
 * target stays.
 *
 * @param check - called before the file gets its name; throws if the lock was lost
 */
export function writeInPlace(file: string, text: string | Uint8Array, check: () => void = () => undefined): void {
  const temporary = temporaryOf(file);
  try {
    // Under the lock it can only be the file of a killed process, or a link.
    rmSync(temporary, { force: true });
    const descriptor = openSync(temporary, 'wx', OWNER_ONLY);
    try {
      writeFileSync(descriptor, text);
      const existing = lstatSync(file, { throwIfNoEntry: false });
      if (existing?.isFile() === true) fchmodSync(descriptor, existing.mode & 0o7777);
      check();
      renameSync(temporary, file);
    } catch (error) {
      // If the lock was lost, the file belongs to its new owner.
      if (!(error instanceof FileLockedError)) rmSync(temporary, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(error, file);
  }
}
