import { lstatSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { destinationOf } from '../../../files/destination.js';
import { NewFile } from '../../../files/new-file.js';
import type { Context } from '../../running/command.js';
import { refuse } from '../../running/command-options.js';

/**
 * Opens a file that replaces an earlier one of its kind, which is empty or begins with a text. With `force` it
 * replaces any file. A link is replaced, and not the file that it leads to.
 *
 * @throws CommandError if another file exists
 */
export async function openOverEarlier(
  { interruption }: Context,
  file: string,
  { option, begin, force = false }: { readonly option: string; readonly begin: string; readonly force?: boolean },
): Promise<{ readonly out: NewFile; readonly isReplaced: boolean }> {
  const isReplaced = (await destinationOf(file)).kind === 'taken';
  const isFile = isReplaced && lstatSync(file).isFile();
  if (isReplaced && !force && !(isFile && (await beginsWith(file, begin)))) {
    refuse(option, `already exists, and is not an earlier one: ${file}`);
  }
  if (isReplaced && !isFile) await rm(file);
  const out = await NewFile.open(file, { option, force: isReplaced, signal: interruption.signal });
  return { out, isReplaced };
}

async function beginsWith(file: string, begin: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Buffer.byteLength(begin)), 0, null, 0);
    return bytesRead === 0 || buffer.toString('utf8', 0, bytesRead) === begin;
  } finally {
    await handle.close();
  }
}
