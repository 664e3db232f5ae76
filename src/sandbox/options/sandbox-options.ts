import { text } from '../../domain/check-values.js';
import { type InterfaceVariant, type LineFeedSeptets, lineFeedSeptets } from '../../domain/sending/message-parts.js';
import { isFinalStatus, STATUSES, type StatusName } from '../../domain/statuses.js';
import { ValidationError } from '../../errors/errors.js';
import {
  checkBoolean,
  checkFunction,
  checkWhole,
  entriesOf,
  invalid,
  MAX_TIMER_MS,
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
import { type DeliveryFacts, UnusableOption } from '../gateway/call.js';
import type { DeliveryStep } from '../gateway/store/message.js';
import {
  ACCOUNT_OPTIONS,
  type AccountOptions,
  accounts,
  amount,
  type NewAccountOptions,
  newAccounts,
  type SandboxAccount,
  type SandboxNewAccount,
} from './account-options.js';
import {
  type CallbackSettings,
  callbackSettings,
  DEFAULT_CALLBACKS,
  type SandboxCallbackOptions,
} from './callback-options.js';
import { DEFAULT_HTTP, type HttpSettings, httpSettings, type SandboxHttpOptions } from './interface-options.js';

const STATUS_NAMES = Object.keys(STATUSES) as readonly StatusName[];

const STEP = {
  /** The name of the status: `'SENT'`, `'DELIVERED'`, `'UNDELIVERED'` and so on. */
  status: required<StatusName, StatusName>((name, path) => oneOf(...STATUS_NAMES)(name, path)),
  /** The time after sending, in milliseconds. Default: 0. */
  afterMs: withDefault(0, (value: unknown, path: string) => checkWhole(value, path, 0)),
  /** The key that the recipient of a voice message pressed. Default: none. */
  pressed: optional(text),
  /** The length of the call of a voice message, in seconds. Default: none. */
  durationSeconds: optional((value: unknown, path: string) => checkWhole(value, path, 0)),
};

/** A status of a message. */
export interface SandboxDeliveryStep extends OptionsOf<typeof STEP> {}

/** A message, as passed to a function that returns its statuses. */
export type SandboxDelivery = DeliveryFacts;

/** The statuses of messages: a list for all, or a function that returns the list of each message. */
export type DeliveryScript =
  | readonly SandboxDeliveryStep[]
  | ((message: SandboxDelivery) => readonly SandboxDeliveryStep[] | undefined);

type StepsOf = (message: SandboxDelivery) => readonly DeliveryStep[] | undefined;

const NETWORK = {
  /** The mobile country code. */
  mcc: required(text),
  /** The mobile network code. */
  mnc: required(text),
  /** The name of the network. */
  name: required(text),
  /** The original network of a ported number. Default: `null`, not ported. */
  portedFrom: withDefault<string | null, string | null>(null, (value, path) =>
    value === null ? null : text(value, path),
  ),
};

/** The network of a number. */
export interface SandboxNetwork extends OptionsOf<typeof NETWORK> {}

export type NetworkOf = (number: string) => OptionValues<typeof NETWORK> | undefined;

/** The codes that ITU-T E.212 reserves for tests. */
const TEST_NETWORK = { mcc: '001', mnc: '01', name: 'Test', portedFrom: null };

const RATE_LIMIT = {
  /** The maximum number of requests in a window, a whole number from 1. */
  requests: required((value: number, path: string) => checkWhole(value, path, 1)),
  /**
   * The length of a window in milliseconds, by the gateway's clock. A window starts with its first request. Default:
   * 1000.
   */
  windowMs: withDefault(1000, (value: unknown, path: string) => checkWhole(value, path, 1)),
  /**
   * The response to a request over the limit: `'code'` (default) for code 203 in the form of the interface, `'status'`
   * for HTTP status 429 with `Retry-After` in seconds.
   */
  answer: withDefault('code', oneOf('code', 'status')),
};

/** A rate limit per account and time window. The specification defines none. */
export interface SandboxRateLimit extends OptionsOf<typeof RATE_LIMIT> {}

export type RateLimitSettings = OptionValues<typeof RATE_LIMIT>;

/** The delay of responses: milliseconds, or a function called for each request. */
export type SandboxLatency = number | ((operation: string) => number);

type LatencyOf = (operation: string) => number;

const FACT = withDefault<string, string | null>(null, text);

export const VISITOR = {
  /** For example `iPhone`. Default: none. */
  device: FACT,
  /** For example `iOS`. Default: none. */
  operatingSystem: FACT,
  /** For example `Safari`. Default: none. */
  browser: FACT,
  /** The visitor's IP address. Default: none. */
  ip: FACT,
};

/** The person who opens a short link. */
export interface Visitor extends OptionsOf<typeof VISITOR> {}

const DEFAULT_ACCOUNT: AccountOptions = {
  ...readOptions({ username: 'demo', password: 'demo-password', tokens: ['demo-token'] }, ACCOUNT_OPTIONS),
  path: 'accounts[0]',
};

export const SANDBOX_OPTIONS = {
  /**
   * The accounts. Default: one, with username `demo`, password `demo-password` (sent in plain text), token
   * `demo-token`, 100 points, sender `Test` and no groups.
   */
  accounts: withDefault<readonly SandboxAccount[], readonly AccountOptions[]>([DEFAULT_ACCOUNT], accounts),
  /**
   * Creates an account when unknown credentials are used for the first time, so that each test can have its own
   * account. `true`: an account with the defaults of `accounts`. An object: an account with these options.
   *
   * The account of a username accepts only the password of its first request, exactly as received. The account of a
   * token accepts only this token; it is named `account-1`, `account-2` and so on. Mail does not create accounts.
   * Default: `false`; unknown credentials are refused (101).
   */
  newAccounts: withDefault<boolean | SandboxNewAccount, NewAccountOptions | undefined>(undefined, newAccounts),
  /**
   * Returns the current time; called once per call. If it is set, callbacks are sent only in `callbacks.settle()`,
   * without timers. If it does not return a valid `Date`, the call is not executed, and its response contains the
   * reason: a Fault over SOAP, code 999 over HTTP, SMTP status 451 for mail. The history shows times before 1901-12-13
   * or after 2038-01-19 as nil, because they do not fit in 32 bits. Default: the system clock.
   */
  now: optional<() => Date>(checkFunction),
  /**
   * Returns the id of each message. It must be unique and have 1 to 32 (specification section 8) letters, digits, `-`
   * and `_`. The first character must be a letter or a digit, and at least one must be a digit from 1 to 9, so that a
   * bare id differs from a word. If it returns anything else, the send is not executed, and its response contains the
   * reason: a Fault over SOAP, code 999 over HTTP, SMTP status 451 for mail. Default: `1001`, `1002`, …
   */
  nextId: optional<() => string>(checkFunction),
  /**
   * The variant of the HTTP interface. It determines the limits, the parameters and the default sender name. Default:
   * the higher of both limits (10 parts), all parameters, and the sender name of the current variant.
   */
  variant: optional<InterfaceVariant>(oneOf('current', 'earlier')),
  /**
   * The variant that determines the limits, tokens and sender names of SOAP. The specification does not define it.
   * Default: same as `variant`.
   */
  soapVariant: optional<InterfaceVariant>(oneOf('current', 'earlier')),
  /**
   * Points for one part of an SMS: 0, or 0.0001 to 900,000,000,000. The specification defines no price. Default: 0.16.
   */
  pricePerPart: withDefault(0.16, amount),
  /** Points for an MMS. Default: 0.4. */
  pricePerMms: withDefault(0.4, amount),
  /** Points for a voice message. Default: 0.25. */
  pricePerVms: withDefault(0.25, amount),
  /** Points for the lookup of one number. Default: 0.1. */
  pricePerLookup: withDefault(0.1, amount),
  /**
   * The form of each entry in the response of a SOAP send, which the specification does not define: `'id'` (default)
   * for a bare id, `'ok'` for `OK:<id>:<points>:<number>` as in section 2.2.
   */
  responseForm: withDefault('id', oneOf('id', 'ok')),
  /**
   * The result of adding a number to a group again, which the specification does not define: `'keep'` (default) creates
   * a second entry, `'refuse'` responds with 409.
   */
  duplicateNumbers: withDefault('keep', oneOf('keep', 'refuse')),
  /**
   * The entries that soap_DelNumber deletes if the request has a name: `'named'` (default) deletes those with this
   * name, and responds with 4200 if there are none; `'all'` deletes every entry of the number. Without a name, all
   * entries of the number are deleted.
   */
  deletedEntries: withDefault('named', oneOf('named', 'all')),
  /**
   * The texts that a send with `single` refuses with 12. The specification says "longer than 160 characters". `'part'`
   * (default): texts of more than one part. `'160'`: texts of more than 160 characters of any kind.
   */
  singleLength: withDefault('part', oneOf('part', '160')),
  /** The septets of a line feed in a text: 1 (default) as in GSM 03.38, or 2 as some gateways count. */
  lineFeedSeptets: withDefault<LineFeedSeptets>(1, lineFeedSeptets),
  /**
   * The number of hours in which a used idx is refused (53), a whole number from 1 to 8784. Default: 24. For the
   * earlier interface, another table of the specification gives four days (96).
   */
  usedIdxHours: withDefault(24, (value: unknown, path: string) => checkWhole(value, path, 1, 8784)),
  /** The ids in the response of a test send: `'made'` (default) for generated ids, or `'empty'`. */
  testIds: withDefault('made', oneOf('made', 'empty')),
  /**
   * Lists the numbers with a used idx in a refusal with code 53. Default: `true`; `false` with the variant `'earlier'`.
   */
  listsUsedIdx: optional(checkBoolean),
  /** Forms of the HTTP interface that the specification does not define. */
  http: withDefault<SandboxHttpOptions, HttpSettings>(DEFAULT_HTTP, httpSettings),
  /** How callbacks are sent, and the addresses for accounts without their own. Default: no addresses. */
  callbacks: withDefault<SandboxCallbackOptions, CallbackSettings>(DEFAULT_CALLBACKS, callbackSettings),
  /**
   * The statuses of messages, at most 100 each, by the gateway's clock: a list for all messages, or a function that
   * returns the list of each message, and `undefined` for the default. With `[{ status: 'DELIVERED' }]`, all messages
   * are delivered at once. If the function does not return a list, the send is not executed and the response contains
   * the reason. Default: SENT, then DELIVERED after five seconds.
   */
  deliveryScript: withDefault<DeliveryScript, StepsOf>(() => undefined, deliveryScript),
  /**
   * Returns the network of a number, for delivery reports and lookups. If it returns `undefined`, the lookup fails.
   * Default: the test network (001, 01) for all numbers.
   */
  network: withDefault<(number: string) => SandboxNetwork | undefined, NetworkOf>(() => TEST_NETWORK, networkOf),
  /**
   * The maximum number of requests of an account with correct credentials in a time window. Injected failures do not
   * count. Requests over the limit are not executed. Default: no limit.
   */
  rateLimit: optional<SandboxRateLimit, RateLimitSettings>((input, path) => readOptions(input, RATE_LIMIT, { path })),
  /**
   * The delay between the execution of a request and its response, in milliseconds of real time: a number, or a
   * function of the operation. Injected drops are not delayed. Default: 0.
   */
  latency: withDefault<SandboxLatency, LatencyOf>(() => 0, latency),
  /**
   * The maximum number of entries in `requests` and in `callbacks.sent`, a whole number from 0 (none). If it is
   * exceeded, the older half is dropped at once. `callCount` still counts them. Default: 100,000.
   */
  maxKeptRequests: withDefault(100_000, (value: unknown, path: string) => checkWhole(value, path, 0)),
  /**
   * The maximum number of kept messages of all accounts together, a whole number from 1. If it is exceeded, the older
   * half is dropped at once: these messages are missing in `messages()`, `account()` and the history, their links are
   * no longer valid, and their idx can be used again. Their callbacks are still sent. Default: 100,000.
   */
  maxKeptMessages: withDefault(100_000, (value: unknown, path: string) => checkWhole(value, path, 1)),
};

/**
 * Options of the embedded gateway. Unknown names and wrong types are refused, also inside accounts and groups.
 *
 * A send skips invalid numbers. A repeated number, in any format, gets one message unless the request allows duplicates
 * (specification section 4.1, rules 3 to 5). A send to many can therefore have fewer messages than numbers:
 * `messages[i]` of its result is for `recipients[i]`, not always for `to[i]`. With `responseForm: 'ok'` each message
 * contains its number.
 *
 * A request that exceeds one of these limits is refused before its response is written:
 *
 * - A text with placeholders is measured before they are filled in (12).
 * - Names have at most 1,000 characters (4111), infos 10,000 (4111).
 * - A response has at most 64 MiB of messages (19), or 32 MiB for a send with `details` (19).
 * - A response has at most 256 MiB of numbers or groups (4112).
 * - The texts of a send with placeholders are together at most as long as 20,000 texts of maximum length (19).
 */
export interface SandboxOptions extends OptionsOf<typeof SANDBOX_OPTIONS> {}

/** The options, validated and with defaults. */
export type SandboxSettings = OptionValues<typeof SANDBOX_OPTIONS>;

function deliveryScript(input: DeliveryScript, path: string): StepsOf {
  if (typeof input !== 'function') {
    const steps = readSteps(input, path);
    return () => steps;
  }
  return (message) => {
    const steps = called(() => input(message), path);
    try {
      return steps === undefined ? undefined : readSteps(steps, path);
    } catch (error) {
      const why = error instanceof ValidationError ? ` (${error.message})` : '';
      throw new UnusableOption(path, `must return a list of statuses${why}`);
    }
  };
}

const MAX_STEPS = 100;

function readSteps(input: readonly SandboxDeliveryStep[], path: string): readonly DeliveryStep[] {
  const entries = entriesOf(input, path);
  if (entries.length > MAX_STEPS) invalid(path, `must have at most ${MAX_STEPS} entries`);
  const steps: DeliveryStep[] = [];
  for (const [each, entry] of entries) {
    const { status: name, afterMs, pressed, durationSeconds } = readOptions(entry, STEP, { path: each });
    const before = steps.at(-1);
    if (before !== undefined && isFinalStatus(before.status)) invalid(each, 'must not follow a final status');
    if (before !== undefined && afterMs < before.afterMs) {
      invalid(`${each}.afterMs`, 'must not be less than that of the previous entry');
    }
    steps.push({ status: STATUSES[name], afterMs, pressed, durationSeconds });
  }
  return steps;
}

function networkOf(callback: (number: string) => SandboxNetwork | undefined, path: string): NetworkOf {
  checkFunction(callback, path);
  return (number) => {
    const network = called(() => callback(number), path);
    if (network === undefined) return undefined;
    try {
      return readOptions(network, NETWORK, { path });
    } catch {
      throw new UnusableOption(path, 'must return mcc, mnc and name, or undefined');
    }
  };
}

function latency(input: SandboxLatency, path: string): LatencyOf {
  if (typeof input === 'number') {
    const ms = checkWhole(input, path, 0, MAX_TIMER_MS);
    return () => ms;
  }
  if (typeof input !== 'function') return invalid(path, 'must be a number or a function');
  return (operation) => {
    const ms: unknown = called(() => input(operation), path);
    if (typeof ms === 'number' && ms >= 0 && ms <= MAX_TIMER_MS) return ms;
    throw new UnusableOption(path, 'must return a number of 0 or more');
  };
}

/** Calls a function of the caller. */
function called<T>(call: () => T, path: string): T {
  try {
    return call();
  } catch {
    // The original message may contain data of a message.
    throw new UnusableOption(path, 'has failed');
  }
}
