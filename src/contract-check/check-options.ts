import { checkTransport } from '../calls/call-options.js';
import type { CredentialsSource } from '../client/index.js';
import type { InterfaceVariant, TokenSource } from '../http-client/index.js';
import { checkFilled, checkPositive, checkSignal, checkUrl, invalid, oneOf } from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../options/table.js';

const CONTRACT_OPTIONS = {
  /** The address of the SOAP endpoint. This or `httpUrl` is required. */
  url: optional(checkUrl),
  /** User name and password. Default: only the WSDL of the SOAP interface is checked. */
  credentials: optional((credentials: CredentialsSource) => credentials),
  /** How the password is sent. Default: `'none'`, unchanged. */
  hash: withDefault('none', oneOf('none', 'md5')),
  /** The base address of the HTTP interface. */
  httpUrl: optional(checkUrl),
  /** The access token. Default: the HTTP interface is not checked. */
  token: optional((token: TokenSource) => token),
  /** The variant of the HTTP interface. With `'earlier'`, points, sub-users and sender names are read, too. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /**
   * A telephone number for test sends (`test`), which the gateway neither sends nor charges. Default: no test send.
   */
  testTo: optional(checkFilled),
  /** The transport. Default: `httpTransport()`. */
  transport: optional(checkTransport),
  /** Aborts the check. */
  signal: optional(checkSignal),
  /** Timeout for each call, in milliseconds. Default: the timeout of the transport. */
  timeoutMs: optional(checkPositive),
};

/** Options of {@link checkContract}. */
export interface CheckContractOptions extends OptionsOf<typeof CONTRACT_OPTIONS> {}

/** Validated {@link CheckContractOptions} with defaults. */
export type ContractSettings = OptionValues<typeof CONTRACT_OPTIONS>;

/** Reads the options. @throws ValidationError if an option is missing or invalid */
export function contractSettings(options: CheckContractOptions): ContractSettings {
  const settings = readOptions(options, CONTRACT_OPTIONS);
  const { url, credentials, httpUrl, token } = settings;
  if (url === undefined && httpUrl === undefined) invalid('url', 'or httpUrl is required');
  if (credentials !== undefined && url === undefined) invalid('credentials', 'require url');
  if (token !== undefined && httpUrl === undefined) invalid('token', 'requires httpUrl');
  return settings;
}
