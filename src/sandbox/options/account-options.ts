import { text, texts } from '../../domain/check-values.js';
import { checkBoolean, checkFilled, checkWhole, entriesOf, invalid, isObject, oneOf } from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import {
  type AccessToken,
  type CodeGroup,
  type Profile,
  SCOPES,
  type Scope,
  type SenderName,
  type SendingHours,
} from '../gateway/store/account.js';
import type { Contact } from '../gateway/store/groups.js';
import {
  type AddressSettings,
  addresses,
  type CallbackAddress,
  type SandboxCallbackAddresses,
} from './callback-options.js';

const TOKEN = {
  /** Visible ASCII characters. */
  token: required(tokenText),
  /** The areas that the token is valid for, named like the groups of the client. Default: all. */
  scopes: optional((scopes: readonly Scope[], path: string) =>
    entriesOf(scopes, path).map(([each, scope]) => oneOf(...SCOPES)(scope, each)),
  ),
};

/** A token that is restricted to some areas of the gateway (specification section 5, rule 1). */
export interface SandboxToken extends OptionsOf<typeof TOKEN> {}

const SENDER = {
  name: required(text),
  /** Default: `'ACTIVE'`. An inactive name cannot be used to send. */
  status: withDefault<'ACTIVE' | 'INACTIVE'>('ACTIVE', oneOf('ACTIVE', 'INACTIVE')),
};

/** A sender name with its status (specification section 2.5). */
export interface SandboxSender extends OptionsOf<typeof SENDER> {}

const TEMPLATE = {
  name: required(text),
  /** The text that replaces the message. */
  text: required(text),
};

/** A template for sends. */
export interface SandboxTemplate extends OptionsOf<typeof TEMPLATE> {}

const DISCOUNT_GROUP = {
  name: required(text),
  /** The codes, in the order of use. Each is used at most once. */
  codes: required(texts),
  /** Default: `true`. An inactive group is refused (61). */
  active: withDefault(true, checkBoolean),
};

/** A group of discount codes (specification section 3). */
export interface SandboxDiscountGroup extends OptionsOf<typeof DISCOUNT_GROUP> {}

const PROFILE = {
  /** The company. Default: empty. */
  name: withDefault('', text),
  /** Default: empty. */
  email: withDefault('', text),
  /** Default: empty. */
  phoneNumber: withDefault('', text),
  /** Default: `'prepaid'`. */
  paymentType: withDefault<'prepaid' | 'postpaid'>('prepaid', oneOf('prepaid', 'postpaid')),
};

/** The profile of an account (specification section 2.3). */
export interface SandboxProfile extends OptionsOf<typeof PROFILE> {}

const HOURS = {
  /** A whole number from 0 to 23. */
  from: required((value: number, path: string) => checkWhole(value, path, 0, 23)),
  /** A whole number from 1 to 24, after `from`. */
  to: required((value: number, path: string) => checkWhole(value, path, 1, 24)),
};

/** The hours of the day, in UTC, when an account sends. */
export interface SandboxHours extends OptionsOf<typeof HOURS> {}

const FIELD = optional(text);

const CONTACT = {
  /** Stored unchanged. */
  number: required(text),
  /** Default: empty. */
  name: withDefault('', text),
  /** For `[%imie%]` in a text to the group. */
  firstName: FIELD,
  /** For `[%imie_w%]`. */
  firstNameVocative: FIELD,
  /** For `[%nazwisko%]`. */
  lastName: FIELD,
  /** For `[%kontakt.kraj%]`. */
  country: FIELD,
  /** For `[%kontakt.informacja%]`, in the earlier variant `[%kontakt.opis%]`. */
  info: FIELD,
  /** For `[%kontakt.email%]`. */
  email: FIELD,
  /** For `[%kontakt.urzadzenie%]`. */
  device: FIELD,
  /** For `[%kontakt.miasto%]`, in the earlier variant `[%kontakt.miejscowosc%]`. */
  city: FIELD,
  /** For `[%kontakt.przegladarka%]`. */
  browser: FIELD,
  /** For `[%kontakt.system_operacyjny%]`, in the earlier variant with a space instead of `_`. */
  operatingSystem: FIELD,
  /** Custom fields, by name: `{ size: 'XL' }` for `[%kontakt.size%]`. Default: none. */
  custom: optional(customFields),
};

/**
 * An initial number of a contact group, with the fields that texts to the group can use (specification section 4.1,
 * rule 6). The placeholder of a missing field is replaced by an empty text.
 */
export interface SandboxContact extends OptionsOf<typeof CONTACT> {}

const GROUP = {
  /** Unique in its account and not empty, unless the account has `anyGroupNames`. */
  name: required(text),
  /** A note. Default: empty. */
  info: withDefault('', text),
  /** Stored unchanged, also values that are not telephone numbers. Default: none. */
  numbers: withDefault<readonly SandboxContact[], readonly Contact[]>([], contacts),
};

/** An initial contact group of an account. */
export interface SandboxGroup extends OptionsOf<typeof GROUP> {}

/** A contact group of an account, validated, with its path for errors. */
export type GroupSettings = OptionValues<typeof GROUP> & { readonly path: string };

const SUB_USER = {
  /** The complete username, used unchanged, with or without the prefix of the main user. */
  username: required(filledText),
  /** The password in plain text. Clients send its MD5 digest. */
  password: required(text),
  /** Default: none; the sub-user then has only its password. */
  tokens: withDefault<readonly (string | SandboxToken)[], readonly AccessToken[]>([], tokens),
  /** The points of the main user that the sub-user may spend. Default: 0. */
  limit: withDefault(0, amount),
  /** Points that are added on the first day of each month (UTC), by the gateway's clock. Default: 0. */
  monthLimit: withDefault(0, amount),
  /** Allows the sender names of the main user. Default: `false`. */
  senders: withDefault(false, checkBoolean),
  /** Allows sends to the groups of the main user. Default: `false`. */
  phonebook: withDefault(false, checkBoolean),
  /** Default: `true`. An inactive sub-user is refused (101). */
  active: withDefault(true, checkBoolean),
  /** A note. Default: empty. */
  info: withDefault('', text),
};

/** An initial sub-user of an account (specification section 2.4). */
export interface SandboxSubUser extends OptionsOf<typeof SUB_USER> {}

/** A sub-user, validated and with defaults. */
export type SubUserOptions = OptionValues<typeof SUB_USER>;

export const ACCOUNT_OPTIONS = {
  /** Unique, not empty. */
  username: required(filledText),
  /** In plain text, also with `hash: 'md5'`. */
  password: required(text),
  /** The form in which clients send the password: `'none'` (default) for plain text, `'md5'` for its hex digest. */
  hash: withDefault('none', oneOf('none', 'md5')),
  /**
   * Access tokens for interfaces that support them (specification section 5, rule 1); SOAP does not. A token has
   * visible ASCII characters and belongs to one account. A string is a token for all areas. Default: none.
   */
  tokens: withDefault<readonly (string | SandboxToken)[], readonly AccessToken[]>([], tokens),
  /** Points at the start: 0, or 0.0001 to 900,000,000,000, with four decimals. Default: 100. */
  points: withDefault(100, amount),
  /**
   * The sender names, the default one first. A string is an active name. `2way` and `Eco` are always allowed. Default:
   * the name of the interface, `Test` (`Info` with the variant `'earlier'`).
   */
  senders: optional<readonly (string | SandboxSender)[], readonly SenderName[]>(senders),
  /** The contact groups at the start. Their ids count from 1 across all accounts. Default: none. */
  groups: withDefault<readonly SandboxGroup[], readonly GroupSettings[]>([], (input, path) =>
    entriesOf(input, path).map(([each, group]) => ({ ...readOptions(group, GROUP, { path: each }), path: each })),
  ),
  /**
   * Accepts empty and duplicate names in `groups`, as in accounts that are older than the rules. Names of groups
   * created later must still be valid. Default: `false`; such names are refused.
   */
  anyGroupNames: withDefault(false, checkBoolean),
  /**
   * The IP filter (specification section 5, rule 3): the addresses that may send. Others are refused (105). All
   * requests of this process, with or without a socket, come from `127.0.0.1`. With an empty list, no address may send.
   * Default: all.
   */
  allowedAddresses: optional(texts),
  /** The profile. Default: only the username and the points. */
  profile: withDefault<SandboxProfile, Profile>(readOptions({}, PROFILE), (profile, path) =>
    readOptions(profile, PROFILE, { path }),
  ),
  /** Default: none. */
  templates: withDefault<readonly SandboxTemplate[], ReadonlyMap<string, string>>(new Map(), templates),
  /** Default: none. */
  discountGroups: withDefault<readonly SandboxDiscountGroup[], readonly CodeGroup[]>([], discountGroups),
  /** Numbers, in any format, on the opt-out list. Sends to groups skip them. Default: none. */
  optedOut: withDefault([], texts),
  /**
   * The maximum number of parts of a text if a send does not set it, a whole number from 1 to 10. It is measured before
   * placeholders are filled in (12). Default: the limit of the interface.
   */
  maxParts: optional((value: number, path: string) => checkWhole(value, path, 1, 10)),
  /**
   * The hours when the account sends. Outside of them, the `time_restriction` of a send decides (section 4.1): refuse
   * it (74), postpone it to the next permitted time, or send it anyway. Default: at any hour.
   */
  hours: optional<SandboxHours, SendingHours>(sendingHours),
  /**
   * The callback addresses of the account and its sub-users (specification section 6): one for all kinds, or
   * `{ reports, incomingSms, incomingMms, clicks, bulk, hlr }`. Default: those of the gateway (`callbacks`).
   */
  callbacks: optional<CallbackAddress | SandboxCallbackAddresses, AddressSettings>(addresses),
  /** Default: none. */
  users: withDefault<readonly SandboxSubUser[], readonly SubUserOptions[]>([], (argument, path) =>
    entriesOf(argument, path).map(([each, user]) => readOptions(user, SUB_USER, { path: each })),
  ),
};

/** An account of the embedded gateway. */
export interface SandboxAccount extends OptionsOf<typeof ACCOUNT_OPTIONS> {}

/** An account, validated and with defaults, with its path for errors. */
export type AccountOptions = OptionValues<typeof ACCOUNT_OPTIONS> & { readonly path: string };

const { username: _username, password: _password, tokens: _tokens, users: _users, ...NEW_ACCOUNT } = ACCOUNT_OPTIONS;

/** Options of an account created while the gateway runs: those of an account, without its credentials. */
export interface SandboxNewAccount extends OptionsOf<typeof NEW_ACCOUNT> {}

/** The options of a new account, validated and with defaults. */
export type NewAccountOptions = OptionValues<typeof NEW_ACCOUNT>;

/** Reads the option `accounts`: usernames and tokens are unique. */
export function accounts(input: readonly SandboxAccount[], path: string): readonly AccountOptions[] {
  const all = entriesOf(input, path).map(([each, account]) => ({
    ...readOptions(account, ACCOUNT_OPTIONS, { path: each }),
    path: each,
  }));
  const [names, knownTokens] = [new Set<string>(), new Set<string>()];
  const checkUnique = (value: string, known: Set<string>, at: string): void => {
    if (known.has(value)) invalid(at, 'is not unique');
    known.add(value);
  };
  for (const account of all) {
    const users = account.users.map((user, index) => ({ ...user, path: `${account.path}.users[${index}]` }));
    for (const owner of [account, ...users]) {
      checkUnique(owner.username, names, `${owner.path}.username`);
      for (const [index, { token }] of owner.tokens.entries()) {
        checkUnique(token, knownTokens, `${owner.path}.tokens[${index}]`);
      }
    }
  }
  return all;
}

/** Reads the options of a new account. */
export function newAccount(input: SandboxNewAccount, path?: string): NewAccountOptions {
  return readOptions(input, NEW_ACCOUNT, path === undefined ? { what: 'the account' } : { path });
}

/** Reads the option `newAccounts`; `undefined` for none. */
export function newAccounts(input: boolean | SandboxNewAccount, path: string): NewAccountOptions | undefined {
  if (input === false) return undefined;
  if (input !== true && !isObject(input)) return invalid(path, 'must be true, false or the options of an account');
  return newAccount(input === true ? {} : input, path);
}

function filledText(value: unknown, path: string): string {
  return checkFilled(text(value, path), path);
}

const LEAST_POINTS = 0.0001;
const MOST_POINTS = 900_000_000_000;

/** Checks an amount of points, or a price in points. */
export function amount(value: number, path: string): number {
  if (!Number.isFinite(value) || value < 0) invalid(path, 'must be a number of 0 or more');
  if (value > 0 && value < LEAST_POINTS) invalid(path, 'must be 0, or at least 0.0001: points have four decimals');
  if (value > MOST_POINTS) invalid(path, 'must be at most 900,000,000,000: points have four decimals');
  // `+ 0` makes -0 a plain zero.
  return value + 0;
}

/** A token is sent in a header. */
const TOKEN_TEXT = /^[!-~]+$/;

function tokenText(token: string, path: string): string {
  return TOKEN_TEXT.test(checkFilled(token, path)) ? token : invalid(path, 'must consist of visible ASCII characters');
}

function tokens(input: readonly (string | SandboxToken)[], path: string): readonly AccessToken[] {
  return entriesOf(input, path).map(([each, token]) =>
    isObject(token) ? readOptions(token, TOKEN, { path: each }) : { token: tokenText(token, each), scopes: undefined },
  );
}

function senders(input: readonly (string | SandboxSender)[], path: string): readonly SenderName[] {
  return entriesOf(input, path).map(([each, sender]) => {
    if (!isObject(sender)) return { name: text(sender, each), isActive: true };
    const { name, status } = readOptions(sender, SENDER, { path: each });
    return { name, isActive: status === 'ACTIVE' };
  });
}

function templates(input: readonly SandboxTemplate[], path: string): ReadonlyMap<string, string> {
  const read = entriesOf(input, path).map(([each, template]) => readOptions(template, TEMPLATE, { path: each }));
  return new Map(read.map(({ name, text: content }) => [name, content]));
}

function discountGroups(input: readonly SandboxDiscountGroup[], path: string): readonly CodeGroup[] {
  return entriesOf(input, path).map(([each, group]) => {
    const { name, codes, active } = readOptions(group, DISCOUNT_GROUP, { path: each });
    return { name, codes, isActive: active };
  });
}

function sendingHours(input: SandboxHours, path: string): SendingHours {
  const hours = readOptions(input, HOURS, { path });
  return hours.from < hours.to ? hours : invalid(`${path}.to`, 'must be after from');
}

function contacts(input: readonly SandboxContact[], path: string): readonly Contact[] {
  return entriesOf(input, path).map(([each, contact]) => {
    const { number, name, ...fields } = readOptions(contact, CONTACT, { path: each });
    const hasFields = Object.values(fields).some((value) => value !== undefined);
    return hasFields ? { number, name, fields } : { number, name };
  });
}

function customFields(input: Readonly<Record<string, string>>, path: string): Readonly<Record<string, string>> {
  if (!isObject(input)) return invalid(path, 'must be an object');
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, text(value, `${path}.${name}`)]));
}
