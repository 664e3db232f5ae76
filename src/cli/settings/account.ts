import path from 'node:path';
import type { Context } from '../running/command.js';
import { CommandError } from '../running/failure.js';
import { isStandardInput } from '../running/standard-paths.js';
import { CONFIG_FILE } from './account-options.js';
import { type Profile, readConfigFile } from './config-file.js';
import { filled, passwordOf } from './password.js';

/** An account, with the profile by which it is reached. */
export interface Account {
  /** For the person who runs the command: the name of the profile, or of the account. */
  readonly label: string;
  readonly urls: readonly string[];
  readonly username: string;
  readonly password: string;
  readonly profile: Profile;
}

/** The profile that the options, or else the environment, choose; with what the options say besides. */
export function chosenProfile({ options, environment }: Context): {
  readonly label: string;
  readonly profile: Profile;
} {
  const name = options.text('--profile') ?? filled(environment.SMS_SERVICE_PROFILE);
  // The values of a profile are not mixed with those of the environment: a password would go to an address that it is
  // not for.
  const base = name === undefined ? ofEnvironment(environment) : profileOf(name, options.text('--config'));
  const timeoutMs = options.whole('--timeout-ms', 1);
  const passwordFile = options.text('--password-file');
  const flags = {
    url: options.text('--url'),
    username: options.text('--username'),
    passwordFile:
      passwordFile === undefined || isStandardInput(passwordFile) ? passwordFile : path.resolve(passwordFile),
    hash: options.oneOf('--hash', ['none', 'md5']),
    timeoutMs,
  };
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as Profile;
  const { passwordEnv: _, ...withoutEnv } = base;
  const profile = { ...(passwordFile === undefined ? base : withoutEnv), ...given };
  return { label: name ?? profile.username ?? '', profile };
}

/** The account that the options, or else the environment, choose. */
export async function chosenAccount(context: Context): Promise<Account> {
  const { label, profile } = chosenProfile(context);
  return accountOf(label, profile, context);
}

/** The account of a profile. @throws CommandError when there is none of that name, or it lacks something */
export async function namedAccount(name: string, context: Context): Promise<Account> {
  const timeoutMs = context.options.whole('--timeout-ms', 1);
  const profile = profileOf(name, context.options.text('--config'));
  return accountOf(name, timeoutMs === undefined ? profile : { ...profile, timeoutMs }, context);
}

/** The addresses of a profile, the preferred one first. @throws CommandError when it has none */
export function addressesOf({ url }: Profile): readonly string[] {
  const where = '--profile, --url, SMS_SERVICE_URL or url in a profile';
  return [url ?? missing('the address of the gateway', where)].flat();
}

async function accountOf(label: string, profile: Profile, context: Context): Promise<Account> {
  const urls = addressesOf(profile);
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
  // Beside the configuration file, from wherever the command is run.
  const besideConfig = (given: string | undefined): string | undefined =>
    given === undefined ? undefined : path.resolve(path.dirname(file), given);
  const [ca, passwordFile] = [besideConfig(profile.ca), besideConfig(profile.passwordFile)];
  return {
    ...profile,
    ...(ca === undefined ? {} : { ca }),
    ...(passwordFile === undefined ? {} : { passwordFile }),
  };
}

function ofEnvironment(environment: Context['environment']): Profile {
  const [url, username] = [filled(environment.SMS_SERVICE_URL), filled(environment.SMS_SERVICE_USERNAME)];
  return {
    ...(url === undefined ? {} : { url }),
    ...(username === undefined ? {} : { username }),
    passwordEnv: 'SMS_SERVICE_PASSWORD',
  };
}

function missing(what: string, where: string): never {
  throw new CommandError(`${what} is missing: give it by ${where}`);
}
