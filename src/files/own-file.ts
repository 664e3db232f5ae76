import { constants, readSync } from 'node:fs';

export const OWNER_ONLY = 0o600;

/** Does not exist on Windows. */
const NO_LINK: number = constants.O_NOFOLLOW ?? 0;

export const APPEND_EXISTING: number = constants.O_WRONLY | constants.O_APPEND | NO_LINK;
export const APPEND: number = APPEND_EXISTING | constants.O_CREAT;
export const APPEND_NEW: number = APPEND | constants.O_EXCL;

/** Reads from an open file until a buffer is full, or the file ends. @returns how many bytes that were */
export function readInto(bytes: Buffer, descriptor: number): number {
  let size = 0;
  let read: number;
  do {
    read = readSync(descriptor, bytes, size, bytes.length - size, null);
    size += read;
  } while (read !== 0);
  return size;
}
