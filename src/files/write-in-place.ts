import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { FileLockedError } from '../errors/errors.js';
import { fileError } from './file-error.js';
import { OWN } from './own-file.js';

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
    // Nobody else writes it under the lock: what is left by a process that was killed goes, and so does a link.
    rmSync(temporary, { force: true });
    const descriptor = openSync(temporary, 'wx', OWN);
    try {
      writeFileSync(descriptor, text);
      const there = lstatSync(file, { throwIfNoEntry: false });
      if (there?.isFile() === true) fchmodSync(descriptor, there.mode & 0o7777);
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
