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
import { UnusableOption } from '../gateway/operations/call.js';
import { type AccessToken, type Profile, SCOPES, type Scope, type SendingHours } from '../gateway/store/account.js';
import type { CodeGroup } from '../gateway/store/discount-codes.js';
import type { SenderName } from '../gateway/store/sender-names.js';
import {
  type AddressSettings,
  addresses,
  type CallbackAddress,
  type SandboxCallbackAddresses,
} from './callback-options.js';
import { amount, requiredText } from './checks.js';
import { type GivenGroup, groups, type SandboxGroup } from './group-options.js';

const TOKEN = {
  /** Visible ASCII characters. */
  token: required(tokenText),
  /** The areas that the token is valid for, named like the groups of the client. Default: all. */
  scopes: optional((given: readonly Scope[], path: string) =>
    entriesOf(given, path).map(([each, scope]) => oneOf(...SCOPES)(scope, each)),
  ),
};

/** A token that is restricted to some areas of the gateway (specification section 5, rule 1). */
export interface SandboxToken extends OptionsOf<typeof TOKEN> {}

const SENDER = {
  name: required(requiredText),
  /** Default: `'ACTIVE'`. An inactive name cannot be used to send. */
  status: withDefault<'ACTIVE' | 'INACTIVE'>('ACTIVE', oneOf('ACTIVE', 'INACTIVE')),
};

/** A sender name with its status (specification section 2.5). */
export interface SandboxSender extends OptionsOf<typeof SENDER> {}

const TEMPLATE = {
  name: required(requiredText),
  /** The text that replaces the message. */
  text: required(requiredText),
};

/** A template for sends. */
export interface SandboxTemplate extends OptionsOf<typeof TEMPLATE> {}

const DISCOUNT_GROUP = {
  name: required(requiredText),
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

const SUB_USER = {
  /** The complete username, used unchanged, with or without the prefix of the main user. */
  username: required(username),
  /** The password in plain text. Clients send its MD5 digest. */
  password: required(requiredText),
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
export type GivenSubUser = OptionValues<typeof SUB_USER>;

const NO_PROFILE: Profile = readOptions({}, PROFILE);

export const ACCOUNT_OPTIONS = {
  /** Unique, not empty. */
  username: required(username),
  /** In plain text, also with `hash: 'md5'`. */
  password: required(requiredText),
  /** The form in which clients send the password: `'none'` (default) for plain text, `'md5'` for its hex digest. */
  hash: withDefault('none', oneOf('none', 'md5')),
  /**
   * Access tokens, in addition to the username and password, for interfaces that support them (specification section 5,
   * rule 1). SOAP does not. A token has visible ASCII characters and belongs to one account. A string is a token for
   * all areas. Default: none.
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
  groups: withDefault<readonly SandboxGroup[], readonly GivenGroup[]>([], groups),
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
  /**
   * Always refuses an idx that was used in the last 24 hours or belongs to a scheduled message (53), as with
   * `check_idx` of the HTTP interface (section 4.1). SOAP has no such field. Default: `false`.
   */
  uniqueIdx: withDefault(false, checkBoolean),
  /** The profile. Default: only the username and the points. */
  profile: withDefault<SandboxProfile, Profile>(NO_PROFILE, (given, path) => readOptions(given, PROFILE, { path })),
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
  users: withDefault<readonly SandboxSubUser[], readonly GivenSubUser[]>([], (given, path) =>
    entriesOf(given, path).map(([each, user]) => readOptions(user, SUB_USER, { path: each })),
  ),
};

/** An account of the embedded gateway. */
export interface SandboxAccount extends OptionsOf<typeof ACCOUNT_OPTIONS> {}

/** An account, validated and with defaults, with its path for errors. */
export type GivenAccount = OptionValues<typeof ACCOUNT_OPTIONS> & { readonly path: string };

export function accounts(given: readonly SandboxAccount[], path: string): readonly GivenAccount[] {
  const all = entriesOf(given, path).map(([each, account]) => ({
    ...readOptions(account, ACCOUNT_OPTIONS, { path: each }),
    path: each,
  }));
  const [names, known] = [new Set<string>(), new Set<string>()];
  for (const account of all) {
    checkNew(account.username, names, `${account.path}.username`);
    checkNewTokens(account.tokens, known, account.path);
    for (const [index, user] of account.users.entries()) {
      const userPath = `${account.path}.users[${index}]`;
      checkNew(user.username, names, `${userPath}.username`);
      checkNewTokens(user.tokens, known, userPath);
    }
  }
  return all;
}

function checkNewTokens(given: readonly AccessToken[], known: Set<string>, path: string): void {
  for (const [index, { token }] of given.entries()) checkNew(token, known, `${path}.tokens[${index}]`);
}

function checkNew(name: string, known: Set<string>, path: string): void {
  if (known.has(name)) invalid(path, 'stands twice');
  known.add(name);
}

function username(value: unknown, path: string): string {
  const name = requiredText(value, path);
  return name === '' ? invalid(path, 'is empty') : name;
}

/** A token is sent in a header. */
const TOKEN_TEXT = /^[!-~]+$/;

function tokenText(token: string, path: string): string {
  if (TOKEN_TEXT.test(checkFilled(token, path))) return token;
  return invalid(path, 'has characters that a token cannot have in a header: visible ones of ASCII are needed');
}

function tokens(given: readonly (string | SandboxToken)[], path: string): readonly AccessToken[] {
  return entriesOf(given, path).map(([each, token]) =>
    isObject(token) ? readOptions(token, TOKEN, { path: each }) : { token: tokenText(token, each), scopes: undefined },
  );
}

function senders(given: readonly (string | SandboxSender)[], path: string): readonly SenderName[] {
  return entriesOf(given, path).map(([each, sender]) => {
    if (!isObject(sender)) return { name: text(sender, each), isActive: true };
    const { name, status } = readOptions(sender, SENDER, { path: each });
    return { name, isActive: status === 'ACTIVE' };
  });
}

function templates(given: readonly SandboxTemplate[], path: string): ReadonlyMap<string, string> {
  const read = entriesOf(given, path).map(([each, template]) => readOptions(template, TEMPLATE, { path: each }));
  return new Map(read.map(({ name, text: content }) => [name, content]));
}

function discountGroups(given: readonly SandboxDiscountGroup[], path: string): readonly CodeGroup[] {
  return entriesOf(given, path).map(([each, group]) => {
    const { name, codes, active } = readOptions(group, DISCOUNT_GROUP, { path: each });
    return { name, codes, isActive: active };
  });
}

function sendingHours(given: SandboxHours, path: string): SendingHours {
  const hours = readOptions(given, HOURS, { path });
  return hours.from < hours.to ? hours : invalid(`${path}.to`, 'is not after from');
}

const { username: _username, password: _password, tokens: _tokens, users: _users, ...NEW_ACCOUNT } = ACCOUNT_OPTIONS;

/** Options of an account created while the gateway runs: those of an account, without its credentials. */
export interface SandboxNewAccount extends OptionsOf<typeof NEW_ACCOUNT> {}

/** The credentials that an account is created for: a username with a password, or a token. */
export interface SandboxNewcomer {
  readonly username?: string | undefined;
  readonly token?: string | undefined;
}

/** The same, validated and with defaults. */
export type GivenNewAccount = OptionValues<typeof NEW_ACCOUNT>;

/** Returns the account for new credentials; `undefined` to refuse them. @throws UnusableOption */
export type NewAccountOf = (newcomer: SandboxNewcomer) => GivenNewAccount | undefined;

/** Reads the options of a new account. */
export function newAccount(given: SandboxNewAccount, path?: string): GivenNewAccount {
  return readOptions(given, NEW_ACCOUNT, path === undefined ? { what: 'the account' } : { path });
}

/** Reads the option `newAccounts`. */
export function newAccounts(
  given: boolean | SandboxNewAccount | ((newcomer: SandboxNewcomer) => SandboxNewAccount | undefined),
  path: string,
): NewAccountOf | undefined {
  if (given === false) return undefined;
  if (typeof given === 'function') return (newcomer) => madeFor(newcomer, given, path);
  if (given !== true && !isObject(given))
    return invalid(path, 'is not true or false, the options of an account, or a function');
  const made = newAccount(given === true ? {} : given, path);
  return () => made;
}

function madeFor(
  newcomer: SandboxNewcomer,
  make: (newcomer: SandboxNewcomer) => SandboxNewAccount | undefined,
  path: string,
): GivenNewAccount | undefined {
  try {
    const made = make(newcomer);
    return made === undefined ? undefined : newAccount(made, path);
  } catch {
    // The original message may contain the credentials.
    throw new UnusableOption(path, 'has failed, or gave what is no account');
  }
}
