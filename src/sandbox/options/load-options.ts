import { checkWhole, invalid, isObject, MAX_TIMER_MS, oneOf } from '../../options/check.js';
import { type OptionsOf, type OptionValues, readOptions, required, withDefault } from '../../options/table.js';
import { UnusableOption } from '../gateway/operations/unusable-option.js';
import { randomOf } from '../sources/random.js';

const RATE_LIMIT = {
  /** The most requests in a window, a whole number from 1. */
  requests: required((value: number, path: string) => checkWhole(value, path, 1)),
  /** The length of a window by the clock of the gateway, in milliseconds, from its first request on. Default: 1000. */
  windowMs: withDefault(1000, (value: unknown, path: string) => checkWhole(value, path, 1)),
  /** Those who have a window together: each `'account'` (default), a sub-user its own, or all of the `'gateway'`. */
  of: withDefault('account', oneOf('account', 'gateway')),
  /**
   * The answer to what is too much: `'code'` (default) 203 in the form of the interface, `'status'` the status 429 of
   * HTTP with a `Retry-After` in seconds, or `'fault'` a SOAP Fault, which over HTTP is the code.
   */
  answer: withDefault('code', oneOf('code', 'status', 'fault')),
};

/** A limit by window, of which the specification shows none. */
export interface SandboxRateLimit extends OptionsOf<typeof RATE_LIMIT> {}

/** The same, checked and with its defaults. */
export type GivenRateLimit = OptionValues<typeof RATE_LIMIT>;

/** Reads a limit. */
export function rateLimit(given: SandboxRateLimit, path: string): GivenRateLimit {
  return readOptions(given, RATE_LIMIT, { path });
}

const milliseconds = (value: unknown, path: string): number => checkWhole(value, path, 0, MAX_TIMER_MS);

const RANGE = {
  /** The least, in milliseconds. */
  fromMs: required(milliseconds),
  /** The most, in milliseconds. */
  toMs: required(milliseconds),
  /** A whole number; the same one gives the same times in the same order of requests. Default: 0. */
  seed: withDefault(0, (value: unknown, path: string) => checkWhole(value, path, 0)),
};

/** Times between two, evenly distributed. */
export interface SandboxLatencyRange extends OptionsOf<typeof RANGE> {}

/** The time by which responses leave later: a number of milliseconds, a range, or a function that is asked for each. */
export type SandboxLatency = number | SandboxLatencyRange | ((operation: string) => number);

/** Gives the latency of the next request of an operation. @throws UnusableOption */
export type LatencyOf = (operation: string) => number;

/** Nothing is late. */
export const NO_LATENCY: () => LatencyOf = () => () => 0;

/** Reads a latency. @returns makes one from its beginning on */
export function latency(given: SandboxLatency, path: string): () => LatencyOf {
  if (typeof given === 'function') return () => (operation) => asked(given, operation, path);
  if (!isObject(given)) {
    const ms =
      typeof given === 'number' ? milliseconds(given, path) : invalid(path, 'is not a number, a range or a function');
    return () => () => ms;
  }
  const { fromMs, toMs, seed } = readOptions(given, RANGE, { path });
  if (toMs < fromMs) invalid(`${path}.toMs`, 'is less than fromMs');
  return () => {
    const random = randomOf(seed);
    return () => fromMs + Math.floor(random() * (toMs - fromMs + 1));
  };
}

function asked(latencyOf: (operation: string) => number, operation: string, path: string): number {
  let ms: unknown;
  try {
    ms = latencyOf(operation);
  } catch {
    throw new UnusableOption(path, 'has failed');
  }
  if (typeof ms === 'number' && ms >= 0 && ms <= MAX_TIMER_MS) return ms;
  throw new UnusableOption(path, 'gave what is no time: a number from 0 is needed');
}
