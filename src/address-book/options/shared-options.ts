import path from 'node:path';
import {
  checkBoolean,
  checkCount,
  checkFilled,
  checkFunction,
  checkPositive,
  checkSignal,
} from '../../options/check.js';
import { optional, required, withDefault } from '../../options/table.js';

/** Checks the path of a file, and makes it absolute. */
export function filePath(value: unknown, option: string): string {
  return path.resolve(checkFilled(value, option));
}

/** The option of what only reads. */
export const SIGNAL = {
  /** Ends it. */
  signal: optional(checkSignal),
};

/** Options of what carries a plan out. */
export const RUN_OPTIONS = {
  /** The path of the journal. Default: the one that the plan was begun with, or that of the plan and `.journal`. */
  journal: optional(filePath),
  /** Ends the run: what is in flight is brought to its end, and the next run resumes. */
  signal: optional(checkSignal),
  /** Told of who may have the lock of the journal, while it is found out whether that run still lives. */
  onLocked: optional<(holder: string) => void>(checkFunction),
  /** Only looks whether the plan still fits; the journal is read, and not begun. Default: false. */
  dryRun: withDefault(false, checkBoolean),
};

/** The option of what sends many requests. */
export const CONCURRENCY = {
  /** The most requests in flight at once. Default: 8. */
  concurrency: withDefault(8, checkCount),
};

/** The option of what waits for requests that may still be on their way. */
export const SETTLING = {
  /**
   * The time that a request whose outcome is unknown may still be on its way, in milliseconds: the run waits for so
   * long before it looks the request up. Default: 30,000.
   */
  settleMs: withDefault(30_000, checkPositive),
};

/** Options of what writes a plan. */
export const PLAN_FILE_OPTIONS = {
  /** The path of the plan. It is readable by its owner only, because it holds telephone numbers. */
  out: required(filePath),
  /** Replaces a file that is there already; a plan that was begun never is. Default: false. */
  force: withDefault(false, checkBoolean),
  ...SIGNAL,
  /** The current time. Default: the system clock. */
  now: withDefault<() => Date>(() => new Date(), checkFunction),
};
