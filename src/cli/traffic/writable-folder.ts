import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Makes the folder of a file, and sees that it can be written to: later only other programs would notice. */
export function checkFolderOf(file: string): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
}
