import { CALLS_OPTIONS } from '../calls/call-options.js';
import { CREDENTIALS_OPTIONS } from '../calls/credentials.js';
import { SUCCESS } from '../domain/codes.js';
import { ruleOption, SEND_RULES, type ValidationRules } from '../domain/sending/rules.js';
import { checkFunction, oneOf } from '../options/check.js';
import { type OptionsOf, required, withDefault } from '../options/table.js';
import { DECODE_OPTIONS } from '../soap/decode-options.js';
import type { CredentialsSource } from './types.js';

export const CLIENT_OPTIONS = {
  ...CALLS_OPTIONS,
  /**
   * The absolute http(s) address of the SOAP endpoint. Required: the specification gives no real one. Of a list, the
   * first one that works is used: see `failover`.
   */
  url: CALLS_OPTIONS.url,
  /** User name and password, or a function that is asked for them at every call (`credentialsTtlMs`). */
  credentials: required((credentials: CredentialsSource) => credentials),
  ...CREDENTIALS_OPTIONS,
  /**
   * The form in which the password travels: `'none'` (default) as it is given, `'md5'` as the hex digest of that. It is
   * never guessed and never hashed twice.
   */
  hash: withDefault('none', oneOf('none', 'md5')),
  /** Tells which `result` means success. Default: 0 alone. A missing result never does. */
  isSuccess: withDefault<(result: number, operation: string) => boolean>((result) => result === SUCCESS, checkFunction),
  /** Checks before sending: `true` (default) all rules, `false` none, or single ones: `{ idx: false }`. */
  validation: ruleOption<ValidationRules>(SEND_RULES),
  ...DECODE_OPTIONS,
  /** The current time, for the rule about dates. Default: the system clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};

/** Options of the client. */
export interface SmsServiceClientOptions extends OptionsOf<typeof CLIENT_OPTIONS> {}
