import { checkString, checkWhole, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, withDefault } from '../../options/table.js';
import { MAX_PARAMS } from './limits.js';
import type { InterfaceVariant } from './message-parts.js';

const SHORT_LINK_KEY = /^[\w-]+$/;

export const TOKEN_OPTIONS = {
  /** The variant of the interface. Default: `'current'`. */
  variant: withDefault<InterfaceVariant>('current', oneOf('current', 'earlier')),
  /** The gateway's own name of its shortener, before the colon of a link. Default: `'shortlink'`. */
  shortLinkKey: withDefault('shortlink', (key: string, path: string): string =>
    SHORT_LINK_KEY.test(checkString(key, path)) ? key : invalid(path, 'must consist of letters, digits, _ and -'),
  ),
};

/** Decides how tokens are written. */
export interface TokenOptions extends OptionsOf<typeof TOKEN_OPTIONS> {}

type TokenStyle = OptionValues<typeof TOKEN_OPTIONS>;

export function tokenStyle(options: TokenOptions): TokenStyle {
  return readOptions(options, TOKEN_OPTIONS);
}

/**
 * A place in a text that the gateway fills in for each recipient (specification section 4.1, rules 6 to 8). {@link
 * tokens} makes them, and `text` puts them into a text.
 *
 * @example
 * ```ts
 * const hello: MessageToken = tokens.firstName;
 * console.log(hello.render({ variant: 'earlier' }));
 * ```
 */
export class MessageToken {
  readonly #write: (style: TokenStyle) => string;

  /** @internal */
  constructor(write: (style: TokenStyle) => string) {
    this.#write = write;
  }

  /**
   * Writes the token as a variant of the interface has it.
   *
   * @throws ValidationError when an option is not known or not usable
   *
   * @example
   * ```ts
   * console.log(tokens.city.render({ variant: 'earlier' }));
   * ```
   */
  render(options: TokenOptions = {}): string {
    return this.#write(tokenStyle(options));
  }

  /**
   * Writes the token as the current variant has it.
   *
   * @example
   * ```ts
   * console.log(String(tokens.firstName));
   * ```
   */
  toString(): string {
    return this.render();
  }
}

const same = (name: string): MessageToken => new MessageToken(() => `[%${name}%]`);
const byVariant = (current: string, earlier: string): MessageToken =>
  new MessageToken(({ variant }) => `[%${variant === 'current' ? current : earlier}%]`);

const BREAKS_NAME = /[[\]%\p{Cc}]/u;
const BREAKS_URL = /\[%|%\]|[\s\p{Cc}]/u;

function customField(name: string): MessageToken {
  if (checkString(name, 'name') === '') invalid('name', 'is empty');
  if (BREAKS_NAME.test(name)) invalid('name', 'contains %, [, ] or a line break, which a token cannot contain');
  return same(`kontakt.${name}`);
}

function shortLink(url: string): MessageToken {
  if (BREAKS_URL.test(checkString(url, 'url'))) {
    invalid('url', 'contains [%, %], a space or a line break, which a token cannot contain');
  }
  if (!/^https?:/i.test(url) || !URL.canParse(url)) invalid('url', 'must be an absolute http or https address');
  return new MessageToken(({ shortLinkKey }) => `[%${shortLinkKey}:${url}%]`);
}

/**
 * The tokens that a text may have (specification section 4.1, rules 6 to 8, and `discount_group`); those of a contact
 * work in sends to a group. The names of the two variants differ: `text` writes those of the client's own.
 *
 * @example
 * ```ts
 * const message = text`Hi ${tokens.firstName}, see ${tokens.shortLink('https://shop.example/offer')}`;
 * ```
 */
export const tokens = {
  /**
   * The value of a recipient's own: `params[…][number - 1]`.
   *
   * @param number - from 1 to 4
   * @throws ValidationError for another number
   */
  param: (number: 1 | 2 | 3 | 4): MessageToken => same(String(checkWhole(number, 'number', 1, MAX_PARAMS))),
  /** The first name of the contact. */
  firstName: same('imie'),
  /** The first name of the contact as it is called by: in the vocative. */
  firstNameVocative: same('imie_w'),
  /** The last name of the contact. */
  lastName: same('nazwisko'),
  /** The country of the contact. */
  country: same('kontakt.kraj'),
  /** The information about the contact. */
  info: byVariant('kontakt.informacja', 'kontakt.opis'),
  /** The mail address of the contact. */
  email: same('kontakt.email'),
  /** The device that the contact uses. */
  device: same('kontakt.urzadzenie'),
  /** The town of the contact. */
  city: byVariant('kontakt.miasto', 'kontakt.miejscowosc'),
  /** The browser that the contact uses. */
  browser: same('kontakt.przegladarka'),
  /** The operating system that the contact uses. */
  operatingSystem: byVariant('kontakt.system_operacyjny', 'kontakt.system operacyjny'),
  /**
   * A field of contacts that the account has made itself.
   *
   * @throws ValidationError when the name is empty, or has `%`, `[`, `]` or a line break
   */
  custom: customField,
  /**
   * A shortened link, different for each recipient: at most 100 in a call (rule 7).
   *
   * @param url - an absolute http or https address, passed on unchanged
   * @throws ValidationError if it is not such an address, or contains `[%`, `%]`, a space or a line break
   */
  shortLink,
  /** The link by which the recipient unsubscribes; it expires after 14 days (rule 8). */
  optOutLink: same('opt_out_link'),
  /** A code of the send's `discountGroup`. */
  discountCode: same('kod'),
} as const;
