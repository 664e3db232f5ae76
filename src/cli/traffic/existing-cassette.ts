import { existsSync } from 'node:fs';
import { CommandError } from '../running/failure.js';

const FILE_URL = /^file:\/\//i;

/** The path of a cassette to replay. @throws CommandError when it does not exist */
export function existingCassette(file: string): string {
  if (!existsSync(FILE_URL.test(file) ? new URL(file) : file)) throw new CommandError(`${file} does not exist`);
  return file;
}
