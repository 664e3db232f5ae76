import { types } from 'node:util';
import { ValidationError } from '../errors/errors.js';
import { checkCount, checkFunction, checkNames, checkPositive, type KnownNames } from '../errors/options.js';
import { reading } from '../errors/reading.js';
import type { Transport } from '../transport/transport.js';
import type { Logger, SmsServiceEvent } from './interceptors/events.js';
import type { Interceptor } from './interceptors/interceptor.js';
import type { RetryOptions } from './interceptors/retry.js';
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
   * How calls are repeated that may be: see `retry`. `false` switches all repetition off. Default: idempotent ones
   * three times, others only when it is certain that they were not carried out.
   */
  readonly retry?: boolean | RetryOptions | undefined;
  /** The most requests in flight at once; further ones wait for their turn. Default: 32. */
  readonly maxConcurrency?: number | undefined;
  /** The most requests that begin in a second, evenly spread. Default: no limit. */
  readonly maxPerSecond?: number | undefined;
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
  readonly interceptors: readonly Interceptor[];
}

/**
 * Checks the options that every client has: a mistake must show before the first message is paid for.
 *
 * @throws ValidationError that names the option
 */
export function callsSettings(options: CallsOptions): CallsSettings {
  const { transport, interceptors, timeoutMs, retry = true, maxConcurrency, maxPerSecond, onEvent, logger } = options;
  if (transport !== undefined) checkTransport(transport);
  if (timeoutMs !== undefined) checkPositive('timeoutMs', timeoutMs);
  checkFunction('onEvent', onEvent);
  const isOptions = typeof retry === 'object' && retry !== null && !Array.isArray(retry);
  if (typeof retry !== 'boolean' && !isOptions) {
    throw new ValidationError('retry', 'is neither true, false nor an object');
  }
  for (const level of logger === undefined ? [] : (['debug', 'info', 'warn'] as const)) {
    if (typeof logger?.[level] !== 'function') throw new ValidationError('logger', `has no ${level}()`);
  }
  return {
    urls: checkedUrls(options.url),
    transport,
    interceptors: checkedInterceptors(interceptors),
    timeoutMs,
    retry: retry === false ? undefined : retry === true ? {} : retry,
    maxConcurrency: checkCount('maxConcurrency', maxConcurrency ?? DEFAULT_MAX_CONCURRENCY),
    maxPerSecond,
    onEvent,
    logger,
  };
}

/** Refuses what is no transport. */
export function checkTransport(transport: Transport): void {
  if (typeof transport?.send !== 'function') throw new ValidationError('transport', 'has no send()');
}

/** Refuses what is no list of interceptors. */
export function checkedInterceptors(interceptors: readonly Interceptor[] = []): readonly Interceptor[] {
  if (!Array.isArray(interceptors)) throw new ValidationError('interceptors', 'is not an array');
  return Array.from(interceptors as readonly Interceptor[], (interceptor, index) => {
    if (typeof interceptor !== 'function') throw new ValidationError(`interceptors[${index}]`, 'is not a function');
    return interceptor;
  });
}

function checkedUrls(url: string | readonly string[]): readonly [string, ...string[]] {
  if (!Array.isArray(url)) return [checkedUrl(url as string)];
  const [first, ...others] = Array.from(url as readonly string[], (one, index) => checkedUrl(one, `url[${index}]`));
  if (first === undefined) throw new ValidationError('url', 'is an empty list');
  return [first, ...others];
}

/**
 * Checks an address.
 *
 * @throws ValidationError with `path` when it is none, or holds credentials
 */
export function checkedUrl(url: string, path = 'url'): string {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new ValidationError(path, 'is not an absolute http or https address');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new ValidationError(path, 'holds credentials; they belong into the credentials option');
  }
  return parsed.href;
}

const CALL_OPTIONS: KnownNames<CallOptions> = { signal: true, timeoutMs: true };

/**
 * Checks the options of a call.
 *
 * @throws ValidationError when one is not usable
 */
export function checkCallOptions(options: CallOptions, operation: string): CallOptions {
  return reading(options, 'the call options', { operation }, () => {
    const { signal, timeoutMs } = checkNames(options, CALL_OPTIONS, 'the call options', { operation });
    if (signal !== undefined && !isAbortSignal(signal)) {
      throw new ValidationError('signal', 'is not an AbortSignal', { operation });
    }
    if (timeoutMs !== undefined) checkPositive('timeoutMs', timeoutMs, { operation });
    // Read once: what a getter gives the next time has not been checked.
    return { signal, timeoutMs };
  });
}

/** A proxy around a signal says that it is one, and cannot be asked whether it is aborted. */
function isAbortSignal(value: unknown): boolean {
  return value instanceof AbortSignal && !types.isProxy(value);
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
    if (abort !== undefined && typeof abort !== 'boolean') throw new ValidationError('abort', 'is not true or false');
    if (timeoutMs !== undefined) checkPositive('timeoutMs', timeoutMs);
    return { abort, timeoutMs };
  });
}
