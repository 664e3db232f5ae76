import { ACCOUNT_CALLS_OPTIONS, CALLS_OPTIONS, SHARED_CALLS_OPTIONS } from '../../calls/call-options.js';
import { CREDENTIALS_OPTIONS } from '../../calls/credentials.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { ruleOption } from '../../domain/sending/rules.js';
import { TOKEN_OPTIONS } from '../../domain/sending/tokens.js';
import { checkCount, checkFilled, checkFunction, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, required, withDefault } from '../../options/table.js';
import { HTTP_RULES, type HttpRules } from '../description/rules.js';

/** The token of an account (specification section 5), or a function that is asked for it at every call. */
export type TokenSource = string | (() => string | Promise<string>);

const TOKEN = /^[!-~]+$/;

function checkTokenSource(token: TokenSource, path: string): TokenSource {
  return typeof token === 'function' ? token : checkToken(token, path);
}

export function checkToken(token: unknown, path: string): string {
  if (TOKEN.test(checkFilled(token, path))) return token as string;
  return invalid(path, 'contains characters that are not allowed in a header');
}

const URL_OPTION = {
  /**
   * The absolute http(s) address of the interface, without the endpoint: `https://gateway.example/`; or a list: the
   * first address that works is used (`failover`).
   */
  url: CALLS_OPTIONS.url,
};

const TOKEN_OPTION = {
  /** The access token (section 5), or a function that returns it for each call (`credentialsTtlMs`). */
  token: required<TokenSource>(checkTokenSource),
};

const OWN_OPTIONS = {
  ...CREDENTIALS_OPTIONS,
  /**
   * The place of the token: `'header'` (default) for `Authorization: Bearer`, or `'form'` for the field `access_token`,
   * which is less safe: in a GET it is part of the query.
   */
  tokenIn: withDefault('header', oneOf('header', 'form')),
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /** The requested form of responses: `'json'` (default) or `'text'`, which has fewer fields. Both are read. */
  format: withDefault('json', oneOf('json', 'text')),
  /** The form of passwords of sub-users: `'md5'` (default) sends their hex digest, `'none'` sends them unchanged. */
  passwordHash: withDefault('md5', oneOf('md5', 'none')),
  /** Checks before sending: `true` (default) all rules, `false` none, or single ones: `{ maxParts: false }`. */
  validation: ruleOption<HttpRules>(HTTP_RULES),
  /** The key of the gateway's shortener in the tokens of `tokens.shortLink`. Default: `shortlink`. */
  shortLinkKey: TOKEN_OPTIONS.shortLinkKey,
  /**
   * The most messages of a send that are resolved one by one, if it is unknown which of them were accepted. For more
   * messages the outcome remains `unknown`. Default: 1,000.
   */
  maxSettled: withDefault(1000, checkCount),
  /** Returns the current time, for rules about dates and the 24 hours of retries. Default: the system clock. */
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

/**
 * Options of a gateway with many accounts. Options of clients are defaults for all accounts. @typeParam V - the variant
 */
export interface SmsServiceHttpGatewayOptions<V extends InterfaceVariant = InterfaceVariant>
  extends Omit<OptionsOf<typeof HTTP_GATEWAY_OPTIONS>, 'variant'> {
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  readonly variant?: V | undefined;
}

export const HTTP_ACCOUNT_OPTIONS = { ...TOKEN_OPTION, ...ACCOUNT_CALLS_OPTIONS, ...OWN_OPTIONS };

/** Options of the client of one account of many. */
export interface SmsServiceHttpAccountOptions extends Omit<OptionsOf<typeof HTTP_ACCOUNT_OPTIONS>, 'variant'> {}
