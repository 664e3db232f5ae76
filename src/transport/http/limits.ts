import { checkPositive } from '../../options/check.js';
import { type OptionsOf, type OptionValues, withDefault } from '../../options/table.js';
import { timerMs } from '../wait.js';

/** Checks a number of milliseconds, and keeps it within what a timer can wait. */
export function milliseconds(value: unknown, path: string): number {
  return timerMs(checkPositive(value, path));
}

/** The options of a transport that limit every call. */
export const LIMIT_OPTIONS = {
  /**
   * Time for a whole call in milliseconds, to the last byte of the response. Default: 60,000. A call may set its own.
   */
  timeoutMs: withDefault(60_000, milliseconds),
  /** The most bytes a response may have, also after decompression. Default: 67,108,864 (64 MiB). */
  maxResponseBytes: withDefault(64 * 1024 * 1024, checkPositive),
  /**
   * The most bytes that a streamed response may have, after decompression. Default: no limit, because its records are
   * handed on as they come and are not kept.
   */
  maxStreamBytes: withDefault(Number.POSITIVE_INFINITY, checkPositive),
};

/** Options that limit every call of a transport. */
export interface LimitOptions extends OptionsOf<typeof LIMIT_OPTIONS> {}

/** The limits of every call of a transport. */
export interface CallLimits extends OptionValues<typeof LIMIT_OPTIONS> {}
