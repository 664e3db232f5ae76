import {
  checkBoolean,
  checkCount,
  checkFilled,
  checkFunction,
  checkMethods,
  checkPositive,
  checkSignal,
  checkSwitch,
  checkUrl,
  checkUrls,
  entriesOf,
  invalid,
} from '../options/check.js';
import { fitsInLine } from '../options/line.js';
import { type OptionsOf, type OptionValues, optional, readOptions, required, withDefault } from '../options/table.js';
import type { Transport } from '../transport/transport.js';
import { OBSERVE_OPTIONS } from './interceptors/events.js';
import type { Interceptor } from './interceptors/interceptor.js';
import { checkPace } from './interceptors/limit/pace.js';
import { type RetryOptions, type RetryValues, readRetryOptions } from './interceptors/retry/retry.js';

/** The options that every operation takes besides its input. */
export const CALL_OPTIONS = {
  /** Ends the call when it is aborted; the call rejects with an `AbortedError`. */
  signal: optional(checkSignal),
  /** Time for the whole call, in milliseconds. Default: the transport's. */
  timeoutMs: optional(checkPositive),
};

/** Options that every operation takes besides its input. */
export interface CallOptions extends OptionsOf<typeof CALL_OPTIONS> {}

/** Reads the options of a call. @throws ValidationError when one is not usable */
export function readCallOptions(options: CallOptions, operation: string): OptionValues<typeof CALL_OPTIONS> {
  return readOptions(options, CALL_OPTIONS, { what: 'the call options', operation });
}

/** Options that say how the gateway is reached. */
const WAY_OPTIONS = {
  /** The absolute http(s) address of the service. Of a list, the first one that works is used: see `failover`. */
  url: required(checkAddresses),
  /** Carries the requests. Default: `httpTransport()`, which the client then closes itself. */
  transport: optional(checkTransport),
  /**
   * Interceptors that stand around every call, the first one outermost; the client's own retries, addresses, limits and
   * events are inside. They are not closed with the client. Default: none.
   */
  interceptors: withDefault([], checkInterceptors),
};

/** Options that each account has of its own, whatever its client speaks. */
const OWN_OPTIONS = {
  /**
   * Time for a whole call in milliseconds, with all its attempts and pauses. Default: each attempt has the transport's
   * (60,000 over HTTP), and none begins after `retry.maxTotalMs`.
   */
  timeoutMs: optional(checkPositive),
  /**
   * Repeats calls that may be repeated: see `retry`. `false` switches all repetition off. Default: idempotent ones, and
   * others only when it is certain that they were not carried out; three attempts, and more for some seconds while
   * nothing answers as a gateway does.
   */
  retry: withDefault<boolean | RetryOptions, RetryValues | undefined>(readRetryOptions({}), retryValues),
  /**
   * Lets what the gateway refuses as too much (codes 202 and 203, status 429, `Retry-After`) slow the client down, and
   * makes refused calls wait instead of using up their attempts: see `rateLimit`. Default: true.
   */
  adaptiveLimit: withDefault(true, checkBoolean),
  ...OBSERVE_OPTIONS,
};

const MAX_LABEL_CHARACTERS = 100;

/** Names the account of a client. */
const LABEL_OPTION = {
  /**
   * Names the account in events, errors and cassettes: 1 to 100 characters. It is shown and kept as it is, so it
   * should be no telephone number and no secret. Default: none.
   */
  label: optional(checkLabel),
};

/** Options that every client has, whatever it speaks. */
export const CALLS_OPTIONS = {
  ...WAY_OPTIONS,
  ...OWN_OPTIONS,
  /** The most requests in flight at once; further ones wait for their turn. Default: 32. */
  // What waits costs less in here than as a request of node:http that waits for a connection.
  maxConcurrency: withDefault(32, checkCount),
  /**
   * The most requests that begin in a second, evenly spread: a number, or a function that is called before each
   * request. Default: no limit.
   */
  maxPerSecond: withDefault(Number.POSITIVE_INFINITY, checkPace),
  ...LABEL_OPTION,
};

/** Options that every client has, whatever it speaks. */
export interface CallsOptions extends OptionsOf<typeof CALLS_OPTIONS> {}

/** {@link CallsOptions}, checked and with their defaults. */
export type CallsValues = OptionValues<typeof CALLS_OPTIONS>;

/** Options of what many accounts share, and of their clients where those have none of their own. */
export const SHARED_CALLS_OPTIONS = {
  ...WAY_OPTIONS,
  /** The transport that carries the requests. Default: `httpTransport()`, which is closed with the gateway. */
  transport: WAY_OPTIONS.transport,
  /**
   * The most requests of all accounts in flight at once; further ones wait for their turn, and the accounts take turns.
   * Default: 32.
   */
  maxConcurrency: CALLS_OPTIONS.maxConcurrency,
  /** The most requests of all accounts that begin in a second, evenly spread. Default: no limit. */
  maxPerSecond: CALLS_OPTIONS.maxPerSecond,
  ...OWN_OPTIONS,
};

/** Options of an account that shares the way to its gateway with others. */
export const ACCOUNT_CALLS_OPTIONS = {
  ...LABEL_OPTION,
  /** The most requests of this account in flight at once, within what is the limit of all. Default: that one alone. */
  maxConcurrency: withDefault(Number.POSITIVE_INFINITY, checkCount),
  /** The most of its requests that begin in a second, within what is the limit of all. Default: that one alone. */
  maxPerSecond: withDefault(Number.POSITIVE_INFINITY, checkPace),
  ...OWN_OPTIONS,
};

/** How a gateway is reached, by all who share that. */
export type WayValues = Pick<CallsValues, keyof typeof WAY_OPTIONS | 'maxConcurrency' | 'maxPerSecond'>;

/** What the calls of an account are made by. */
export type OwnCallsValues = Omit<CallsValues, keyof typeof WAY_OPTIONS | 'label'>;

/** Refuses what is no transport. */
export function checkTransport(transport: Transport, path: string): Transport {
  return checkMethods(transport, ['send'], path);
}

/** Refuses what is no list of interceptors. */
export function checkInterceptors(interceptors: readonly Interceptor[], path: string): readonly Interceptor[] {
  return entriesOf(interceptors, path).map(([each, interceptor]) => checkFunction(interceptor, each));
}

function retryValues(retry: boolean | RetryOptions, path: string): RetryValues | undefined {
  const given = checkSwitch(retry, path);
  if (given === false) return undefined;
  return readRetryOptions(given === true ? {} : given);
}

function checkAddresses(url: string | URL | readonly (string | URL)[], path: string): readonly [string, ...string[]] {
  return Array.isArray(url) ? checkUrls(url, path) : [checkUrl(url, path)];
}

/** Refuses what cannot name an account in a line of a log. */
function checkLabel(label: string, path: string): string {
  const given = checkFilled(label, path);
  if ([...given].length > MAX_LABEL_CHARACTERS)
    return invalid(path, `has more than ${MAX_LABEL_CHARACTERS} characters`);
  return fitsInLine(given) ? given : invalid(path, 'has a character that a line of a log cannot show');
}
