import { text } from '../../domain/check-values.js';
import { type InterfaceVariant, type LineFeedSeptets, lineFeedSeptets } from '../../domain/sending/message-parts.js';
import { checkBoolean, checkFilled, checkFunction, checkWhole, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import type { GatewaySettings } from '../gateway/operations/settings.js';
import { DEFAULT_CODES, type OwnCodes } from '../gateway/refusal/own-codes.js';
import { counter } from '../sources/counter.js';
import { ACCOUNT_OPTIONS, accounts, type GivenAccount, type SandboxAccount } from './account-options.js';
import {
  type CallbackSettings,
  callbackSettings,
  DEFAULT_CALLBACKS,
  type SandboxCallbackOptions,
} from './callback-options.js';
import { amount } from './checks.js';
import { codeSettings, type SandboxCodeOptions } from './code-options.js';
import {
  type DeliveryScript,
  deliveryScript,
  type GivenScript,
  type NetworkOf,
  NO_SCRIPT,
  networkOf,
  ONE_NETWORK,
  type SandboxNetwork,
} from './delivery-options.js';
import { DEFAULT_HTTP, type HttpSettings, httpSettings, type SandboxHttpOptions } from './http-options.js';
import {
  type GivenRateLimit,
  type LatencyOf,
  latency,
  NO_LATENCY,
  rateLimit,
  type SandboxLatency,
  type SandboxRateLimit,
} from './load-options.js';
import { type NewAccountOf, newAccounts, type SandboxNewAccount, type SandboxNewcomer } from './new-account-options.js';

const DEFAULT_ACCOUNT: GivenAccount = {
  ...readOptions({ username: 'demo', password: 'demo-password', tokens: ['demo-token'] }, ACCOUNT_OPTIONS),
  path: 'accounts[0]',
};

export const SANDBOX_OPTIONS = {
  /**
   * The accounts. Default: one, username `demo`, password `demo-password` (sent as it is), token `demo-token`, 100
   * points, sender `Test`, no groups.
   */
  accounts: withDefault<readonly SandboxAccount[], readonly GivenAccount[]>([DEFAULT_ACCOUNT], accounts),
  /**
   * Makes an account for credentials that nobody has, when they are used for the first time: `true` for one as
   * `accounts` have by default, options for one that has them, or a function that gives the options for each, and
   * `undefined` for who is refused. A username is known by the password that it came with, as it came, and no other; a
   * token by nothing else, and its account is called `account-1`, `account-2` and so on. By mail none is made. So each
   * test can have an account of its own, which no other sees. Default: `false`; they are refused (101).
   */
  newAccounts: withDefault<
    boolean | SandboxNewAccount | ((newcomer: SandboxNewcomer) => SandboxNewAccount | undefined),
    NewAccountOf | undefined
  >(undefined, newAccounts),
  /**
   * The current time; asked once per call. With a clock of your own callbacks go out in `callbacks.settle()`, and not
   * by themselves. A call for which it gives no valid `Date` gets a Fault that says
   * so. What the history cannot show in 32 bits (before 1901-12-13, after 2038-01-19) is nil there. Default: the system
   * clock.
   */
  now: optional<() => Date>(checkFunction),
  /**
   * Gives the id of each message: unique; 1 to 32 (specification section 8) letters, digits, `-` and `_`, the first of
   * them a letter or a digit and at least one a digit from 1 to 9, so that a bare id is known from a word. A send for
   * which it gives anything else gets a Fault that says so, and is not carried out. Default: `1001`, `1002`, …
   */
  nextId: optional<() => string>(checkFunction),
  /**
   * The variant of the HTTP interface whose limits, parameters and default sender name it has. Default: the wider of
   * both limits (10 parts), all parameters, and the sender name of the current one.
   */
  variant: optional<InterfaceVariant>(oneOf('current', 'earlier')),
  /**
   * The variant whose limits, tokens and sender names SOAP has, of which the specification shows none. Default: as
   * `variant`.
   */
  soapVariant: optional<InterfaceVariant>(oneOf('current', 'earlier')),
  /**
   * Points for one part of an SMS: 0, or 0.0001 to 900,000,000,000; the specification shows no price. Default: 0.16.
   */
  pricePerPart: withDefault(0.16, amount),
  /** Points for an MMS. Default: 0.4. */
  pricePerMms: withDefault(0.4, amount),
  /** Points for a voice message. Default: 0.25. */
  pricePerVms: withDefault(0.25, amount),
  /** Points for a number that is looked up. Default: 0.1. */
  pricePerLookup: withDefault(0.1, amount),
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
   * The entries of a number that soap_DelNumber deletes where the request has a name, of which the specification does
   * not speak: `'named'` (default) those of that name alone, 4200 where there is none; `'all'`, as a gateway does that
   * looks at the number alone. Without a name all entries of the number are deleted either way.
   */
  deletedEntries: withDefault('named', oneOf('named', 'all')),
  /**
   * The numbers that the values of `idx` belong to, as many as there are of them (18): `'submitted'` (default) those of
   * the order as it came, `'sent'` those that messages go out to, without skipped and repeated ones.
   */
  idxOf: withDefault('submitted', oneOf('submitted', 'sent')),
  /**
   * The idx that stays where a number comes twice in a send and is sent to once (specification section 4.1, rule 4):
   * that of the `'first'` (default) or of the `'last'`; the params are those of the first.
   */
  repeatedIdx: withDefault('first', oneOf('first', 'last')),
  /**
   * The text whose parts `maxParts` limits (12): `'template'` (default) before its placeholders are filled in, `'text'`
   * as each recipient gets it.
   */
  maxPartsOf: withDefault('template', oneOf('template', 'text')),
  /**
   * The text whose parts are charged, of which the specification (section 4.1) does not speak: `'text'` (default) as
   * each recipient gets it, `'template'` before its placeholders are filled in, with the links in it as they are sent.
   */
  priceOf: withDefault('text', oneOf('text', 'template')),
  /**
   * The SMS of a send of which there may be 100 at most (19): `'params'` (default) those with params of their own,
   * `'idx'` those with an idx, too.
   */
  personalisedBy: withDefault('params', oneOf('params', 'idx')),
  /** The placeholder of a field that a contact lacks: `'empty'` (default) becomes nothing, `'kept'` stays. */
  missingFields: withDefault('empty', oneOf('empty', 'kept')),
  /**
   * What a send with `single` refuses with 12, of which the specification says "longer than 160 characters": `'part'`
   * (default) what needs more than one part, `'160'` what has more than 160 characters, special ones or not.
   */
  singleLength: withDefault('part', oneOf('part', '160')),
  /** The septets of a line feed in a text: 1 (default), as GSM 03.38 has it, or 2, as some gateways count. */
  lineFeedSeptets: withDefault<LineFeedSeptets>(1, lineFeedSeptets),
  /**
   * The hours in which an idx is not accepted a second time (53), a whole number from 1 to 8784. Default: 24; for the
   * earlier interface another table of the specification says four days (96).
   */
  usedIdxHours: withDefault(24, (value: unknown, path: string) => checkWhole(value, path, 1, 8784)),
  /**
   * An idx that came by SOAP, which knows no `check_idx`: `'kept'` (default) is used for the other interfaces, too,
   * `'forgotten'` for none, whatever `uniqueIdx` of the account says.
   */
  soapIdx: withDefault('kept', oneOf('kept', 'forgotten')),
  /**
   * The idx of a send that is refused, whatever the code, of which the specification (section 4.1, `check_idx`) does
   * not speak: `'free'` (default), or `'used'` up as those of accepted ones are, the newest 100,000 of an account. A
   * request that cannot be read, or has a date that cannot (54), uses up none.
   */
  refusedIdx: withDefault('free', oneOf('free', 'used')),
  /** The ids of messages that are only tested: `'made'` (default) as ever, or `'empty'`. */
  testIds: withDefault('made', oneOf('made', 'empty')),
  /**
   * The flags of a sub-user that an edit leaves out, of which the specification says "same as Add": `'zero'` (default)
   * switches them off, `'kept'` leaves them as they are.
   */
  leftOutFlags: withDefault('zero', oneOf('zero', 'kept')),
  /**
   * The passwords of sub-users, of which the specification shows digests: `'md5'` (default) refuses others with 1123,
   * `'any'` takes every text.
   */
  userPasswords: withDefault('md5', oneOf('md5', 'any')),
  /** Lists with code 53 the numbers whose idx was used. Default: `true`, with the variant `'earlier'` `false`. */
  listsUsedIdx: optional(checkBoolean),
  /** The codes that refuse what has none in the specification (section 7). */
  codes: withDefault<SandboxCodeOptions, OwnCodes>(DEFAULT_CODES, codeSettings),
  /** The forms of the HTTP interface that the specification leaves open. */
  http: withDefault<SandboxHttpOptions, HttpSettings>(DEFAULT_HTTP, httpSettings),
  /** How callbacks are sent, and where those of all accounts go. Default: nowhere. */
  callbacks: withDefault<SandboxCallbackOptions, CallbackSettings>(DEFAULT_CALLBACKS, callbackSettings),
  /**
   * The statuses that messages come to, by the gateway's clock, at most 100 each: a list, or a function that gives the
   * list of each message, and `undefined` for the default. With `[{ status: 'DELIVERED' }]` all are delivered at once.
   * A send for which it gives no list is not carried out, and the answer says so. Default: SENT, and DELIVERED after
   * five seconds.
   */
  deliveryScript: withDefault<DeliveryScript, GivenScript>(NO_SCRIPT, deliveryScript),
  /**
   * Gives the network of a number for delivery reports and lookups; without one (`undefined`) a lookup fails. Default:
   * one of the codes that are kept for tests (001, 01) for all.
   */
  network: withDefault<(number: string) => SandboxNetwork | undefined, NetworkOf>(ONE_NETWORK, networkOf),
  /**
   * The most requests with right credentials in a time; requests that fail by order do not count. What is too much is
   * not carried out. Default: no limit.
   */
  rateLimit: optional<SandboxRateLimit, GivenRateLimit>(rateLimit),
  /**
   * The time by which responses leave later than the request was carried out, in milliseconds of real time: a number, a
   * range (`{ fromMs, toMs, seed }`), or a function that is asked for each request with its operation. Connections that
   * break off by order do so at once. Default: 0.
   */
  latency: withDefault<SandboxLatency, () => LatencyOf>(NO_LATENCY, latency),
  /** The host of shortened links and opt-out links. Default: `short.test`. */
  shortHost: withDefault('short.test', (value: unknown, path: string) => checkFilled(text(value, path), path)),
  /**
   * The most past requests that `requests` keeps, and past callbacks that `callbacks.sent` does, a whole number from 0
   * (none). When there are more, the older half of them is given up at once; `callCount` counts them all the same.
   * Default: 100,000.
   */
  maxKeptRequests: withDefault(100_000, (value: unknown, path: string) => checkWhole(value, path, 0)),
  /**
   * The most messages that it keeps, of all accounts together, a whole number from 1. When there are more, the older
   * half of them is forgotten at once: they are missing from `messages()`, `account()` and the history, their links
   * lead nowhere, and their idx are free again. Callbacks about them still go out. Default: 100,000.
   */
  maxKeptMessages: withDefault(100_000, (value: unknown, path: string) => checkWhole(value, path, 1)),
};

/**
 * Options of the embedded gateway. A name that is not among them is refused, and so is a value of another type, also
 * inside accounts and groups.
 *
 * About sends there is nothing to choose: a number that is not correct is skipped, and a repeated one, in whatever
 * spelling, is sent to once (specification section 4.1, rules 3 to 5). So a send to many can have fewer messages than
 * numbers, and `messages[i]` of its result is not always for `to[i]`, but `recipients[i]` is; with `responseForm: 'ok'`
 * each message names its number.
 *
 * No small request makes a large one of itself: a text is measured before its placeholders are filled in (12), names
 * have at most 1,000 characters and infos 10,000 (4111), and what would be a response of more than 64 MiB of messages
 * (19), 32 MiB of a send with `details` (19), or 256 MiB of numbers or groups (4112), is refused before it is written,
 * and so are more than 20,000 of the longest texts that differ (19).
 */
export interface SandboxOptions extends OptionsOf<typeof SANDBOX_OPTIONS> {}

const HOUR_MS = 60 * 60 * 1000;
const FIRST_MESSAGE_ID = 1001;
/** Of the suffix of a link. */
const SUFFIX_LENGTH = 6;

/** The values of all options but the accounts. */
export interface SandboxSettings extends Omit<GatewaySettings, 'canShow'> {
  readonly responseForm: 'id' | 'ok';
}

/** Makes the settings of the options. */
export function settingsOf(options: OptionValues<typeof SANDBOX_OPTIONS>): SandboxSettings {
  const messageIds = counter(FIRST_MESSAGE_ID);
  const suffixes = counter(1);
  const { variant, pricePerPart, pricePerMms, pricePerVms, pricePerLookup } = options;
  return {
    now: options.now ?? (() => new Date()),
    nextId: options.nextId ?? (() => String(messageIds())),
    stepsOf: options.deliveryScript,
    nextSuffix: () => suffixes().toString(36).padStart(SUFFIX_LENGTH, '0'),
    variant,
    prices: { part: pricePerPart, mms: pricePerMms, vms: pricePerVms, lookUp: pricePerLookup },
    responseForm: options.responseForm,
    duplicateNumbers: options.duplicateNumbers,
    deletedEntries: options.deletedEntries,
    idxOf: options.idxOf,
    repeatedIdx: options.repeatedIdx,
    maxPartsOf: options.maxPartsOf,
    priceOf: options.priceOf,
    personalisedBy: options.personalisedBy,
    missingFields: options.missingFields,
    singleLength: options.singleLength,
    lineFeedSeptets: options.lineFeedSeptets,
    keepsIdx: true,
    refusedIdx: options.refusedIdx,
    idxMemoryMs: options.usedIdxHours * HOUR_MS,
    testIds: options.testIds,
    leftOutFlags: options.leftOutFlags,
    userPasswords: options.userPasswords,
    listsUsedIdx: options.listsUsedIdx ?? variant !== 'earlier',
    codes: options.codes,
    shortHost: options.shortHost,
  };
}
