import { invalid, isObject } from '../../options/check.js';
import { type OptionsOf, type OptionValues, readOptions } from '../../options/table.js';
import { UnusableOption } from '../gateway/operations/unusable-option.js';
import { ACCOUNT_OPTIONS } from './account-options.js';

const { username: _username, password: _password, tokens: _tokens, users: _users, ...NEW_ACCOUNT } = ACCOUNT_OPTIONS;

/** An account that is made while the gateway is there: all that accounts have, but who they are. */
export interface SandboxNewAccount extends OptionsOf<typeof NEW_ACCOUNT> {}

/** The credentials that an account is made for: a username with a password, or a token. */
export interface SandboxNewcomer {
  readonly username?: string | undefined;
  readonly token?: string | undefined;
}

/** The same, checked and with its defaults. */
export type GivenNewAccount = OptionValues<typeof NEW_ACCOUNT>;

/** Gives the account of a newcomer; `undefined` for one who is refused. @throws UnusableOption */
export type NewAccountOf = (newcomer: SandboxNewcomer) => GivenNewAccount | undefined;

/** Reads what a new account has. */
export function newAccount(given: SandboxNewAccount, path?: string): GivenNewAccount {
  return readOptions(given, NEW_ACCOUNT, path === undefined ? { what: 'the account' } : { path });
}

/** Reads the option `newAccounts`. */
export function newAccounts(
  given: boolean | SandboxNewAccount | ((newcomer: SandboxNewcomer) => SandboxNewAccount | undefined),
  path: string,
): NewAccountOf | undefined {
  if (given === false) return undefined;
  if (typeof given === 'function') return (newcomer) => madeFor(newcomer, given, path);
  if (given !== true && !isObject(given))
    return invalid(path, 'is not true or false, the options of an account, or a function');
  const made = newAccount(given === true ? {} : given, path);
  return () => made;
}

function madeFor(
  newcomer: SandboxNewcomer,
  make: (newcomer: SandboxNewcomer) => SandboxNewAccount | undefined,
  path: string,
): GivenNewAccount | undefined {
  try {
    const made = make(newcomer);
    return made === undefined ? undefined : newAccount(made, path);
  } catch {
    // Its own words may be those of the credentials.
    throw new UnusableOption(path, 'has failed, or gave what is no account');
  }
}
