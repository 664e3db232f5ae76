import { closeSync, fchmodSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { FileLockedError } from '../errors/errors.js';
import { fileError } from './file-error.js';
import { OWN } from './own-file.js';

/**
 * Returns the path that a file is written to first: a file that lies there without its lock being held was left by a
 * process that was killed.
 */
export const temporaryOf = (file: string): string => `${file}.tmp`;

/**
 * Writes a file anew, under a lock: it is the old one or the new one, and keeps the mode that its owner has chosen. A
 * link that has its name is replaced, and what it leads to stays.
 *
 * @param check - asked before it gets its name: it throws where the lock was lost
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
      // Behind the lock it is that of whoever has it.
      if (!(error instanceof FileLockedError)) rmSync(temporary, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(error, file);
  }
}
