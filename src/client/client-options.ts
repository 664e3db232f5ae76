import { SmsService } from '../../generated/service.js';
import type { Client } from '../../generated/types.js';
import {
  ACCOUNT_CALLS_OPTIONS,
  type AccountCallsValues,
  CALLS_OPTIONS,
  SHARED_CALLS_OPTIONS,
} from '../calls/call-options.js';
import type { Calls } from '../calls/calls.js';
import { CREDENTIALS_OPTIONS, type CredentialsSettings } from '../calls/credentials.js';
import { text } from '../domain/check-values.js';
import { SUCCESS } from '../domain/codes.js';
import { ruleOption, SEND_RULES, type ValidationRules } from '../domain/sending/rules.js';
import { checkFilled, checkFunction, invalid, oneOf } from '../options/check.js';
import { reading } from '../options/readable.js';
import { type OptionsOf, type OptionValues, required, withDefault } from '../options/table.js';
import { md5 } from '../redact/derived-secrets.js';
import { SoapBinding } from '../soap/binding.js';
import { DECODE_OPTIONS, decodeSettings } from '../soap/decoder/limits.js';
import type { CredentialsSource } from './types.js';

const OWN_OPTIONS = {
  ...CREDENTIALS_OPTIONS,
  /**
   * The form in which the password travels: `'none'` (default) as it is given, `'md5'` as the hex digest of that. It is
   * never guessed and never hashed twice.
   */
  hash: withDefault('none', oneOf('none', 'md5')),
  /** Returns true for a `result` that means success. Default: only 0. A missing result is never success. */
  isSuccess: withDefault<(result: number, operation: string) => boolean>((result) => result === SUCCESS, checkFunction),
  /** Checks before sending: `true` (default) all rules, `false` none, or single ones: `{ idx: false }`. */
  validation: ruleOption<ValidationRules>(SEND_RULES),
  ...DECODE_OPTIONS,
  /** The current time, for the rule about dates. Default: the system clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};

const URL_OPTION = {
  /**
   * The absolute http(s) address of the SOAP endpoint. Required. With a list, the first address that works is used: see
   * `failover`.
   */
  url: CALLS_OPTIONS.url,
};

const CREDENTIALS_OPTION = {
  /** User name and password, or a function that is asked for them at every call (`credentialsTtlMs`). */
  credentials: required((credentials: CredentialsSource) => credentials),
};

export const CLIENT_OPTIONS = { ...CALLS_OPTIONS, ...URL_OPTION, ...CREDENTIALS_OPTION, ...OWN_OPTIONS };

/** Options of the client. */
export interface SmsServiceClientOptions extends OptionsOf<typeof CLIENT_OPTIONS> {}

export const GATEWAY_OPTIONS = { ...SHARED_CALLS_OPTIONS, ...URL_OPTION, ...OWN_OPTIONS };

/** Options of a gateway with many accounts. Options of clients are defaults for all accounts. */
export interface SmsServiceGatewayOptions extends OptionsOf<typeof GATEWAY_OPTIONS> {}

export const ACCOUNT_OPTIONS = { ...CREDENTIALS_OPTION, ...ACCOUNT_CALLS_OPTIONS, ...OWN_OPTIONS };

/** Options of the client of one account of many. */
export interface SmsServiceAccountOptions extends OptionsOf<typeof ACCOUNT_OPTIONS> {}

/** The settings of a client that say nothing about whose account it is: the clients of a gateway may share them. */
export interface ClientSettings {
  readonly binding: SoapBinding;
  readonly hash: 'none' | 'md5';
  readonly isSuccess: (result: number, operation: string) => boolean;
  readonly rules: ValidationRules;
  readonly now: () => Date;
  readonly credentials: CredentialsSettings<Client>;
  readonly calls: AccountCallsValues;
}

export function clientSettings(
  values: Omit<OptionValues<typeof ACCOUNT_OPTIONS>, 'credentials' | 'label'>,
): ClientSettings {
  const { hash, isSuccess, validation, now, credentialsTimeoutMs, credentialsTtlMs, ...rest } = values;
  const { limits, acceptSurrogateReferences, ...calls } = rest;
  return {
    binding: new SoapBinding(SmsService, decodeSettings({ limits, acceptSurrogateReferences })),
    hash,
    isSuccess,
    rules: validation,
    now,
    credentials: {
      option: 'credentials',
      credentialsTimeoutMs,
      credentialsTtlMs,
      read: (input) => clientPart(input, hash),
      isSame: isSameClientPart,
    },
    calls,
  };
}

export class Account {
  readonly #calls: Calls;
  readonly credentials: CredentialsSource;
  readonly settings: ClientSettings;

  constructor(credentials: CredentialsSource, settings: ClientSettings, calls: Calls) {
    this.credentials = credentials;
    this.settings = settings;
    this.#calls = calls;
  }

  /** Returns true for an instance. Does not use `instanceof`, which can throw for a proxy. */
  static isOne(input: unknown): input is Account {
    return typeof input === 'object' && input !== null && #calls in input;
  }

  get calls(): Calls {
    return this.#calls;
  }
}

/** Makes the `client` part of requests. @throws ValidationError when what is given is no username and password */
export function clientPart(credentials: unknown, hash: 'none' | 'md5'): Client {
  if (typeof credentials !== 'object' || credentials === null) {
    return invalid('credentials', 'must be an object with username and password');
  }
  return reading('credentials', {}, () => {
    const { username, password } = credentials as Record<string, unknown>;
    const value = filledText(password, 'credentials.password');
    return {
      username: filledText(username, 'credentials.username'),
      password: hash === 'md5' ? md5(value) : value,
    };
  });
}

export function isSameClientPart(one: Client, other: Client): boolean {
  return one.username === other.username && one.password === other.password;
}

function filledText(value: unknown, path: string): string {
  return checkFilled(text(value, path), path);
}
