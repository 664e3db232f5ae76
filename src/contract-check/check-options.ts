import { checkTransport } from '../calls/call-options.js';
import type { CredentialsSource } from '../client/index.js';
import type { InterfaceVariant, TokenSource } from '../http-client/index.js';
import { checkFilled, checkPositive, checkSignal, checkUrl, invalid, oneOf } from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../options/table.js';

const CONTRACT_OPTIONS = {
  /** The address of the SOAP endpoint. This or `httpUrl` has to be given. */
  url: optional(checkUrl),
  /** User name and password. Default: of the SOAP interface the WSDL alone is looked at. */
  credentials: optional((credentials: CredentialsSource) => credentials),
  /** The form in which the password travels. Default: `'none'`, as it is given. */
  hash: withDefault('none', oneOf('none', 'md5')),
  /** The address of the HTTP interface, below which its endpoints are. */
  httpUrl: optional(checkUrl),
  /** The access token; without one nothing of the HTTP interface is looked at. */
  token: optional((token: TokenSource) => token),
  /** The variant of the HTTP interface: of `'earlier'` points, sub-users and sender names are read, too. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /**
   * A telephone number: sends to it are asked for with `test`, so that nothing is sent or charged. Default: no send is
   * asked for.
   */
  testTo: optional(checkFilled),
  /** Carries the requests. Default: `httpTransport()`. */
  transport: optional(checkTransport),
  /** Ends it when it is aborted. */
  signal: optional(checkSignal),
  /** Time for each call, in milliseconds. Default: the transport's. */
  timeoutMs: optional(checkPositive),
};

/** Options of {@link checkContract}. */
export interface CheckContractOptions extends OptionsOf<typeof CONTRACT_OPTIONS> {}

/** {@link CheckContractOptions}, checked and with their defaults. */
export type ContractSettings = OptionValues<typeof CONTRACT_OPTIONS>;

/** Reads the options. @throws ValidationError when one is missing or not usable */
export function contractSettings(options: CheckContractOptions): ContractSettings {
  const settings = readOptions(options, CONTRACT_OPTIONS);
  const { url, credentials, httpUrl, token } = settings;
  if (url === undefined && httpUrl === undefined) invalid('url', 'or httpUrl is required');
  if (credentials !== undefined && url === undefined) invalid('credentials', 'require url');
  if (token !== undefined && httpUrl === undefined) invalid('token', 'requires httpUrl');
  return settings;
}
