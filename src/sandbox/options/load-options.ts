import { text } from '../../domain/check-values.js';
import { checkWhole, invalid, MAX_TIMER_MS, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, required, withDefault } from '../../options/table.js';
import { UnusableOption } from '../gateway/operations/call.js';

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

/** The same, validated and with defaults. */
export type GivenRateLimit = OptionValues<typeof RATE_LIMIT>;

export function rateLimit(given: SandboxRateLimit, path: string): GivenRateLimit {
  return readOptions(given, RATE_LIMIT, { path });
}

const milliseconds = (value: unknown, path: string): number => checkWhole(value, path, 0, MAX_TIMER_MS);

/** The delay of responses: milliseconds, or a function called for each request. */
export type SandboxLatency = number | ((operation: string) => number);

/** Returns the latency of the next request of an operation. @throws UnusableOption */
export type LatencyOf = (operation: string) => number;

export function latency(given: SandboxLatency, path: string): LatencyOf {
  if (typeof given === 'number') {
    const ms = milliseconds(given, path);
    return () => ms;
  }
  if (typeof given !== 'function') return invalid(path, 'is not a number or a function');
  return (operation) => {
    let ms: unknown;
    try {
      ms = given(operation);
    } catch {
      throw new UnusableOption(path, 'has failed');
    }
    if (typeof ms === 'number' && ms >= 0 && ms <= MAX_TIMER_MS) return ms;
    throw new UnusableOption(path, 'gave what is no time: a number from 0 is needed');
  };
}

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
