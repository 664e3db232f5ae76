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
import type { Profile, SendingHours } from '../gateway/store/account.js';
import type { CodeGroup } from '../gateway/store/discount-codes.js';
import { type AccessToken, SCOPES, type Scope } from '../gateway/store/records/access-token.js';
import type { SenderName } from '../gateway/store/sender-names.js';
import {
  addresses,
  type CallbackAddress,
  type GivenAddresses,
  type SandboxCallbackAddresses,
} from './callback-options.js';
import { amount, requiredText } from './checks.js';
import { type GivenGroup, groups, type SandboxGroup } from './group-options.js';

const TOKEN = {
  /** Visible characters of ASCII. */
  token: required(tokenText),
  /** The areas that it is for, by the names of the client's groups. Default: all. */
  scopes: optional((given: readonly Scope[], path: string) =>
    entriesOf(given, path).map(([each, scope]) => oneOf(...SCOPES)(scope, each)),
  ),
};

/** A token that is confined to areas of the gateway (specification section 5, rule 1). */
export interface SandboxToken extends OptionsOf<typeof TOKEN> {}

const SENDER = {
  name: required(requiredText),
  /** Default: `'ACTIVE'`; messages go out under no other. */
  status: withDefault<'ACTIVE' | 'INACTIVE'>('ACTIVE', oneOf('ACTIVE', 'INACTIVE')),
};

/** A sender name with its status (specification section 2.5). */
export interface SandboxSender extends OptionsOf<typeof SENDER> {}

const TEMPLATE = {
  name: required(requiredText),
  /** The text that takes the place of a message. */
  text: required(requiredText),
};

/** A template that sends can name. */
export interface SandboxTemplate extends OptionsOf<typeof TEMPLATE> {}

const DISCOUNT_GROUP = {
  name: required(requiredText),
  /** The codes, each of which is used at most once, in this order. */
  codes: required(texts),
  /** Default: `true`; one that is not active gives no codes (61). */
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

/** What the profile of an account shows (specification section 2.3). */
export interface SandboxProfile extends OptionsOf<typeof PROFILE> {}

const HOURS = {
  /** A whole number from 0 to 23. */
  from: required((value: number, path: string) => checkWhole(value, path, 0, 23)),
  /** A whole number from 1 to 24, after `from`. */
  to: required((value: number, path: string) => checkWhole(value, path, 1, 24)),
};

/** The hours of the day, in UTC, at which an account sends. */
export interface SandboxHours extends OptionsOf<typeof HOURS> {}

const SUB_USER = {
  /** As it is, with the prefix of the main user or without. */
  username: required(username),
  /** As it is; the interface that takes it wants its MD5 digest. */
  password: required(requiredText),
  /** Default: none; then it is known by its password alone. */
  tokens: withDefault<readonly (string | SandboxToken)[], readonly AccessToken[]>([], tokens),
  /** The points that it may spend of the main user's. Default: 0. */
  limit: withDefault(0, amount),
  /** Points that it is granted on the first day of each month (UTC), by the clock. Default: 0. */
  monthLimit: withDefault(0, amount),
  /** May use the sender names of the main user. Default: `false`. */
  senders: withDefault(false, checkBoolean),
  /** May send to the groups of the main user. Default: `false`. */
  phonebook: withDefault(false, checkBoolean),
  /** Default: `true`; one that is not active is refused with 101. */
  active: withDefault(true, checkBoolean),
  /** A note. Default: empty. */
  info: withDefault('', text),
};

/** A sub-user that an account has from the start (specification section 2.4). */
export interface SandboxSubUser extends OptionsOf<typeof SUB_USER> {}

/** A sub-user, checked and with its defaults. */
export type GivenSubUser = OptionValues<typeof SUB_USER>;

const NO_PROFILE: Profile = readOptions({}, PROFILE);

export const ACCOUNT_OPTIONS = {
  /** Unique, not empty. */
  username: required(username),
  /** As it is, whatever `hash` says. */
  password: required(requiredText),
  /** The form in which the client has to send the password: `'none'` (default) as it is, `'md5'` its hex digest. */
  hash: withDefault('none', oneOf('none', 'md5')),
  /**
   * Access tokens that the account is known by, besides its username and password, where an interface takes them
   * (specification section 5, rule 1): visible characters of ASCII, each token of one account only. A text stands for a
   * token for all areas. SOAP takes none. Default: none.
   */
  tokens: withDefault<readonly (string | SandboxToken)[], readonly AccessToken[]>([], tokens),
  /** Points available at the start: 0, or 0.0001 to 900,000,000,000; they have four decimals. Default: 100. */
  points: withDefault(100, amount),
  /**
   * The sender names, the default one first; a text stands for one that is active. Default: the one of the interface,
   * `Test` (with the variant `'earlier'` `Info`). `2way` and `Eco` need not be named.
   */
  senders: optional<readonly (string | SandboxSender)[], readonly SenderName[]>(senders),
  /** The contact groups at the start; their ids count from 1, over all accounts. Default: none. */
  groups: withDefault<readonly SandboxGroup[], readonly GivenGroup[]>([], groups),
  /**
   * Takes `groups` whatever their names are: empty, or one name for several, as there are in accounts that are older
   * than the rules. Default: `false`; such a name is refused. Groups that are made later have to be called correctly.
   */
  anyGroupNames: withDefault(false, checkBoolean),
  /**
   * The IP filter (specification section 5, rule 3): the addresses that may send, others get 105. Default: all; an
   * empty list lets nobody send. Every request of this process, with and without a socket, comes from `127.0.0.1`.
   */
  allowedAddresses: optional(texts),
  /**
   * Refuses with 53 an idx used in the last 24 hours, or of a scheduled message, also in sends that do not ask for it:
   * `check_idx` of the HTTP interface (section 4.1), for which SOAP has no field. Default: `false`.
   */
  uniqueIdx: withDefault(false, checkBoolean),
  /** What its profile shows. Default: nothing but the username and the points. */
  profile: withDefault<SandboxProfile, Profile>(NO_PROFILE, (given, path) => readOptions(given, PROFILE, { path })),
  /** Default: none. */
  templates: withDefault<readonly SandboxTemplate[], ReadonlyMap<string, string>>(new Map(), templates),
  /** Default: none. */
  discountGroups: withDefault<readonly SandboxDiscountGroup[], readonly CodeGroup[]>([], discountGroups),
  /**
   * Numbers, in whatever spelling, that have followed an opt-out link: sends to groups leave them out. Default: none.
   */
  optedOut: withDefault([], texts),
  /**
   * The most parts of a text where a send names none, a whole number from 1 to 10, measured before its placeholders are
   * filled in (12). Default: as many as the interface allows.
   */
  maxParts: optional((value: number, path: string) => checkWhole(value, path, 1, 10)),
  /**
   * The hours at which it sends. Outside of them sends are refused (74), or sent at the next hour, as they ask for
   * (`time_restriction` of section 4.1). Default: at any hour.
   */
  hours: optional<SandboxHours, SendingHours>(sendingHours),
  /**
   * The addresses for callbacks of the account and its sub-users (specification section 6): one for all kinds, or
   * `{ reports, incomingSms, incomingMms, clicks, bulk, hlr }`. Default: those of the gateway (`callbacks`).
   */
  callbacks: optional<CallbackAddress | SandboxCallbackAddresses, GivenAddresses>(addresses),
  /** Stands before the names of sub-users. Default: the username and `_`. */
  userPrefix: optional(text),
  /** Default: none. */
  users: withDefault<readonly SandboxSubUser[], readonly GivenSubUser[]>([], (given, path) =>
    entriesOf(given, path).map(([each, user]) => readOptions(user, SUB_USER, { path: each })),
  ),
};

/** An account of the embedded gateway. */
export interface SandboxAccount extends OptionsOf<typeof ACCOUNT_OPTIONS> {}

/** An account, checked and with its defaults, with its path for errors. */
export type GivenAccount = OptionValues<typeof ACCOUNT_OPTIONS> & { readonly path: string };

/** Reads the accounts. */
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

/** The characters of a token: it travels in a header. */
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
