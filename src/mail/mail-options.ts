import type { InterfaceVariant } from '../domain/sending/message-parts.js';
import { ruleOption } from '../domain/sending/rules.js';
import { TOKEN_OPTIONS } from '../domain/sending/tokens.js';
import { SMS_RULES, type SmsRules } from '../http-client/description/rules.js';
import { checkBoolean, checkFunction, checkString, invalid, oneOf } from '../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../options/table.js';
import { OPERATION, type TransferEncoding } from './form-text.js';

/** The characters that RFC 5322 allows without quotes. A leading `-` is excluded: programs read it as an option. */
const LOCAL_PART = /^(?!-)[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
const DOMAIN = /^(?:[A-Za-z\d](?:[A-Za-z\d.-]{0,251}[A-Za-z\d])?|\[[\dA-Fa-f.:]{2,45}\])$/;

/**
 * Rejects everything but a plain ASCII mail address: no display name, no quotes, and no character that could end a
 * header or an SMTP command.
 */
function checkMailAddress(value: unknown, path: string): string {
  const address = checkString(value, path);
  const at = address.lastIndexOf('@');
  const isAddress = at !== -1 && LOCAL_PART.test(address.slice(0, at)) && isDomain(address.slice(at + 1));
  return isAddress ? address : invalid(path, 'must be a mail address of ASCII characters: name@domain');
}

function isDomain(domain: string): boolean {
  return DOMAIN.test(domain) && !domain.includes('..');
}

/** A lone surrogate. UTF-8 cannot encode it, so the digest would be that of a different password. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const VISIBLE_ASCII = /^[!-~]+$/;
/** Together with the digest and the header name, the line then has at most 998 characters. */
const MAX_LOGIN = 900;

const CREDENTIALS = {
  /** The login: 1 to 900 visible ASCII characters. It may contain an `@`, but not `=?`. */
  username: required(checkLogin),
  /** The password, or its digest with `passwordHash: 'none'`. */
  password: required(checkPassword),
};

/** The login and password of an account (section 5, rule 5). */
export interface MailCredentials extends OptionsOf<typeof CREDENTIALS> {}

export const MAIL_OPTIONS = {
  /** The gateway's mail address. */
  gateway: required(checkMailAddress),
  /** The credentials of the account. The subject contains the password as a digest. */
  credentials: required((input: MailCredentials, path: string) =>
    readOptions(input, CREDENTIALS, { path, operation: OPERATION }),
  ),
  /** `'md5'` (default) hashes the password; `'none'` uses the given password as the digest: 32 hexadecimal digits. */
  passwordHash: withDefault('md5', oneOf('md5', 'none')),
  /**
   * The sender address. Reports and undeliverable mails are returned to it. Required with `report`. Many mail servers
   * reject a mail without a sender. Default: none.
   */
  mailFrom: optional(checkMailAddress),
  /** Requests a report by mail, for success and for errors (`raport=1`). Default: `false`. */
  report: withDefault(false, checkBoolean),
  /**
   * The transfer encoding of the body. `'base64'` (default) and `'quoted-printable'` carry every text. `'8bit'` rejects
   * lines of more than 998 bytes, lines that end with white space, and lines that begin with `From `, because mail
   * servers change them.
   */
  transferEncoding: withDefault<TransferEncoding>('base64', oneOf('8bit', 'quoted-printable', 'base64')),
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /**
   * The checks before sending: `true` (default) for all rules, `false` for none, or single rules: `{ maxParts: false
   * }`.
   */
  validation: ruleOption<SmsRules>(SMS_RULES),
  /** The key of the gateway's link shortener in the tokens of `tokens.shortLink`. Default: `shortlink`. */
  shortLinkKey: TOKEN_OPTIONS.shortLinkKey,
  /** Returns the current time, for the date of the mail and for the rules about dates. Default: the system clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};

/** Options of a mail in addition to the SMS parameters. @typeParam V - the variant of the interface */
export interface MailOptions<V extends InterfaceVariant = InterfaceVariant>
  extends Omit<OptionsOf<typeof MAIL_OPTIONS>, 'variant'> {
  /** The variant of the interface, which decides parameters and limits (section 9). Default: `'current'`. */
  readonly variant?: V | undefined;
}

function checkLogin(value: unknown, path: string): string {
  const login = checkString(value, path, OPERATION);
  if (login === '') invalid(path, 'is empty', { operation: OPERATION });
  if (!VISIBLE_ASCII.test(login)) {
    invalid(path, 'must consist of visible ASCII characters', { operation: OPERATION });
  }
  // Mail readers would decode it as an encoded word (RFC 2047).
  if (login.includes('=?'))
    invalid(path, 'must not contain "=?", which marks encoded words in mail', { operation: OPERATION });
  return login.length > MAX_LOGIN
    ? invalid(path, `must have at most ${MAX_LOGIN} characters`, { operation: OPERATION })
    : login;
}

function checkPassword(value: unknown, path: string): string {
  const password = checkString(value, path, OPERATION);
  if (password === '') invalid(path, 'is empty', { operation: OPERATION });
  return LONE_SURROGATE.test(password)
    ? invalid(path, 'contains a lone surrogate', { operation: OPERATION })
    : password;
}
