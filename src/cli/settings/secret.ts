import { statSync } from 'node:fs';
import { systemCode } from '../../errors/system-code.js';
import { quoted } from '../output/text.js';
import type { Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { isStandardInput } from '../running/standard-paths.js';
import type { Profile } from './config-file.js';
import { promptForSecret } from './prompt.js';
import { readSmallFile } from './small-file.js';

/** The secrets of an account: its password for SOAP, its token for the HTTP interface. */
type SecretWord = 'password' | 'token';

/** The places of a secret. */
interface SecretPlaces {
  /** The variable of the environment that holds it. */
  readonly env: string | undefined;
  /** The file that holds it. */
  readonly file: string | undefined;
}

/** The password of an account. @throws CommandError with the code for credentials when there is none */
export function passwordOf(label: string, profile: Profile, context: Context): Promise<string> {
  const { passwordEnv: env, passwordFile: file, username = '' } = profile;
  const question = `Password of ${username}${label === username ? '' : ` (${label})`}: `;
  return secretOf('password', label, { env, file }, question, context);
}

/** The token of an account. @throws CommandError with the code for credentials when there is none */
export function tokenOf(label: string, profile: Profile, context: Context): Promise<string> {
  const { tokenEnv: env, tokenFile: file } = profile;
  return secretOf('token', label, { env, file }, `Token of ${label}: `, context);
}

/** A secret out of the environment, a file, or the terminal. */
async function secretOf(
  word: SecretWord,
  label: string,
  { env, file }: SecretPlaces,
  question: string,
  context: Context,
): Promise<string> {
  const { environment, interruption } = context;
  if (env !== undefined) {
    const value = filled(environment[env]);
    if (value !== undefined) return value;
  } else if (file !== undefined) return secretIn(word, file, context);
  const prompted = await promptForSecret(question, interruption.signal);
  if (prompted !== undefined && prompted !== '') return prompted;
  const where = env ?? `${word}Env or ${word}File of the profile, or --${word}-file`;
  throw new CommandError(`there is no ${word} for ${label}: it is looked for in ${where}`, EXIT.credentials);
}

async function secretIn(word: SecretWord, file: string, { input, output }: Context): Promise<string> {
  let content: string;
  try {
    if (isStandardInput(file)) content = await input.text(`--${word}-file -`);
    else {
      if (isReadByOthers(file))
        output.noteOnce(`the ${word} file can be read by others on this machine: ${quoted(['chmod', '600', file])}`);
      content = readSmallFile(file);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = systemCode(error);
    const why = code === undefined ? '' : ` (${code})`;
    throw new CommandError(`the ${word} file cannot be read: ${file}${why}`, EXIT.credentials);
  }
  const secret = content.replace(/\r?\n$/, '');
  if (secret === '')
    throw new CommandError(
      `the ${word} file is empty: ${isStandardInput(file) ? 'the standard input' : file}`,
      EXIT.credentials,
    );
  return secret;
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
