import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AddressBookSide } from '../../address-book/index.js';
import { printable } from '../output/text.js';
import type { Context } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import type { Reading } from '../running/reading-options.js';
import { isStandardInput } from '../running/standard-paths.js';
import { namedAccount } from '../settings/account.js';
import { CONFIG_FILE } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { readConfigFile } from '../settings/config-file.js';

/** One of the two address books that a command compares. */
export type SideArgument =
  | { readonly kind: 'profile'; readonly name: string }
  | { readonly kind: 'file'; readonly file: string };

const PREFIXED = /^(profile|file):(.+)$/s;

/**
 * Tells what an argument names: the profile, or the file, that there is of that name; `profile:` or `file:` before it
 * says which, and `-` is the standard input.
 *
 * @throws CommandError where there are both, or neither
 */
export function sideArgument({ options }: Context, given: string): SideArgument {
  const [, prefix, rest = ''] = PREFIXED.exec(given) ?? [];
  if (prefix === 'profile') return { kind: 'profile', name: rest };
  if (prefix === 'file') return { kind: 'file', file: rest };
  if (isStandardInput(given)) return { kind: 'file', file: given };
  const config = options.text('--config') ?? CONFIG_FILE;
  const isProfile = readConfigFile(config)?.has(given) === true;
  const isFile = existsSync(given);
  const shown = printable(given);
  if (isProfile && isFile) {
    throw new CommandError(
      `there are a profile and a file of the name ${shown}: write profile:${shown} or file:${shown}`,
    );
  }
  if (isProfile) return { kind: 'profile', name: given };
  if (isFile) return { kind: 'file', file: given };
  throw new CommandError(`there is neither a profile of the name ${shown} in ${config}, nor a file`);
}

/** Does something with what an argument names: of a profile a client is made, and closed. */
export async function withSide<T>(
  context: Context,
  side: SideArgument,
  reading: Reading,
  act: (side: AddressBookSide) => Promise<T>,
): Promise<T> {
  if (side.kind === 'profile') return withClient(await namedAccount(side.name, context), act);
  if (isStandardInput(side.file)) return act({ ...reading, file: context.input.pieces('the file') });
  // What one of two files needs is nothing to the export beside it.
  const isExport = path.extname(side.file).toLowerCase() === '.jsonl';
  return act({ ...reading, ...(isExport && { columns: undefined, encoding: undefined }), file: side.file });
}
