import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkFilled, invalid } from '../../options/check.js';

/**
 * The whole path of a cassette, which need not exist.
 *
 * @param name - of the option
 * @throws ValidationError when it is none, or that of a folder or of a link that leads to nothing
 */
export function checkPath(value: unknown, name: string): string {
  const file = path.resolve(checkFilled(value, name));
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true) invalid(name, `is a folder: ${file}`);
  // Whoever has laid it would say where the cassette is made.
  const isLink = stats === undefined && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? invalid(name, `is a link that leads to nothing: ${file}`) : file;
}
