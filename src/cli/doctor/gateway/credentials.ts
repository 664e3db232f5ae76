import type { Context } from '../../running/command.js';
import { EXIT } from '../../running/exit-codes.js';
import { CommandError } from '../../running/failure.js';
import { type Account, chosenAccount, chosenProfile } from '../../settings/account.js';
import type { Profile } from '../../settings/config-file.js';
import { type Finding, wrong } from '../findings/finding.js';

/** The account with its password; a finding where there is none: then nothing is sent that needs one. */
export async function accountFound(context: Context): Promise<Account | Finding> {
  try {
    return await chosenAccount(context);
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== EXIT.credentials) throw error;
    return wrong('credentials', error.message, todoOf(chosenProfile(context).profile), EXIT.credentials);
  }
}

/** A file is read in the place of a variable only where no variable is named. */
function todoOf({ passwordEnv, passwordFile }: Profile): string {
  if (passwordEnv !== undefined || passwordFile === undefined) {
    return 'put it there, or run this on a terminal: there it is asked for';
  }
  return 'look at "passwordFile" or --password-file: the file has to be readable, and to hold the password and nothing else';
}
