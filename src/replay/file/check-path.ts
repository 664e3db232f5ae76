import { statSync } from 'node:fs';
import path from 'node:path';
import { checkFilled, invalid } from '../../errors/check.js';

/**
 * The whole path of a cassette, which need not exist.
 *
 * @param name - of the option
 * @throws ValidationError when it is none, or that of a folder
 */
export function checkPath(value: unknown, name: string): string {
  const file = path.resolve(checkFilled(value, name));
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? invalid(name, `is a folder: ${file}`) : file;
}
