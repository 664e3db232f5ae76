import { statSync } from 'node:fs';
import { systemCode } from '../../errors/system-code.js';
import { quoted } from '../output/text.js';
import type { Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { isStandardInput } from '../running/standard-paths.js';
import type { Profile } from './config-file.js';
import { promptForPassword } from './prompt.js';
import { readSmallFile } from './small-file.js';

/**
 * The password of an account: out of the environment, a file, or the terminal.
 *
 * @throws CommandError with the code for credentials when there is none
 */
export async function passwordOf(
  label: string,
  { passwordEnv, passwordFile, username = '' }: Profile,
  context: Context,
): Promise<string> {
  const { environment, interruption } = context;
  if (passwordEnv !== undefined) {
    const value = filled(environment[passwordEnv]);
    if (value !== undefined) return value;
  } else if (passwordFile !== undefined) return passwordIn(passwordFile, context);
  const prompted = await promptForPassword(
    `Password of ${username}${label === username ? '' : ` (${label})`}: `,
    interruption.signal,
  );
  if (prompted !== undefined && prompted !== '') return prompted;
  const where = passwordEnv ?? 'passwordEnv or passwordFile of the profile, or --password-file';
  throw new CommandError(`there is no password for ${label}: it is looked for in ${where}`, EXIT.credentials);
}

async function passwordIn(file: string, { input, output }: Context): Promise<string> {
  let content: string;
  try {
    if (isStandardInput(file)) content = await input.text('--password-file -');
    else {
      if (isReadByOthers(file))
        output.noteOnce(`the password file can be read by others on this machine: ${quoted(['chmod', '600', file])}`);
      content = readSmallFile(file);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = systemCode(error);
    const why = code === undefined ? '' : ` (${code})`;
    throw new CommandError(`the password file cannot be read: ${file}${why}`, EXIT.credentials);
  }
  const password = content.replace(/\r?\n$/, '');
  if (password === '')
    throw new CommandError(
      `the password file is empty: ${isStandardInput(file) ? 'the standard input' : file}`,
      EXIT.credentials,
    );
  return password;
}

/** Tells whether others than its owner may read a file; a pipe from a shell is none. */
function isReadByOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  const stats = statSync(file);
  return stats.isFile() && (stats.mode & 0o044) !== 0;
}

/** A variable of the environment; an empty one is none. */
export function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
