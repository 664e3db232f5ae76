import { checkString, checkWhole, invalid, MAX_TIMER_MS, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';

const HTTP_OPTIONS = {
  /**
   * The HTTP status of errors, which the specification does not define, a whole number from 200 to 599. Default: 200.
   */
  errorStatus: withDefault(200, (value: unknown, path: string) => checkWhole(value, path, 200, 599)),
  /** The type of points in JSON: `'number'` (default) or `'text'`, as in `"0.1600"`. */
  pointsAs: withDefault('number', oneOf('number', 'text')),
  /**
   * The place of the text, length and parts that `details` adds: `'list'` (default) in each message, `'answer'` once,
   * beside the list.
   */
  detailsIn: withDefault('list', oneOf('list', 'answer')),
  /**
   * The place of skipped numbers in the response: `'details'` (default) for a list beside the messages, only if the
   * request has `details`; `'list'` for items with an `error` among the messages.
   */
  skippedIn: withDefault('details', oneOf('details', 'list')),
  /** The response for a single message: `'list'` (default) with one item, or `'flat'`, the message itself. */
  singleAs: withDefault('list', oneOf('list', 'flat')),
  /** The paths that accept `sch_del`: `'sms.do'` (default) only, or `'all'` for sms.do, mms.do and vms.do. */
  deletesAt: withDefault('sms.do', oneOf('sms.do', 'all')),
};

/** Forms of the HTTP interface that the specification does not define. */
export interface SandboxHttpOptions extends OptionsOf<typeof HTTP_OPTIONS> {}

export type HttpSettings = OptionValues<typeof HTTP_OPTIONS>;

export const DEFAULT_HTTP: HttpSettings = readOptions({}, HTTP_OPTIONS);

export function httpSettings(options: SandboxHttpOptions, path: string): HttpSettings {
  return readOptions(options, HTTP_OPTIONS, { path });
}

const MAX_PORT = 65_535;
const MAX_BYTES = 67_108_864;
const MAX_CONNECTIONS = 10_000;

const ADDRESS = /^[\w.+-]{1,64}@[A-Za-z\d](?:[A-Za-z\d.-]{0,251}[A-Za-z\d])?$/;

const MAIL_OPTIONS = {
  /** The mail address of the gateway. Mail to other addresses is refused (550). Default: `sms@gateway.test`. */
  address: withDefault('sms@gateway.test', checkAddress),
  /** The port of 127.0.0.1 that receives mail. Default: 0, any free port. */
  port: withDefault(0, (value: unknown, path: string) => checkWhole(value, path, 0, MAX_PORT)),
  /** The maximum size of a mail in bytes, from 1 to 67,108,864. Larger mails are refused (552). Default: 1,048,576. */
  maxBytes: withDefault(1_048_576, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_BYTES)),
  /** The maximum number of simultaneous connections, from 1 to 10,000. Others are refused (421). Default: 100. */
  maxConnections: withDefault(100, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_CONNECTIONS)),
  /**
   * The timeout of an idle connection, and of receiving a mail, in milliseconds from 1. It is real time, also with the
   * option `now`. Default: 30,000.
   */
  timeoutMs: withDefault(30_000, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_TIMER_MS)),
  /** The maximum number of reports in `reports`, a whole number from 0. The oldest are dropped. Default: 1,000. */
  maxKeptReports: withDefault(1000, (value: unknown, path: string) => checkWhole(value, path, 0)),
};

/** Options for receiving mail. */
export interface SandboxMailOptions extends OptionsOf<typeof MAIL_OPTIONS> {}

export type MailSettings = OptionValues<typeof MAIL_OPTIONS>;

export const SANDBOX_MAIL = {
  /**
   * Receives SMS by mail (specification section 4.9) at a separate port on 127.0.0.1; requires `smtp-server`. `{}` uses
   * the defaults. Default: no mail is received.
   */
  mail: optional<SandboxMailOptions, MailSettings>((input, path) => readOptions(input, MAIL_OPTIONS, { path })),
};

function checkAddress(value: unknown, path: string): string {
  const address = checkString(value, path);
  return ADDRESS.test(address) ? address : invalid(path, 'must be a mail address of ASCII characters: name@domain');
}
