import { checkString, checkWhole, invalid, MAX_TIMER_MS } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';

const MAX_PORT = 65_535;
const MAX_BYTES = 67_108_864;
const MAX_CONNECTIONS = 10_000;

const ADDRESS = /^[\w.+-]{1,64}@[A-Za-z\d](?:[A-Za-z\d.-]{0,251}[A-Za-z\d])?$/;

const MAIL_OPTIONS = {
  /** The mail address of the gateway; mail to others is refused (550). Default: `sms@gateway.test`. */
  address: withDefault('sms@gateway.test', checkAddress),
  /** The port of 127.0.0.1 that mail is taken at. Default: 0, for a free one. */
  port: withDefault(0, (value: unknown, path: string) => checkWhole(value, path, 0, MAX_PORT)),
  /**
   * The port of an SMTP server on 127.0.0.1 that reports are mailed through, which needs nodemailer. Default: none;
   * reports are in `reports` alone.
   */
  reportPort: optional((value: unknown, path: string) => checkWhole(value, path, 1, MAX_PORT)),
  /** The most bytes of a mail, from 1 to 67,108,864; a larger one is refused (552). Default: 1,048,576. */
  maxBytes: withDefault(1_048_576, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_BYTES)),
  /** The most connections at a time, from 1 to 10,000; others are refused (421). Default: 100. */
  maxConnections: withDefault(100, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_CONNECTIONS)),
  /**
   * The time in milliseconds, from 1 on, after which a connection is closed that says nothing, and the most that a mail
   * or the sending of a report may take. It is real time, whatever `now` says. Default: 30,000.
   */
  timeoutMs: withDefault(30_000, (value: unknown, path: string) => checkWhole(value, path, 1, MAX_TIMER_MS)),
  /** The most past reports that `reports` keeps, a whole number from 0; the oldest are given up. Default: 1,000. */
  maxKeptReports: withDefault(1000, (value: unknown, path: string) => checkWhole(value, path, 0)),
};

/** Options of the mail that the embedded gateway takes. */
export interface SandboxMailOptions extends OptionsOf<typeof MAIL_OPTIONS> {}

/** The same, checked and with their defaults. */
export type MailSettings = OptionValues<typeof MAIL_OPTIONS>;

/** The option of a gateway that listens. */
export const SANDBOX_MAIL = {
  /**
   * Takes SMS by mail (specification section 4.9), at a port of its own on 127.0.0.1, which needs `smtp-server`. `{}`
   * is enough. Default: no mail is taken.
   */
  mail: optional<SandboxMailOptions, MailSettings>((given, path) => readOptions(given, MAIL_OPTIONS, { path })),
};

function checkAddress(value: unknown, path: string): string {
  const address = checkString(value, path);
  return ADDRESS.test(address) ? address : invalid(path, 'is no mail address of plain ASCII: name@domain');
}
