import { checkFunction, checkOneOf } from '../../options/check.js';
import type { KnownNames } from '../../options/names.js';
import type { Cassette } from '../../replay/cassette/cassette.js';
import type { GatewaySettings } from '../gateway/operations/settings.js';
import { amount } from './checks.js';
import { counter } from './counter.js';

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
export interface SandboxOptions {
  /**
   * The accounts. Default: one, username `demo`, password `demo-password` (sent as it is), 100 points, sender `Test`,
   * no groups.
   */
  readonly accounts?: readonly SandboxAccount[] | undefined;
  /**
   * A cassette, or its path: the first account has the groups, numbers, points, senders and messages that the recording
   * shows, as they were at its end. What it cannot tell is in `gaps`. Default: none.
   */
  readonly from?: string | Pick<Cassette, 'file'> | undefined;
  /**
   * The current time; asked once per call. A call for which it gives no valid `Date` gets a Fault that says
   * so. What the history cannot show in 32 bits (before 1901-12-13, after 2038-01-19) is nil there. Default: the system
   * clock.
   */
  readonly now?: (() => Date) | undefined;
  /**
   * Gives the id of each message: unique; 1 to 32 (specification section 8) letters, digits, `-` and `_`, the first of
   * them a letter or a digit and at least one a digit from 1 to 9, so that a bare id is known from a word. A send for
   * which it gives anything else gets a Fault that says so, and is not carried out. Default: `1001`, `1002`, …
   */
  readonly nextId?: (() => string) | undefined;
  /**
   * Points for one part of a message: 0, or 0.0001 to 900,000,000,000; the specification shows no price. Default: 0.16.
   */
  readonly pricePerPart?: number | undefined;
  /**
   * The form of each entry of a send's response, which the specification does not show: `'id'` (default) for a bare id,
   * `'ok'` for `OK:<id>:<points>:<number>` as in section 2.2.
   */
  readonly responseForm?: 'id' | 'ok' | undefined;
  /**
   * A number that is added to a group a second time, of which the specification does not speak: `'keep'`
   * (default) makes a second entry, `'refuse'` responds with 409.
   */
  readonly duplicateNumbers?: 'keep' | 'refuse' | undefined;
  /**
   * The most past requests that `requests` keeps, a whole number from 0 (none). When there are more, the older half
   * of them is given up at once; `callCount` counts them all the same. Default: 100,000.
   */
  readonly maxKeptRequests?: number | undefined;
}

/** An account of the embedded gateway. */
export interface SandboxAccount {
  /** Unique, not empty. */
  readonly username: string;
  readonly password: string;
  /** The form in which the client has to send the password: `'none'` (default) as it is, `'md5'` its hex digest. */
  readonly hash?: 'none' | 'md5' | undefined;
  /**
   * Access tokens that the account is known by, besides its username and password, where an interface takes them
   * (specification section 5, rule 1): visible characters of ASCII, each token of one account only. SOAP takes none.
   * Default: none.
   */
  readonly tokens?: readonly string[] | undefined;
  /** Points available at the start: 0, or 0.0001 to 900,000,000,000; they have four decimals. Default: 100. */
  readonly points?: number | undefined;
  /** The accepted sender names, the default one first. Default: `Test`. `2way` and `Eco` are always accepted. */
  readonly senders?: readonly string[] | undefined;
  /** The contact groups at the start; their ids count from 1, over all accounts. Default: none. */
  readonly groups?: readonly SandboxGroup[] | undefined;
  /**
   * The IP filter (specification section 5, rule 3): the addresses that may send, others get 105. Default: all; an
   * empty list lets nobody send. Every request of this process, with and without a socket, comes from `127.0.0.1`.
   */
  readonly allowedAddresses?: readonly string[] | undefined;
  /**
   * Refuses with 53 an idx used in the last 24 hours, or of a scheduled message: `check_idx` of the HTTP
   * interface (section 4.1), for which SOAP has no field. Default: `false`.
   */
  readonly uniqueIdx?: boolean | undefined;
}

/** A contact group that an account has from the start. */
export interface SandboxGroup {
  /** Unique in its account, not empty. */
  readonly name: string;
  readonly info?: string | undefined;
  /** Kept as they are, also what is no telephone number. Default: none. */
  readonly numbers?: readonly SandboxContact[] | undefined;
}

/** A number that a contact group has from the start. */
export interface SandboxContact {
  readonly number: string;
  /** Default: empty. */
  readonly name?: string | undefined;
}

/** The names of all options. */
export const SANDBOX_OPTIONS: KnownNames<SandboxOptions> = {
  accounts: true,
  from: true,
  now: true,
  nextId: true,
  pricePerPart: true,
  responseForm: true,
  duplicateNumbers: true,
  maxKeptRequests: true,
};

const DEFAULT_PRICE = 0.16;
const FIRST_MESSAGE_ID = 1001;

/** The values of all options but the accounts. */
export interface SandboxSettings extends Omit<GatewaySettings, 'canShow'> {
  readonly responseForm: NonNullable<SandboxOptions['responseForm']>;
}

/**
 * The settings that the options stand for.
 *
 * @param taken - messages that are there already, whose ids are taken
 * @throws ValidationError when an option is not usable
 */
export function settingsOf(options: SandboxOptions, taken: readonly { readonly id: string }[]): SandboxSettings {
  const messageIds = counter(firstFreeId(taken));
  const {
    now = () => new Date(),
    nextId = () => String(messageIds()),
    pricePerPart = DEFAULT_PRICE,
    responseForm = 'id',
    duplicateNumbers = 'keep',
  } = options;
  return {
    now: checkFunction(now, 'now'),
    nextId: checkFunction(nextId, 'nextId'),
    pricePerPart: amount(pricePerPart, 'pricePerPart'),
    responseForm: checkOneOf(responseForm, ['id', 'ok'], 'responseForm'),
    duplicateNumbers: checkOneOf(duplicateNumbers, ['keep', 'refuse'], 'duplicateNumbers'),
  };
}

/** The first id that is greater than all that are taken. */
function firstFreeId(taken: readonly { readonly id: string }[]): number {
  const numbers = taken.map(({ id }) => (/^\d{1,15}$/.test(id) ? Number(id) : 0));
  return numbers.reduce((greatest, number) => Math.max(greatest, number + 1), FIRST_MESSAGE_ID);
}
