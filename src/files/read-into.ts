import { readSync } from 'node:fs';

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
