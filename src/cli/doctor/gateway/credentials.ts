import type { Context } from '../../running/command.js';
import { EXIT } from '../../running/exit-codes.js';
import { CommandError } from '../../running/failure.js';
import {
  type Account,
  chosenAccount,
  chosenHttpAccount,
  chosenProfile,
  type HttpAccount,
} from '../../settings/account.js';
import { type Finding, wrong } from '../findings/finding.js';

/** The account with its password; a finding where there is none: then nothing is sent that needs one. */
export function accountFound(context: Context): Promise<Account | Finding> {
  const { passwordEnv, passwordFile } = chosenProfile(context).profile;
  return found(() => chosenAccount(context), 'password', passwordEnv, passwordFile);
}

/** The account with its token; a finding where there is none. */
export function httpAccountFound(context: Context): Promise<HttpAccount | Finding> {
  const { tokenEnv, tokenFile } = chosenProfile(context).profile;
  return found(() => chosenHttpAccount(context), 'token', tokenEnv, tokenFile);
}

async function found<T>(
  choose: () => Promise<T>,
  word: 'password' | 'token',
  env: string | undefined,
  file: string | undefined,
): Promise<T | Finding> {
  try {
    return await choose();
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== EXIT.credentials) throw error;
    return wrong('credentials', error.message, todoOf(word, env, file), EXIT.credentials);
  }
}

/** A file is read in the place of a variable only where no variable is named. */
function todoOf(word: string, env: string | undefined, file: string | undefined): string {
  if (env !== undefined || file === undefined) return 'put it there, or run this on a terminal: there it is asked for';
  const where = `"${word}File" or --${word}-file`;
  return `look at ${where}: the file has to be readable, and to hold the ${word} and nothing else`;
}
