import path from 'node:path';
import type { InterfaceVariant } from '../../http-client/index.js';
import type { CommandOption, Context, Environment, Options } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { isStandardInput } from '../running/standard-streams.js';
import { type Profile, readConfigFile } from './config-file.js';
import { nonEmpty, passwordOf, tokenOf } from './secret.js';

/** The file with the profiles, unless `--config` names another one. */
export const CONFIG_FILE = 'sms-service.json';

const CONFIG_OPTION: CommandOption = {
  flags: '--config <file>',
  text: `the file with the profiles (default: ${CONFIG_FILE}, if it exists)`,
};

const TIMEOUT_OPTION: CommandOption = { flags: '--timeout-ms <ms>', text: 'the time for a complete call' };

const PACE_OPTION: CommandOption = {
  flags: '--max-per-second <number>',
  text: 'the most requests to an account in a second, such as 20 or 0.5',
};

export const CONFIG_OPTIONS: readonly CommandOption[] = [CONFIG_OPTION, TIMEOUT_OPTION, PACE_OPTION];

export const TWO_ACCOUNTS: readonly CommandOption[] = [
  { flags: '--from <profile>', text: 'the source; default: that of the plan, if one is given' },
  { flags: '--to <profile>', text: 'the target; default: that of the plan, if one is given' },
];

export const TWO_ACCOUNTS_OPTIONS: readonly CommandOption[] = [...TWO_ACCOUNTS, ...CONFIG_OPTIONS];

export const ADDRESS_OPTIONS: readonly CommandOption[] = [
  { flags: '--profile <name>', text: 'the account, by its name in the file (or SMS_SERVICE_PROFILE)' },
  CONFIG_OPTION,
  { flags: '--url <url>', text: 'the URL of the gateway (or SMS_SERVICE_URL)' },
  TIMEOUT_OPTION,
  PACE_OPTION,
];

export const ACCOUNT_OPTIONS: readonly CommandOption[] = [
  ...ADDRESS_OPTIONS,
  { flags: '--username <name>', text: 'the account (or SMS_SERVICE_USERNAME)' },
  {
    flags: '--password-file <file>',
    text: 'a file with the password; - is the standard input (or SMS_SERVICE_PASSWORD, or a prompt)',
    standard: true,
  },
  { flags: '--hash <form>', text: 'how the password is sent: none or md5 (default: none)', values: ['none', 'md5'] },
];

export const HTTP_URL_OPTION: CommandOption = {
  flags: '--http-url <url>',
  text: 'the URL of the HTTP interface (or SMS_SERVICE_HTTP_URL)',
};

export const EITHER_OPTIONS: readonly CommandOption[] = [
  ...ACCOUNT_OPTIONS,
  {
    flags: '--over <interface>',
    text: 'soap or http (default: http for an account with a token and without a user name)',
    values: ['soap', 'http'],
  },
  HTTP_URL_OPTION,
  {
    flags: '--token-file <file>',
    text: 'a file with the token; - is the standard input (or SMS_SERVICE_TOKEN, or a prompt)',
    standard: true,
  },
  {
    flags: '--variant <variant>',
    text: 'the variant of the HTTP interface: current or earlier (default: current)',
    values: ['current', 'earlier'],
  },
];

export const ACCOUNT_FLAGS: readonly string[] = ACCOUNT_OPTIONS.map(({ flags }) => flags.split(' ')[0] ?? '').filter(
  (flag) => flag !== '--config',
);

export interface Account {
  readonly label: string;
  readonly urls: readonly string[];
  readonly username: string;
  readonly password: string;
  readonly profile: Profile;
}

export interface HttpAccount extends Pick<Account, 'label' | 'urls' | 'profile'> {
  readonly token: string;
  readonly variant: InterfaceVariant;
}

export type Interface = 'soap' | 'http';

export function chosenProfile({ options, environment }: Context): Pick<Account, 'label' | 'profile'> {
  const name = options.text('--profile') ?? nonEmpty(environment.SMS_SERVICE_PROFILE);
  // A profile is not mixed with the environment: its password would be sent to another address.
  const base = name === undefined ? environmentProfile(environment) : profileOf(name, options.text('--config'));
  const profile = withFlags(base, options);
  return { label: name ?? profile.username ?? 'the account', profile };
}

export function chosenInterface(context: Context, profile: Profile): Interface {
  return context.options.oneOf('--over', ['soap', 'http']) ?? (hasOnlyToken(profile) ? 'http' : 'soap');
}

export async function chosenAccount(context: Context): Promise<Account> {
  const { label, profile } = chosenProfile(context);
  return accountOf(label, profile, context);
}

export async function chosenHttpAccount(context: Context): Promise<HttpAccount> {
  const { label, profile } = chosenProfile(context);
  const urls = addressesOf(profile, 'http');
  const { variant = 'current' } = profile;
  return { label, urls, token: await tokenOf(label, profile, context), variant, profile };
}

export async function namedAccount(name: string, context: Context): Promise<Account> {
  return accountOf(
    name,
    { ...profileOf(name, context.options.text('--config')), ...limitsIn(context.options) },
    context,
  );
}

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
    const todo = 'Add url, username, and passwordEnv or passwordFile';
    throw new CommandError(`${label} has only a token, and this command needs the SOAP interface. ${todo}`);
  }
  const urls = addressesOf(profile, 'soap');
  const where = '--profile, --username, SMS_SERVICE_USERNAME or username in a profile';
  const username = profile.username ?? missing('the user name', where);
  return { label, urls, username, password: await passwordOf(label, profile, context), profile };
}

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

function withFlags({ passwordEnv, tokenEnv, ...base }: Profile, options: Options): Profile {
  const file = (flag: string): string | undefined => {
    const value = options.text(flag);
    return value === undefined || isStandardInput(value) ? value : path.resolve(value);
  };
  const [passwordFile, tokenFile] = [file('--password-file'), file('--token-file')];
  return {
    ...base,
    ...defined({
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

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function missing(what: string, where: string): never {
  throw new CommandError(`${what} is missing. Set ${where}`);
}
