import { lstatSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemCode } from '../../errors/system-code.js';
import { checkFilled, invalid } from '../../options/check.js';

/** A URL of a file, as a text. */
const FILE_URL = /^file:\/\//i;

/** Tells a path, or a URL, from something that is open. */
export function isPath(given: unknown): given is string | URL {
  return typeof given === 'string' || isUrl(given);
}

function isUrl(given: unknown): given is URL {
  try {
    return given instanceof URL;
  } catch {
    // A proxy that was revoked.
    return false;
  }
}

/**
 * The whole path of a cassette, which need not exist.
 *
 * @param value - a path, or a `file:` URL, also as a text
 * @param name - of the option
 * @throws ValidationError when it is none, or that of a folder or of a link that leads to nothing
 */
export function checkPath(value: unknown, name: string): string {
  const isOfUrl = isUrl(value) || (typeof value === 'string' && FILE_URL.test(value));
  const file = isOfUrl ? pathOf(value, name) : path.resolve(checkFilled(value, name));
  const stats = statsOf(file, name);
  if (stats?.isDirectory() === true) invalid(name, `is a folder: ${file}`);
  // Whoever has laid it would say where the cassette is made.
  const isLink = stats === undefined && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? invalid(name, `is a link that leads to nothing: ${file}`) : file;
}

function statsOf(file: string, name: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // A name that is too long, one with a zero byte, links in a circle, a folder that may not be read.
    return invalid(name, `is no path that can be looked at (${systemCode(error) ?? 'no code'})`);
  }
}

function pathOf(url: string | URL, name: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    return invalid(name, 'is a URL, but not that of a file on this machine', { cause });
  }
}
