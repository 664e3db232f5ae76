import { closeSync, openSync } from 'node:fs';
import { readInto } from '../../files/read-into.js';
import { CommandError } from '../running/failure.js';

/** More than any settings or password have: 1 MiB. */
const MAX_BYTES = 1_048_576;

/**
 * The text of a file that a person has written, whatever lies under its name: of a device, or of another large file, no
 * more is read than it may have.
 *
 * @throws CommandError that names it, when it is larger
 * @throws Error of `node:fs` when it cannot be read
 */
export function readSmallFile(file: string): string {
  const bytes = Buffer.allocUnsafe(MAX_BYTES + 1);
  const descriptor = openSync(file, 'r');
  try {
    const size = readInto(bytes, descriptor);
    if (size > MAX_BYTES) throw new CommandError(`${file} has more than ${MAX_BYTES} bytes`);
    return bytes.toString('utf8', 0, size);
  } finally {
    closeSync(descriptor);
  }
}
