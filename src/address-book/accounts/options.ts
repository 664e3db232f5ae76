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
import { hashedAccounts, type ReadProgress } from './account.js';

export function filePath(value: unknown, option: string): string {
  return path.resolve(checkFilled(value, option));
}

/** An earlier run whose requests may still be executed. */
export interface UnfinishedRun {
  readonly journal: string;
  /** How long is waited for it, in milliseconds. */
  readonly ms: number;
}

export const READING = {
  /** Aborts the call. */
  signal: optional(checkSignal),
  /** Called while accounts are read. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

const ACCOUNTS = {
  /**
   * Texts that identify the accounts, such as address and user name; files contain hashes of them. A plan is then
   * refused in other accounts, and so is a second run that changes the same account from the same folder. Default:
   * none.
   */
  accounts: optional(hashedAccounts),
};

const SETTLING = {
  /**
   * How long a request with unknown outcome may still be executed, in milliseconds; then it is looked up. Default:
   * 30,000.
   */
  settleMs: withDefault(30_000, checkPositive),
};

export const PLANNING = {
  /** The path of the plan. Only its owner can read it, because it contains telephone numbers. */
  out: required(filePath),
  /** Replaces a file; never a plan that was begun. Default: false. */
  force: withDefault(false, checkBoolean),
  ...ACCOUNTS,
  ...READING,
  ...SETTLING,
  /** Called before waiting for requests of an earlier run in the same folder. */
  onUnfinished: withDefault<(run: UnfinishedRun) => void>(() => undefined, checkFunction),
};

export const APPLYING = {
  ...ACCOUNTS,
  ...SETTLING,
  /** How many requests are in flight at once. Default: 8. */
  concurrency: withDefault(8, checkCount),
  /** Interrupts the run: requests in flight are finished, and the same call resumes. */
  signal: optional(checkSignal),
  /** Called before waiting for a lock whose holder may be dead. */
  onLocked: optional<(holder: string) => void>(checkFunction),
  /** Changes nothing; events report what would be done. Default: false. */
  dryRun: withDefault(false, checkBoolean),
  /** Called with the path of each plan that was applied, before it is replaced or removed; `reportRun` reads it. */
  onPlanApplied: optional<(plan: string) => void | Promise<void>>(checkFunction),
};
