import { text, texts } from '../../domain/check-values.js';
import { DEFAULT_SENDER } from '../../domain/sending/senders.js';
import {
  checkBoolean,
  checkFilled,
  checkFunction,
  checkWhole,
  entriesOf,
  invalid,
  oneOf,
} from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import type { Cassette } from '../../replay/cassette/cassette.js';
import type { GatewaySettings } from '../gateway/operations/settings.js';
import { amount, requiredText } from './checks.js';
import { counter } from './counter.js';

const CONTACT = {
  /** Kept as it is. */
  number: required(requiredText),
  /** Default: empty. */
  name: withDefault('', text),
};

/** A number that a contact group has from the start. */
export interface SandboxContact extends OptionsOf<typeof CONTACT> {}

type Contact = OptionValues<typeof CONTACT>;

const GROUP = {
  /** Unique in its account, not empty. */
  name: required(requiredText),
  /** A note. Default: empty. */
  info: withDefault('', text),
  /** Kept as they are, also what is no telephone number. Default: none. */
  numbers: withDefault<readonly SandboxContact[], readonly Contact[]>([], contacts),
};

/** A contact group that an account has from the start. */
export interface SandboxGroup extends OptionsOf<typeof GROUP> {}

/** A contact group of an account, checked, with its path for errors. */
export type GivenGroup = OptionValues<typeof GROUP> & { readonly path: string };

const ACCOUNT = {
  /** Unique, not empty. */
  username: required(username),
  /** As it is, whatever `hash` says. */
  password: required(requiredText),
  /** The form in which the client has to send the password: `'none'` (default) as it is, `'md5'` its hex digest. */
  hash: withDefault('none', oneOf('none', 'md5')),
  /**
   * Access tokens that the account is known by, besides its username and password, where an interface takes them
   * (specification section 5, rule 1): visible characters of ASCII, each token of one account only. SOAP takes none.
   * Default: none.
   */
  tokens: withDefault([], checkTokens),
  /** Points available at the start: 0, or 0.0001 to 900,000,000,000; they have four decimals. Default: 100. */
  points: withDefault(100, amount),
  /** The accepted sender names, the default one first. Default: `Test`. `2way` and `Eco` are always accepted. */
  senders: withDefault([DEFAULT_SENDER], texts),
  /** The contact groups at the start; their ids count from 1, over all accounts. Default: none. */
  groups: withDefault<readonly SandboxGroup[], readonly GivenGroup[]>([], groups),
  /**
   * The IP filter (specification section 5, rule 3): the addresses that may send, others get 105. Default: all; an
   * empty list lets nobody send. Every request of this process, with and without a socket, comes from `127.0.0.1`.
   */
  allowedAddresses: optional(texts),
  /**
   * Refuses with 53 an idx used in the last 24 hours, or of a scheduled message: `check_idx` of the HTTP
   * interface (section 4.1), for which SOAP has no field. Default: `false`.
   */
  uniqueIdx: withDefault(false, checkBoolean),
};

/** An account of the embedded gateway. */
export interface SandboxAccount extends OptionsOf<typeof ACCOUNT> {}

/** An account, checked and with its defaults, with its path for errors. */
export type GivenAccount = OptionValues<typeof ACCOUNT> & { readonly path: string };

const DEFAULT_ACCOUNT: GivenAccount = {
  ...readOptions({ username: 'demo', password: 'demo-password' }, ACCOUNT),
  path: 'accounts[0]',
};

export const SANDBOX_OPTIONS = {
  /**
   * The accounts. Default: one, username `demo`, password `demo-password` (sent as it is), 100 points, sender `Test`,
   * no groups.
   */
  accounts: withDefault<readonly SandboxAccount[], readonly GivenAccount[]>([DEFAULT_ACCOUNT], accounts),
  /**
   * A cassette, or its path: the first account has the groups, numbers, points, senders and messages that the recording
   * shows, as they were at its end. What it cannot tell is in `gaps`. Default: none.
   */
  from: optional<string | Pick<Cassette, 'file'>>((from) => from),
  /**
   * The current time; asked once per call. A call for which it gives no valid `Date` gets a Fault that says
   * so. What the history cannot show in 32 bits (before 1901-12-13, after 2038-01-19) is nil there. Default: the system
   * clock.
   */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
  /**
   * Gives the id of each message: unique; 1 to 32 (specification section 8) letters, digits, `-` and `_`, the first of
   * them a letter or a digit and at least one a digit from 1 to 9, so that a bare id is known from a word. A send for
   * which it gives anything else gets a Fault that says so, and is not carried out. Default: `1001`, `1002`, …
   */
  nextId: optional<() => string>(checkFunction),
  /**
   * Points for one part of a message: 0, or 0.0001 to 900,000,000,000; the specification shows no price. Default: 0.16.
   */
  pricePerPart: withDefault(0.16, amount),
  /**
   * The form of each entry of a send's response, which the specification does not show: `'id'` (default) for a bare id,
   * `'ok'` for `OK:<id>:<points>:<number>` as in section 2.2.
   */
  responseForm: withDefault('id', oneOf('id', 'ok')),
  /**
   * A number that is added to a group a second time, of which the specification does not speak: `'keep'`
   * (default) makes a second entry, `'refuse'` responds with 409.
   */
  duplicateNumbers: withDefault('keep', oneOf('keep', 'refuse')),
  /**
   * The most past requests that `requests` keeps, a whole number from 0 (none). When there are more, the older half
   * of them is given up at once; `callCount` counts them all the same. Default: 100,000.
   */
  maxKeptRequests: withDefault(100_000, (value: unknown, path: string) => checkWhole(value, path, 0)),
};

/**
 * Options of the embedded gateway. A name that is not among them is refused, and so is a value of another type, also
 * inside accounts and groups.
 *
 * About sends there is nothing to choose: a number that is not correct is skipped, and a repeated one, in whatever
 * spelling, is sent to once (specification section 4.1, rules 3 to 5). So a send to many can have fewer messages than
 * numbers, and `messages[i]` of its result is not always for `to[i]`; with `responseForm: 'ok'` each names its number.
 *
 * No small request makes a large one of itself: a text is measured before its placeholders are filled in (12), names
 * have at most 1,000 characters and infos 10,000 (4111), and what would be a response of more than 64 MiB of messages
 * (19), or 256 MiB of numbers or groups (4112), is refused before it is written.
 */
export interface SandboxOptions extends OptionsOf<typeof SANDBOX_OPTIONS> {}

function contacts(given: readonly SandboxContact[], path: string): readonly Contact[] {
  return entriesOf(given, path).map(([each, contact]) => readOptions(contact, CONTACT, { path: each }));
}

function groups(given: readonly SandboxGroup[], path: string): readonly GivenGroup[] {
  return entriesOf(given, path).map(([each, group]) => ({ ...readOptions(group, GROUP, { path: each }), path: each }));
}

function accounts(given: readonly SandboxAccount[], path: string): readonly GivenAccount[] {
  const all = entriesOf(given, path).map(([each, account]) => ({
    ...readOptions(account, ACCOUNT, { path: each }),
    path: each,
  }));
  const names = new Set<string>();
  const tokens = new Set<string>();
  for (const account of all) {
    if (names.has(account.username)) invalid(`${account.path}.username`, 'stands twice');
    names.add(account.username);
    for (const [index, token] of account.tokens.entries()) {
      if (tokens.has(token)) invalid(`${account.path}.tokens[${index}]`, 'stands twice');
      tokens.add(token);
    }
  }
  return all;
}

function username(value: unknown, path: string): string {
  const name = requiredText(value, path);
  return name === '' ? invalid(path, 'is empty') : name;
}

/** The characters of a token: it travels in a header. */
const TOKEN = /^[!-~]+$/;

function checkTokens(tokens: readonly string[], path: string): readonly string[] {
  return entriesOf(tokens, path).map(([each, token]) => {
    if (TOKEN.test(checkFilled(token, each))) return token;
    return invalid(each, 'has characters that a token cannot have in a header: visible ones of ASCII are needed');
  });
}

const FIRST_MESSAGE_ID = 1001;

/** The values of all options but the accounts. */
export interface SandboxSettings extends Omit<GatewaySettings, 'canShow'> {
  readonly responseForm: 'id' | 'ok';
}

/**
 * Makes the settings of the options.
 *
 * @param taken - messages that are there already, whose ids are taken
 */
export function settingsOf(
  options: OptionValues<typeof SANDBOX_OPTIONS>,
  taken: readonly { readonly id: string }[],
): SandboxSettings {
  const messageIds = counter(firstFreeId(taken));
  const { now, nextId = () => String(messageIds()), pricePerPart, responseForm, duplicateNumbers } = options;
  return { now, nextId, pricePerPart, responseForm, duplicateNumbers };
}

/** The first id that is greater than all that are taken. */
function firstFreeId(taken: readonly { readonly id: string }[]): number {
  const numbers = taken.map(({ id }) => (/^\d{1,15}$/.test(id) ? Number(id) : 0));
  return numbers.reduce((greatest, number) => Math.max(greatest, number + 1), FIRST_MESSAGE_ID);
}
