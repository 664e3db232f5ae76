import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { systemCode } from '../../errors/service-error.js';
import { printable, quoted } from '../output/text.js';
import type { Context } from '../running/command.js';
import { CommandError, EXIT } from '../running/failure.js';
import { isStandardInput } from '../running/standard-streams.js';
import { type Profile, readSmallFile } from './config-file.js';

export function passwordOf(label: string, profile: Profile, context: Context): Promise<string> {
  const { passwordEnv: env, passwordFile: file, username = '' } = profile;
  const question = `Password of ${username}${label === username ? '' : ` (${label})`}: `;
  return secretOf('password', label, { env, file, question }, context);
}

export function tokenOf(label: string, profile: Profile, context: Context): Promise<string> {
  const { tokenEnv: env, tokenFile: file } = profile;
  return secretOf('token', label, { env, file, question: `Token of ${label}: ` }, context);
}

interface SecretPlaces {
  readonly env: string | undefined;
  readonly file: string | undefined;
  readonly question: string;
}

async function secretOf(
  word: 'password' | 'token',
  label: string,
  { env, file, question }: SecretPlaces,
  context: Context,
): Promise<string> {
  if (env !== undefined) {
    const value = nonEmpty(context.environment[env]);
    if (value !== undefined) return value;
  } else if (file !== undefined) return secretIn(word, file, context);
  const typed = await promptForSecret(question, context.interruption.signal);
  if (typed !== undefined && typed !== '') return typed;
  const where = env ?? `${word}Env or ${word}File of the profile, or --${word}-file`;
  throw new CommandError(`no ${word} for ${label}. Set ${where}`, EXIT.credentials);
}

async function secretIn(word: string, file: string, { input, output }: Context): Promise<string> {
  const isInput = isStandardInput(file);
  let content: string;
  try {
    if (!isInput && isReadableByOthers(file)) {
      output.note(`other users can read the ${word} file. Run: ${quoted(['chmod', '600', file])}`);
    }
    content = isInput ? await input.text(`--${word}-file -`) : readSmallFile(file);
  } catch (error) {
    const code = systemCode(error);
    if (error instanceof CommandError || code === undefined) throw error;
    throw new CommandError(`the ${word} file cannot be read: ${file} (${code})`, EXIT.credentials);
  }
  const secret = content.replace(/\r?\n$/, '');
  if (secret !== '') return secret;
  throw new CommandError(`the ${word} file is empty: ${isInput ? 'the standard input' : file}`, EXIT.credentials);
}

/** A pipe from a shell is readable by its owner only. */
function isReadableByOthers(file: string): boolean {
  if (process.platform === 'win32') return false;
  const stats = statSync(file);
  return stats.isFile() && (stats.mode & 0o044) !== 0;
}

export function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

async function promptForSecret(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  // Raw mode begins before the question: the answer must not be shown.
  const terminal = createInterface({ input: stdin, output: silent, terminal: true });
  stderr.write(printable(question));
  try {
    const closed = once(terminal, 'close', { signal }).then(() => undefined);
    const interrupted = once(terminal, 'SIGINT', { signal }).then(() => Promise.reject(new Error('Ctrl-C')));
    return await Promise.race([terminal.question(''), closed, interrupted]);
  } catch {
    throw new CommandError('interrupted', EXIT.interrupted);
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}
