import path from 'node:path';
import type { Options } from '../running/command-options.js';
import type { Environment } from '../running/environment.js';
import { isStandardInput } from '../running/standard-paths.js';
import type { Profile } from './config-file.js';
import { filled } from './secret.js';

/** A profile with what the options of a command say besides, which comes first. */
export function withFlags(base: Profile, options: Options): Profile {
  const flags = {
    url: options.text('--url'),
    username: options.text('--username'),
    passwordFile: fileGiven(options.text('--password-file')),
    hash: options.oneOf('--hash', ['none', 'md5']),
    httpUrl: options.text('--http-url'),
    tokenFile: fileGiven(options.text('--token-file')),
    variant: options.oneOf('--variant', ['current', 'earlier']),
    timeoutMs: options.whole('--timeout-ms', 1),
    maxPerSecond: options.positive('--max-per-second'),
  };
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as Profile;
  const { passwordEnv, tokenEnv, ...others } = base;
  return {
    ...others,
    // A variable of the profile would come before the file.
    ...(passwordEnv === undefined || given.passwordFile !== undefined ? {} : { passwordEnv }),
    ...(tokenEnv === undefined || given.tokenFile !== undefined ? {} : { tokenEnv }),
    ...given,
  };
}

function fileGiven(file: string | undefined): string | undefined {
  return file === undefined || isStandardInput(file) ? file : path.resolve(file);
}

/** The same profile, whose files are found beside the configuration file, from wherever the command is run. */
export function besideFile(profile: Profile, configFile: string): Profile {
  const files = Object.entries({
    ca: profile.ca,
    passwordFile: profile.passwordFile,
    tokenFile: profile.tokenFile,
  }).flatMap(([name, file]) => (file === undefined ? [] : [[name, path.resolve(path.dirname(configFile), file)]]));
  return { ...profile, ...(Object.fromEntries(files) as Profile) };
}

/** The account that the environment names. */
export function environmentProfile(environment: Environment): Profile {
  const [url, username] = [filled(environment.SMS_SERVICE_URL), filled(environment.SMS_SERVICE_USERNAME)];
  const [httpUrl, token] = [filled(environment.SMS_SERVICE_HTTP_URL), filled(environment.SMS_SERVICE_TOKEN)];
  return {
    ...(url === undefined ? {} : { url }),
    ...(username === undefined ? {} : { username }),
    passwordEnv: 'SMS_SERVICE_PASSWORD',
    ...(httpUrl === undefined ? {} : { httpUrl }),
    ...(token === undefined ? {} : { tokenEnv: 'SMS_SERVICE_TOKEN' }),
  };
}
