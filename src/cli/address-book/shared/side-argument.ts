import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AddressBookSide } from '../../../address-book/index.js';
import { printable } from '../../output/text.js';
import type { Context } from '../../running/command.js';
import { CommandError } from '../../running/failure.js';
import type { Reading } from '../../running/reading-options.js';
import { isStandardInput } from '../../running/standard-streams.js';
import { namedAccount } from '../../settings/account.js';
import { CONFIG_FILE } from '../../settings/account-options.js';
import { withClient } from '../../settings/client.js';
import { readConfigFile } from '../../settings/config-file.js';

/** One of the two address books that a command compares. */
export type SideArgument = { readonly profile: string } | { readonly file: string };

const PREFIXED = /^(profile|file):(.+)$/s;

/**
 * Returns the profile or the file that an argument names; the prefixes `profile:` and `file:` select one, and `-` is
 * the standard input.
 *
 * @throws CommandError if both exist, or none
 */
export function sideArgument({ options }: Context, given: string): SideArgument {
  const [, prefix, rest = ''] = PREFIXED.exec(given) ?? [];
  if (prefix === 'profile') return { profile: rest };
  if (prefix === 'file') return { file: rest };
  if (isStandardInput(given)) return { file: given };
  const config = options.text('--config') ?? CONFIG_FILE;
  const isProfile = readConfigFile(config)?.has(given) === true;
  const isFile = existsSync(given);
  const shown = printable(given);
  if (isProfile && isFile) {
    throw new CommandError(`a profile and a file have the name ${shown}: write profile:${shown} or file:${shown}`);
  }
  if (isProfile) return { profile: given };
  if (isFile) return { file: given };
  throw new CommandError(`${config} has no profile ${shown}, and there is no such file`);
}

/** Calls a function with a file, or with a client for a profile, which is closed. */
export async function withSide<T>(
  context: Context,
  side: SideArgument,
  reading: Reading,
  act: (side: AddressBookSide) => Promise<T>,
): Promise<T> {
  if ('profile' in side) return withClient(await namedAccount(side.profile, context), act);
  if (isStandardInput(side.file)) return act({ ...reading, file: context.input.pieces('the file') });
  // An export does not need the options of the other file.
  const isExport = path.extname(side.file).toLowerCase() === '.jsonl';
  return act({ ...reading, ...(isExport && { columns: undefined, encoding: undefined }), file: side.file });
}
