import {
  checkBoolean,
  checkCount,
  checkFunction,
  checkMethods,
  checkPositive,
  checkSignal,
  checkSwitch,
  checkUrl,
  checkUrls,
  entriesOf,
  optional,
} from '../options/check.js';
import { checkNames, type KnownNames } from '../options/names.js';
import { reading } from '../options/readable.js';
import type { Transport } from '../transport/transport.js';
import type { Logger, SmsServiceEvent } from './interceptors/events.js';
import type { Interceptor } from './interceptors/interceptor.js';
import type { RetryOptions } from './interceptors/retry/retry.js';
import type { CloseOptions } from './lifetime.js';

/** What every operation takes besides its input. */
export interface CallOptions {
  /** Ends the call when it is aborted; the call rejects with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the whole call, in milliseconds. Default: the transport's. */
  readonly timeoutMs?: number | undefined;
}

/** Options that every client has, whatever it speaks. */
export interface CallsOptions {
  /** The absolute http(s) address of the service. Of a list, the first one that works is used: see `failover`. */
  readonly url: string | readonly string[];
  /** Carries the requests. Default: `httpTransport()`, which the client then closes itself. */
  readonly transport?: Transport | undefined;
  /**
   * What stands around every call, the first one outermost; the client's own retries, addresses, limits and events are
   * inside. They are not closed with the client. Default: none.
   */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /**
   * Time for a whole call in milliseconds, with all its attempts and pauses. Default: each attempt has the transport's
   * (60,000 over HTTP), and none begins after `retry.maxTotalMs`.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How calls are repeated that may be: see `retry`. `false` switches all repetition off. Default: idempotent ones, and
   * others only when it is certain that they were not carried out; three attempts, and more for some seconds while
   * nothing answers as a gateway does.
   */
  readonly retry?: boolean | RetryOptions | undefined;
  /** The most requests in flight at once; further ones wait for their turn. Default: 32. */
  readonly maxConcurrency?: number | undefined;
  /** The most requests that begin in a second, evenly spread. Default: no limit. */
  readonly maxPerSecond?: number | undefined;
  /**
   * Whether what the gateway refuses as too much (codes 202 and 203, status 429, `Retry-After`) slows the client down,
   * and makes refused calls wait instead of using up their attempts: see `rateLimit`. Default: true.
   */
  readonly adaptiveLimit?: boolean | undefined;
  /** Told of every request, response, retry and failed attempt. It never learns a secret. */
  readonly onEvent?: ((event: SmsServiceEvent) => void) | undefined;
  /** `console`, a pino logger or the like: given one line per event. */
  readonly logger?: Logger | undefined;
}

/** The names of {@link CallsOptions}. */
export const CALLS_OPTIONS: KnownNames<CallsOptions> = {
  url: true,
  transport: true,
  interceptors: true,
  timeoutMs: true,
  retry: true,
  maxConcurrency: true,
  maxPerSecond: true,
  adaptiveLimit: true,
  onEvent: true,
  logger: true,
};

/** What waits costs less in here than as a request of `node:http` that waits for a connection. */
const DEFAULT_MAX_CONCURRENCY = 32;

/** {@link CallsOptions}, checked and with their defaults. */
export interface CallsSettings extends Omit<CallsOptions, 'url' | 'retry'> {
  readonly urls: readonly [string, ...string[]];
  readonly retry: RetryOptions | undefined;
  readonly maxConcurrency: number;
  readonly adaptiveLimit: boolean;
  readonly interceptors: readonly Interceptor[];
}

/**
 * Checks the options that every client has: a mistake must show before the first message is paid for.
 *
 * @throws ValidationError that names the option
 */
export function callsSettings(options: CallsOptions): CallsSettings {
  const { transport, interceptors, timeoutMs, retry = true, maxPerSecond, onEvent, logger } = options;
  const { maxConcurrency = DEFAULT_MAX_CONCURRENCY, adaptiveLimit = true } = options;
  if (transport !== undefined) checkTransport(transport);
  optional(timeoutMs, checkPositive, 'timeoutMs');
  return {
    urls: checkedUrls(options.url),
    transport,
    interceptors: checkedInterceptors(interceptors),
    timeoutMs,
    retry: retryOptions(checkSwitch(retry, 'retry')),
    maxConcurrency: checkCount(maxConcurrency, 'maxConcurrency'),
    maxPerSecond,
    adaptiveLimit: checkBoolean(adaptiveLimit, 'adaptiveLimit'),
    onEvent,
    logger,
  };
}

function retryOptions(retry: boolean | RetryOptions): RetryOptions | undefined {
  if (retry === false) return undefined;
  return retry === true ? {} : retry;
}

/** Refuses what is no transport. */
export function checkTransport(transport: Transport): void {
  checkMethods(transport, ['send'], 'transport');
}

/** Refuses what is no list of interceptors. */
export function checkedInterceptors(interceptors: readonly Interceptor[] = []): readonly Interceptor[] {
  return entriesOf(interceptors, 'interceptors').map(([path, interceptor]) => checkFunction(interceptor, path));
}

function checkedUrls(url: string | readonly string[]): readonly [string, ...string[]] {
  return Array.isArray(url) ? checkUrls(url, 'url') : [checkUrl(url, 'url')];
}

const CALL_OPTIONS: KnownNames<CallOptions> = { signal: true, timeoutMs: true };

/**
 * Checks the options of a call.
 *
 * @throws ValidationError when one is not usable
 */
export function checkCallOptions(options: CallOptions, operation: string): CallOptions {
  return reading(options, 'the call options', { operation }, () => {
    const { signal, timeoutMs } = checkNames(options, CALL_OPTIONS, 'the call options', operation);
    optional(signal, checkSignal, 'signal', operation);
    optional(timeoutMs, checkPositive, 'timeoutMs', operation);
    // Read once: what a getter gives the next time has not been checked.
    return { signal, timeoutMs };
  });
}

const CLOSE_OPTIONS: KnownNames<CloseOptions> = { abort: true, timeoutMs: true };

/**
 * Checks how a client is to be closed.
 *
 * @throws ValidationError that names the option
 */
export function checkCloseOptions(options: CloseOptions): CloseOptions {
  return reading(options, 'the options of close', {}, () => {
    const { abort, timeoutMs } = checkNames(options, CLOSE_OPTIONS, 'the options of close');
    optional(abort, checkBoolean, 'abort');
    optional(timeoutMs, checkPositive, 'timeoutMs');
    return { abort, timeoutMs };
  });
}
