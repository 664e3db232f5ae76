import { ACCOUNT_CALLS_OPTIONS, CALLS_OPTIONS, SHARED_CALLS_OPTIONS } from '../../calls/call-options.js';
import { CREDENTIALS_OPTIONS } from '../../calls/credentials.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { ruleOption } from '../../domain/sending/rules.js';
import { TOKEN_OPTIONS } from '../../domain/sending/tokens.js';
import { checkCount, checkFunction, oneOf } from '../../options/check.js';
import { type OptionsOf, required, withDefault } from '../../options/table.js';
import { HTTP_RULES, type HttpRules } from './rules.js';
import { checkTokenSource, type TokenSource } from './token.js';

const URL_OPTION = {
  /**
   * The absolute http(s) address of the interface, below which its endpoints are: `https://gateway.example/`. Of a
   * list, the first one that works is used: see `failover`.
   */
  url: CALLS_OPTIONS.url,
};

const TOKEN_OPTION = {
  /** The access token (section 5), or a function that is asked for it at every call (`credentialsTtlMs`). */
  token: required<TokenSource>(checkTokenSource),
};

/** Options that say nothing about where the gateway is and whose account it is. */
const OWN_OPTIONS = {
  ...CREDENTIALS_OPTIONS,
  /**
   * The place of the token: `'header'` (default) for `Authorization: Bearer`, `'form'` for the field `access_token`
   * where headers cannot be set, which is less safe; of a GET that is the query.
   */
  tokenIn: withDefault('header', oneOf('header', 'form')),
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /** The form of the answers that are asked for: `'json'` (default), or `'text'`, which tells less. Both are read. */
  format: withDefault('json', oneOf('json', 'text')),
  /** The form in which passwords of sub-users travel: `'md5'` (default) as their hex digest, `'none'` as they are. */
  passwordHash: withDefault('md5', oneOf('md5', 'none')),
  /** Checks before sending: `true` (default) all rules, `false` none, or single ones: `{ maxParts: false }`. */
  validation: ruleOption<HttpRules>(HTTP_RULES),
  /** The key of the gateway's shortener in the tokens of `tokens.shortLink`. Default: `shortlink`. */
  shortLinkKey: TOKEN_OPTIONS.shortLinkKey,
  /**
   * The most messages of one send that are settled one by one, where it is in doubt which of them were accepted. Beyond
   * it the outcome stays `unknown`. Default: 1,000.
   */
  maxSettled: withDefault(1000, checkCount),
  /** The current time, for rules about dates and the 24 hours in which a send can be repeated. Default: the clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};

export const HTTP_CLIENT_OPTIONS = { ...CALLS_OPTIONS, ...URL_OPTION, ...TOKEN_OPTION, ...OWN_OPTIONS };

/** Options of the client. @typeParam V - the variant of the interface */
export interface SmsServiceHttpClientOptions<V extends InterfaceVariant = InterfaceVariant>
  extends Omit<OptionsOf<typeof HTTP_CLIENT_OPTIONS>, 'variant'> {
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  readonly variant?: V | undefined;
}

export const HTTP_GATEWAY_OPTIONS = { ...SHARED_CALLS_OPTIONS, ...URL_OPTION, ...OWN_OPTIONS };

/** Options of what many accounts share; those of single clients are their defaults. @typeParam V - the variant */
export interface SmsServiceHttpGatewayOptions<V extends InterfaceVariant = InterfaceVariant>
  extends Omit<OptionsOf<typeof HTTP_GATEWAY_OPTIONS>, 'variant'> {
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  readonly variant?: V | undefined;
}

export const HTTP_ACCOUNT_OPTIONS = { ...TOKEN_OPTION, ...ACCOUNT_CALLS_OPTIONS, ...OWN_OPTIONS };

/** Options of the client of one account of many. */
export interface SmsServiceHttpAccountOptions extends Omit<OptionsOf<typeof HTTP_ACCOUNT_OPTIONS>, 'variant'> {}
