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
  fitsInLine,
  invalid,
} from '../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, required, withDefault } from '../options/table.js';
import type { Transport } from '../transport/transport.js';
import type { Interceptor } from './attempts/interceptor.js';
import { OBSERVE_OPTIONS } from './events/events.js';
import { type RetryOptions, type RetryValues, readRetryOptions } from './interceptors/retry.js';

export const CALL_OPTIONS = {
  /** Ends the call when it is aborted: it rejects with an `AbortedError`. */
  signal: optional(checkSignal),
  /** Time limit of the call, in milliseconds. Default: that of the transport. */
  timeoutMs: optional(checkPositive),
};

/** Options of every operation. */
export interface CallOptions extends OptionsOf<typeof CALL_OPTIONS> {}

export function readCallOptions(options: CallOptions, operation: string): OptionValues<typeof CALL_OPTIONS> {
  return readOptions(options, CALL_OPTIONS, { what: 'the call options', operation });
}

const ACCESS_OPTIONS = {
  /** The absolute http(s) address of the service, or a list: the first address that works is used (`failover`). */
  url: required(checkAddresses),
  /** Sends the requests. Default: `httpTransport()`, which the client closes. */
  transport: optional(checkTransport),
  /**
   * Interceptors around every call, the first one outermost. The retries, addresses, limits and events of the client
   * are inside them. Default: none.
   */
  interceptors: withDefault([], checkInterceptors),
};

const OWN_OPTIONS = {
  /**
   * Time limit of a call with all its attempts and pauses, in milliseconds. Default: each attempt has the limit of the
   * transport (60,000 over HTTP), and none starts after `retry.maxTotalMs`.
   */
  timeoutMs: optional(checkPositive),
  /**
   * Retries of failed calls: {@link RetryOptions}, `true` for their defaults, `false` for none. Default: idempotent
   * calls are retried, and other calls only if they were certainly not carried out; at most 3 attempts, and more within
   * 10 seconds if no gateway is reachable.
   */
  retry: withDefault<boolean | RetryOptions, RetryValues | undefined>(readRetryOptions({}), retryValues),
  /**
   * Slows the client down when the gateway rejects calls because of a limit (codes 202 and 203, status 429,
   * `Retry-After`); rejected calls wait without counting as attempts: see `rateLimit`. Default: true.
   */
  adaptiveLimit: withDefault(true, checkBoolean),
  ...OBSERVE_OPTIONS,
};

const MAX_LABEL_CHARACTERS = 100;

const LABEL_OPTION = {
  /**
   * Names the account in events, errors and cassettes: 1 to 100 characters. It is not masked, so do not use a telephone
   * number or a secret. Default: none.
   */
  label: optional(checkLabel),
};

/** Options of both clients. */
export const CALLS_OPTIONS = {
  ...ACCESS_OPTIONS,
  ...OWN_OPTIONS,
  /** The most requests in flight at once; further requests wait. Default: 32. */
  maxConcurrency: withDefault(32, checkCount),
  /**
   * The most requests that start in a second, evenly spread; above 0. Default: no limit.
   */
  maxPerSecond: withDefault(Number.POSITIVE_INFINITY, checkPositive),
  ...LABEL_OPTION,
};

export interface CallsOptions extends OptionsOf<typeof CALLS_OPTIONS> {}

/** {@link CallsOptions}, checked and with their defaults. */
export type CallsValues = OptionValues<typeof CALLS_OPTIONS>;

/** Options that accounts share, and the defaults of their clients. */
export const SHARED_CALLS_OPTIONS = {
  ...ACCESS_OPTIONS,
  /** Sends the requests. Default: `httpTransport()`, which the gateway closes. */
  transport: ACCESS_OPTIONS.transport,
  /** The most requests of all accounts in flight at once; further requests wait, account by account. Default: 32. */
  maxConcurrency: CALLS_OPTIONS.maxConcurrency,
  /** The most requests of all accounts that start in a second, evenly spread. Default: no limit. */
  maxPerSecond: CALLS_OPTIONS.maxPerSecond,
  ...OWN_OPTIONS,
};

/** Options of an account that shares its gateway with others. */
export const ACCOUNT_CALLS_OPTIONS = {
  ...LABEL_OPTION,
  /** The most requests of this account in flight at once, within the limit of all. Default: the limit of all. */
  maxConcurrency: withDefault(Number.POSITIVE_INFINITY, checkCount),
  /** The most of its requests that start in a second, within the limit of all. Default: the limit of all. */
  maxPerSecond: withDefault(Number.POSITIVE_INFINITY, checkPositive),
  ...OWN_OPTIONS,
};

export type AccessValues = Pick<CallsValues, keyof typeof ACCESS_OPTIONS | 'maxConcurrency' | 'maxPerSecond'>;

export type AccountCallsValues = Omit<CallsValues, keyof typeof ACCESS_OPTIONS | 'label'>;

export function checkTransport(transport: Transport, path: string): Transport {
  return checkMethods(transport, ['send'], path);
}

export function checkInterceptors(interceptors: readonly Interceptor[], path: string): readonly Interceptor[] {
  return entriesOf(interceptors, path).map(([each, interceptor]) => checkFunction(interceptor, each));
}

function retryValues(retry: boolean | RetryOptions, path: string): RetryValues | undefined {
  const options = checkSwitch(retry, path);
  if (options === false) return undefined;
  return readRetryOptions(options === true ? {} : options);
}

function checkAddresses(url: string | URL | readonly (string | URL)[], path: string): readonly [string, ...string[]] {
  return Array.isArray(url) ? checkUrls(url, path) : [checkUrl(url, path)];
}

function checkLabel(label: string, path: string): string {
  const text = checkFilled(label, path);
  if ([...text].length > MAX_LABEL_CHARACTERS) return invalid(path, `has more than ${MAX_LABEL_CHARACTERS} characters`);
  return fitsInLine(text) ? text : invalid(path, 'contains a control character or line break');
}
