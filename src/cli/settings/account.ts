import path from 'node:path';
import type { InterfaceVariant } from '../../http-client/index.js';
import type { Context, Environment } from '../running/command.js';
import type { Options } from '../running/command-options.js';
import { CommandError } from '../running/failure.js';
import { isStandardInput } from '../running/standard-streams.js';
import { CONFIG_FILE } from './account-options.js';
import { type Profile, readConfigFile } from './config-file.js';
import { nonEmpty, passwordOf, tokenOf } from './secret.js';

/** An account over SOAP. */
export interface Account {
  /** The name of the profile, or of the account. */
  readonly label: string;
  readonly urls: readonly string[];
  readonly username: string;
  readonly password: string;
  readonly profile: Profile;
}

/** An account over HTTP. */
export interface HttpAccount extends Pick<Account, 'label' | 'urls' | 'profile'> {
  readonly token: string;
  readonly variant: InterfaceVariant;
}

export type Interface = 'soap' | 'http';

/** Returns the profile that the options or the environment select, with the values of the options. */
export function chosenProfile({ options, environment }: Context): Pick<Account, 'label' | 'profile'> {
  const name = options.text('--profile') ?? nonEmpty(environment.SMS_SERVICE_PROFILE);
  // A profile is not mixed with the environment: its password would be sent to another address.
  const base = name === undefined ? environmentProfile(environment) : profileOf(name, options.text('--config'));
  const profile = withFlags(base, options);
  return { label: name ?? profile.username ?? 'the account', profile };
}

/** Returns the interface of `--over`; by default HTTP for an account with a token and without a user name. */
export function chosenInterface(context: Context, profile: Profile): Interface {
  return context.options.oneOf('--over', ['soap', 'http']) ?? (hasOnlyToken(profile) ? 'http' : 'soap');
}

/** Returns the selected account, for SOAP. */
export async function chosenAccount(context: Context): Promise<Account> {
  const { label, profile } = chosenProfile(context);
  return accountOf(label, profile, context);
}

/** Returns the selected account, for HTTP. */
export async function chosenHttpAccount(context: Context): Promise<HttpAccount> {
  const { label, profile } = chosenProfile(context);
  const urls = addressesOf(profile, 'http');
  const { variant = 'current' } = profile;
  return { label, urls, token: await tokenOf(label, profile, context), variant, profile };
}

/** Returns the account of a profile. @throws CommandError if the profile is unknown or incomplete */
export async function namedAccount(name: string, context: Context): Promise<Account> {
  return accountOf(
    name,
    { ...profileOf(name, context.options.text('--config')), ...limitsIn(context.options) },
    context,
  );
}

/** Returns the URLs of an interface, the preferred one first. @throws CommandError if there is none */
export function addressesOf(profile: Profile, over: Interface): readonly string[] {
  const { url, httpUrl } = profile;
  if (over === 'soap') {
    const found = url ?? missing('the URL of the gateway', '--profile, --url, SMS_SERVICE_URL or url in a profile');
    return [found].flat();
  }
  const only = hasOnlyToken(profile) ? url : undefined;
  const where = '--http-url, SMS_SERVICE_HTTP_URL or httpUrl in a profile';
  return [httpUrl ?? only ?? missing('the URL of the HTTP interface', where)].flat();
}

function hasOnlyToken({ username, tokenEnv, tokenFile }: Profile): boolean {
  return username === undefined && (tokenEnv !== undefined || tokenFile !== undefined);
}

async function accountOf(label: string, profile: Profile, context: Context): Promise<Account> {
  if (hasOnlyToken(profile)) {
    const todo = 'add url, username and passwordEnv or passwordFile';
    throw new CommandError(`this command needs the SOAP interface, and ${label} has a token only: ${todo}`);
  }
  const urls = addressesOf(profile, 'soap');
  const where = '--profile, --username, SMS_SERVICE_USERNAME or username in a profile';
  const username = profile.username ?? missing('the user name', where);
  return { label, urls, username, password: await passwordOf(label, profile, context), profile };
}

/** Returns a profile of the configuration file, with absolute file names. */
function profileOf(name: string, file: string = CONFIG_FILE): Profile {
  const profiles = readConfigFile(file);
  if (profiles === undefined) throw new CommandError(`profile ${name}: ${file} does not exist`);
  const profile = profiles.get(name);
  if (profile === undefined) {
    const known = [...profiles.keys()].join(', ') || 'none';
    throw new CommandError(`${file} has no profile ${name}. Its profiles: ${known}`);
  }
  const { ca, passwordFile, tokenFile } = profile;
  const resolved = (value: string | undefined): string | undefined => value && path.resolve(path.dirname(file), value);
  const files = { ca: resolved(ca), passwordFile: resolved(passwordFile), tokenFile: resolved(tokenFile) };
  return { ...profile, ...defined(files) };
}

function environmentProfile(environment: Environment): Profile {
  const token = nonEmpty(environment.SMS_SERVICE_TOKEN);
  return {
    passwordEnv: 'SMS_SERVICE_PASSWORD',
    ...defined({
      url: nonEmpty(environment.SMS_SERVICE_URL),
      username: nonEmpty(environment.SMS_SERVICE_USERNAME),
      httpUrl: nonEmpty(environment.SMS_SERVICE_HTTP_URL),
      tokenEnv: token && 'SMS_SERVICE_TOKEN',
    }),
  };
}

/** Returns a profile with the values of the options, which override it. */
function withFlags({ passwordEnv, tokenEnv, ...base }: Profile, options: Options): Profile {
  const file = (flag: string): string | undefined => {
    const given = options.text(flag);
    return given === undefined || isStandardInput(given) ? given : path.resolve(given);
  };
  const [passwordFile, tokenFile] = [file('--password-file'), file('--token-file')];
  return {
    ...base,
    ...defined({
      // A variable of the profile would have priority over the file.
      passwordEnv: passwordFile === undefined ? passwordEnv : undefined,
      tokenEnv: tokenFile === undefined ? tokenEnv : undefined,
      passwordFile,
      tokenFile,
      url: options.text('--url'),
      username: options.text('--username'),
      hash: options.oneOf('--hash', ['none', 'md5']),
      httpUrl: options.text('--http-url'),
      variant: options.oneOf('--variant', ['current', 'earlier']),
    }),
    ...limitsIn(options),
  };
}

function limitsIn(options: Options): Pick<Profile, 'timeoutMs' | 'maxPerSecond'> {
  return defined({
    timeoutMs: options.whole('--timeout-ms', 1),
    maxPerSecond: options.positive('--max-per-second'),
  });
}

/** Returns the fields that are not `undefined`. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function missing(what: string, where: string): never {
  throw new CommandError(`${what} is missing. Set ${where}`);
}
