import { randomBytes } from 'node:crypto';
import { ECO } from '../domain/sending/limits.js';
import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { SMS_PARAMETERS } from '../http-client/description/endpoints/sms.js';
import { EVERYWHERE } from '../http-client/description/endpoints.js';
import type { Field, GivenParameters, ParameterValues } from '../http-client/description/parts/endpoint.js';
import { readParameters, writeParameters } from '../http-client/description/parts/read-parameters.js';
import { checkSms } from '../http-client/description/rules.js';
import { invalid } from '../options/check.js';
import type { OneOf } from '../options/table.js';
import { checkedNames, type OptionValues, readOption, readOptions } from '../options/table.js';
import { md5 } from '../redact/derived-secrets.js';
import { ComposedMail } from './composed-mail.js';
import {
  checkCarried,
  checkLines,
  checkMessage,
  encodeBody,
  formText,
  linesOf,
  MESSAGE,
  OPERATION,
} from './form-text.js';
import { MAIL_OPTIONS, type MailOptions } from './mail-options.js';

const { details: _details, ...MAIL_PARAMETERS } = SMS_PARAMETERS;

type MailParameters<V extends InterfaceVariant> = GivenParameters<typeof MAIL_PARAMETERS, V>;
type MailValues = ParameterValues<typeof MAIL_PARAMETERS>;
type OptionsRead = OptionValues<typeof MAIL_OPTIONS>;

/**
 * The input of {@link composeMail}: the parameters of section 4.1 and the mail options. It has exactly one of `to` and
 * `group`, and exactly one of `message` and `template`.
 *
 * @typeParam V - the variant of the interface, which decides the available parameters
 */
export type MailOrder<V extends InterfaceVariant = 'current'> = OneOf<MailParameters<V>, 'to' | 'group'> &
  OneOf<MailParameters<V>, 'message' | 'template'> &
  Omit<MailParameters<V>, 'to' | 'group' | 'message' | 'template'> &
  MailOptions<V>;

/**
 * Composes the mail that makes the gateway send an SMS (section 4.9). Pass the result to `sendMail` of nodemailer or to
 * another mail program. The subject is `<login>@<md5 digest>`; the body is `from=<sender>&to=<number>&…&message=<text>`
 * in UTF-8 and contains `encoding=utf-8`.
 *
 * The format has no escapes, so these values are rejected: a `&`, a line break or a control character outside
 * `message`; white space at the beginning or end of a value; an empty message; a CR without an LF or a NUL in the
 * message; and text that the chosen `transferEncoding` cannot carry. Line breaks of the message are sent as CRLF. The
 * rules of sections 4.1 and 8 are checked as in the HTTP client.
 *
 * If the same mail arrives twice, the gateway sends the SMS twice, unless `idx` and `checkIdx` prevent it.
 *
 * @returns the argument for `sendMail`
 * @throws ValidationError that names the invalid field; the error does not contain its value
 *
 * @example
 * ```ts
 * import nodemailer from 'nodemailer';
 *
 * const mail = composeMail({
 *   gateway: 'sms@gateway.example',
 *   credentials: { username, password },
 *   to: '48500100200',
 *   message: 'Dzień dobry!',
 *   mailFrom: 'shop@example.com',
 *   report: true,
 * });
 * await nodemailer.createTransport('smtp://mail.example.com').sendMail(mail);
 * ```
 */
export function composeMail<V extends InterfaceVariant = 'current'>(order: MailOrder<V>): ComposedMail {
  const [input, parameters] = divided(order);
  const options = readOptions(input, MAIL_OPTIONS, { operation: OPERATION });
  const { gateway, mailFrom, transferEncoding } = options;
  const date = currentTime(options.now);
  const values = readParameters(parameters, MAIL_PARAMETERS, options, OPERATION);
  checkOrder(values, options, date);
  const text = formText(fieldsOf(values, options));
  const lines = linesOf(text);
  if (transferEncoding === '8bit') checkLines(lines.slice(0, 1), 'transferEncoding');
  const subject = subjectOf(options);
  const messageId = `<${randomBytes(15).toString('base64url')}@${(mailFrom ?? gateway).split('@').at(-1)}>`;
  const headers = [
    // RFC 5322 requires a From header. An empty group states that there is no sender.
    `From: ${mailFrom ?? 'undisclosed-sender:;'}`,
    `To: ${gateway}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${transferEncoding}`,
  ];
  return new ComposedMail({
    envelope: {
      from: mailFrom ?? '',
      to: [gateway],
      ...(transferEncoding === '8bit' ? { use8BitMime: true } : {}),
    },
    raw: `${headers.join('\r\n')}\r\n\r\n${encodeBody(lines, transferEncoding)}`,
    from: mailFrom,
    to: gateway,
    subject,
    text: lines.join('\n'),
    date,
    messageId,
  });
}

type Divided = [options: Parameters<typeof readOptions<typeof MAIL_OPTIONS>>[0], parameters: object];

function divided(order: object): Divided {
  const known = { ...MAIL_OPTIONS, ...MAIL_PARAMETERS };
  const names = Object.keys(checkedNames(order, known, 'the argument', '', OPERATION));
  const read = (name: string): [string, unknown] => [
    name,
    readOption(name, () => (order as Readonly<Record<string, unknown>>)[name]),
  ];
  const entries = names.map(read);
  const isOption = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(MAIL_OPTIONS, name);
  return [
    Object.fromEntries(entries.filter(isOption)),
    Object.fromEntries(entries.filter((entry) => !isOption(entry))),
  ];
}

function currentTime(now: () => Date): Date {
  let current: unknown;
  try {
    current = now();
  } catch (cause) {
    return invalid('now', 'has failed', { operation: OPERATION, cause });
  }
  if (current instanceof Date && !Number.isNaN(current.getTime())) return new Date(current);
  return invalid('now', 'must return a valid Date', { operation: OPERATION });
}

function checkOrder(values: MailValues, options: OptionsRead, date: Date): void {
  const operation = OPERATION;
  const { to, group, message, template, from } = values;
  const { variant, validation, report, mailFrom, transferEncoding } = options;
  if (to === undefined && group === undefined) invalid('to', 'is missing', { operation });
  if (message === undefined && template === undefined) invalid('message', 'is missing', { operation });
  if (report && mailFrom === undefined) invalid('mailFrom', 'is required with report', { operation });
  if (from === ECO && variant !== 'earlier') {
    invalid('from', `'${ECO}' requires the variant 'earlier' (sections 4.9 and 9)`, {
      operation,
    });
  }
  checkSms(values, { validation, variant, now: () => date }, operation);
  for (const [name, value] of Object.entries(values)) if (name !== MESSAGE) checkCarried(value, name);
  if (message !== undefined) checkMessage(message, transferEncoding);
}

function fieldsOf(values: MailValues, { report }: OptionsRead): readonly Field[] {
  const { from, to, group, ...others } = values;
  const written = writeParameters(MAIL_PARAMETERS, { from, to, group, ...others });
  return [...written, [EVERYWHERE.encoding, 'utf-8'], ...(report ? [['raport', '1'] as const] : [])];
}

const DIGEST = /^[\da-f]{32}$/;

function subjectOf({ credentials: { username, password }, passwordHash }: OptionsRead): string {
  const digest = passwordHash === 'md5' ? md5(password) : password.toLowerCase();
  if (!DIGEST.test(digest)) {
    invalid('credentials.password', "must be an MD5 digest of 32 hexadecimal digits with passwordHash 'none'", {
      operation: OPERATION,
    });
  }
  return `${username}@${digest}`;
}
