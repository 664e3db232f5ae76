import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { ruleOption } from '../domain/sending/rules.js';
import { TOKEN_OPTIONS } from '../domain/sending/tokens.js';
import { SMS_RULES, type SmsRules } from '../http-client/description/rules/sms-rules.js';
import { checkBoolean, checkFunction, checkString, invalid, oneOf } from '../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../options/table.js';
import { checkMailAddress } from './mail-address.js';
import type { TransferEncoding } from './transfer-encoding.js';

/** The name of the operation in errors. */
export const OPERATION = 'mail';

/** Half a character, which UTF-8 cannot have: its digest would be that of another password. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** What a header can hold without encoding or folding. */
const VISIBLE_ASCII = /^[!-~]+$/;
/** With the digest and the name of the header a line of at most 998 characters. */
const MAX_LOGIN = 900;

const CREDENTIALS = {
  /** The login: 1 to 900 visible characters of ASCII. It may hold an `@`. */
  username: required(checkLogin),
  /** The password, or with `passwordHash: 'none'` its digest. */
  password: required(checkPassword),
};

/** The login and the password of an account (section 5, rule 5). */
export interface MailCredentials extends OptionsOf<typeof CREDENTIALS> {}

export const MAIL_OPTIONS = {
  /** The gateway's mail address. */
  gateway: required(checkMailAddress),
  /** The account. Its password goes out as a digest, in the subject. */
  credentials: required((given: MailCredentials, path: string) =>
    readOptions(given, CREDENTIALS, { path, operation: OPERATION }),
  ),
  /** `'md5'` (default) makes the digest of the password; `'none'` takes what is given for the digest: 32 hex digits. */
  passwordHash: withDefault('md5', oneOf('md5', 'none')),
  /**
   * The address that the mail is sent from, and that a report and what cannot be delivered come back to; with `report`
   * it is needed. Default: none. Many mail servers refuse a mail without one.
   */
  mailFrom: optional(checkMailAddress),
  /** Asks for a report by mail, of success and of errors (`raport=1`). Default: `false`. */
  report: withDefault(false, checkBoolean),
  /**
   * The way in which the body travels: `'base64'` (default) and `'quoted-printable'` carry every text, `'8bit'` none
   * with lines of more than 998 bytes, with white space at the end of a line, or with a line that begins with `From `,
   * which mail servers change.
   */
  transferEncoding: withDefault<TransferEncoding>('base64', oneOf('8bit', 'quoted-printable', 'base64')),
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /** Checks before sending: `true` (default) all rules, `false` none, or single ones: `{ maxParts: false }`. */
  validation: ruleOption<SmsRules>(SMS_RULES),
  /** The key of the gateway's shortener in the tokens of `tokens.shortLink`. Default: `shortlink`. */
  shortLinkKey: TOKEN_OPTIONS.shortLinkKey,
  /** The current time, for the date of the mail and rules about dates. Default: the clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};

/** What a mail is besides its parameters. @typeParam V - the variant of the interface */
export interface MailOptions<V extends InterfaceVariant = InterfaceVariant>
  extends Omit<OptionsOf<typeof MAIL_OPTIONS>, 'variant'> {
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  readonly variant?: V | undefined;
}

function checkLogin(value: unknown, path: string): string {
  const login = checkString(value, path, OPERATION);
  if (login === '') invalid(path, 'is empty', { operation: OPERATION });
  if (!VISIBLE_ASCII.test(login)) {
    invalid(path, 'is not made of visible characters of ASCII, which the subject needs', { operation: OPERATION });
  }
  // Whoever reads the subject would take it for a word in another charset.
  if (login.includes('=?')) invalid(path, 'has "=?", which mail gives a meaning of its own', { operation: OPERATION });
  return login.length > MAX_LOGIN
    ? invalid(path, `has more than ${MAX_LOGIN} characters`, { operation: OPERATION })
    : login;
}

function checkPassword(value: unknown, path: string): string {
  const password = checkString(value, path, OPERATION);
  if (password === '') invalid(path, 'is empty', { operation: OPERATION });
  return LONE_SURROGATE.test(password) ? invalid(path, 'has half a character', { operation: OPERATION }) : password;
}
