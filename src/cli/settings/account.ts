import type { InterfaceVariant } from '../../http-client/index.js';
import type { Context } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { CONFIG_FILE } from './account-options.js';
import { besideFile, environmentProfile, withFlags } from './chosen-values.js';
import { type Profile, readConfigFile } from './config-file.js';
import { filled, passwordOf, tokenOf } from './secret.js';

/** An account, with the profile by which it is reached over SOAP. */
export interface Account {
  /** For the person who runs the command: the name of the profile, or of the account. */
  readonly label: string;
  readonly urls: readonly string[];
  readonly username: string;
  readonly password: string;
  readonly profile: Profile;
}

/** An account, with the profile by which it is reached over HTTP. */
export interface HttpAccount {
  /** For the person who runs the command: the name of the profile, or of the account. */
  readonly label: string;
  readonly urls: readonly string[];
  readonly token: string;
  readonly variant: InterfaceVariant;
  readonly profile: Profile;
}

/** The interface that a command speaks. */
export type Interface = 'soap' | 'http';

/** A profile, and what the person who runs the command calls it. */
interface Chosen {
  readonly label: string;
  readonly profile: Profile;
}

/** The profile that the options, or else the environment, choose; with what the options say besides. */
export function chosenProfile(context: Context): Chosen {
  const { options, environment } = context;
  const name = options.text('--profile') ?? filled(environment.SMS_SERVICE_PROFILE);
  // The values of a profile are not mixed with those of the environment: a password would go to an address that it is
  // not for.
  const base = name === undefined ? environmentProfile(environment) : profileOf(name, options.text('--config'));
  const profile = withFlags(base, options);
  return { label: name ?? profile.username ?? 'the account', profile };
}

/** The interface that `--over` names; else HTTP for an account that has a token and no user name. */
export function chosenInterface(context: Context, profile: Profile): Interface {
  return context.options.oneOf('--over', ['soap', 'http']) ?? (hasOnlyToken(profile) ? 'http' : 'soap');
}

/** The account that the options, or else the environment, choose, for a command that speaks SOAP. */
export async function chosenAccount(context: Context): Promise<Account> {
  const { label, profile } = chosenProfile(context);
  return accountOf(label, profile, context);
}

/** The account that the options, or else the environment, choose, over HTTP. */
export async function chosenHttpAccount(context: Context): Promise<HttpAccount> {
  const { label, profile } = chosenProfile(context);
  const urls = addressesOf(profile, 'http');
  const { variant = 'current' } = profile;
  return { label, urls, token: await tokenOf(label, profile, context), variant, profile };
}

/** The account of a profile. @throws CommandError when there is none of that name, or it lacks something */
export async function namedAccount(name: string, context: Context): Promise<Account> {
  const timeoutMs = context.options.whole('--timeout-ms', 1);
  const maxPerSecond = context.options.positive('--max-per-second');
  const profile = {
    ...profileOf(name, context.options.text('--config')),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
  };
  return accountOf(name, profile, context);
}

/** The addresses of an interface in a profile, the preferred one first. @throws CommandError when it has none */
export function addressesOf(profile: Profile, over: Interface): readonly string[] {
  const { url, httpUrl } = profile;
  if (over === 'soap') {
    return [
      url ?? missing('the address of the gateway', '--profile, --url, SMS_SERVICE_URL or url in a profile'),
    ].flat();
  }
  // Of an account that has no other interface it is the only address.
  const only = hasOnlyToken(profile) ? url : undefined;
  const where = '--http-url, SMS_SERVICE_HTTP_URL or httpUrl in a profile';
  return [httpUrl ?? only ?? missing('the address of the HTTP interface', where)].flat();
}

/** Tells whether an account has what the HTTP interface asks for, and not what SOAP does. */
function hasOnlyToken({ username, tokenEnv, tokenFile }: Profile): boolean {
  return username === undefined && (tokenEnv !== undefined || tokenFile !== undefined);
}

async function accountOf(label: string, profile: Profile, context: Context): Promise<Account> {
  if (hasOnlyToken(profile)) {
    const why = `this needs the SOAP interface, and ${label} has a token only`;
    throw new CommandError(`${why}: give url, username and passwordEnv or passwordFile of the account, too`);
  }
  const urls = addressesOf(profile, 'soap');
  const {
    username = missing('the user name', '--profile, --username, SMS_SERVICE_USERNAME or username in a profile'),
  } = profile;
  const password = await passwordOf(label, profile, context);
  return { label, urls, username, password, profile };
}

function profileOf(name: string, configFile: string | undefined): Profile {
  const file = configFile ?? CONFIG_FILE;
  const profiles = readConfigFile(file);
  if (profiles === undefined) throw new CommandError(`${file} does not exist: the profile ${name} is looked for there`);
  const profile = profiles.get(name);
  if (profile === undefined) {
    const known = [...profiles.keys()].join(', ') || 'none';
    throw new CommandError(`${file} has no profile ${name}; it has ${known}`);
  }
  return besideFile(profile, file);
}

function missing(what: string, where: string): never {
  throw new CommandError(`${what} is missing: give it by ${where}`);
}
