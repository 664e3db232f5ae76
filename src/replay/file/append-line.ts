import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { fileError } from '../../files/file-error.js';

/** Never through a link that somebody has laid there. */
const ADDED = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/** Adds a line to a file. @param mode - of a file that is made */
export function appendLine(file: string, line: string, mode: number): void {
  try {
    const descriptor = openSync(file, ADDED, mode);
    try {
      writeFileSync(descriptor, line);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(error, file);
  }
}
