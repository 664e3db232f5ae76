import { lstatSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemCode } from '../../errors/service-error.js';
import { checkFilled, invalid } from '../../options/check.js';

const FILE_URL = /^file:\/\//i;

export function isPath(input: unknown): input is string | URL {
  return typeof input === 'string' || input instanceof URL;
}

export function checkPath(value: unknown, name: string): string {
  const isOfUrl = value instanceof URL || (typeof value === 'string' && FILE_URL.test(value));
  const file = isOfUrl ? pathOf(value, name) : path.resolve(checkFilled(value, name));
  const stats = statsOf(file, name);
  if (stats?.isDirectory() === true) invalid(name, `is a folder: ${file}`);
  // The owner of the link would choose the location of the new cassette.
  const isLink = stats === undefined && lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? invalid(name, `is a link that leads to nothing: ${file}`) : file;
}

function statsOf(file: string, name: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    // A name that is too long or contains a zero byte, circular links, or a folder without read permission.
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
