import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AbortedError, FileLockedError, ValidationError } from '../../errors/errors.js';
import { systemCode } from '../../errors/system-code.js';
import { checkFunction } from '../../options/check.js';
import { withDefault } from '../../options/table.js';
import { pause } from '../../transport/wait.js';
import { bootClock } from '../journal/boot-clock.js';
import { InDoubt } from '../journal/in-doubt.js';
import { readAnyJournal } from '../journal/journal-lines.js';
import { lockedFor } from '../journal/journal-locks.js';
import { isFile, notedJournal } from './plan-journal.js';

/** The requests that an earlier run has left in doubt. */
export interface Unfinished {
  /** Its journal. */
  readonly journal: string;
  /** The time to wait, in milliseconds, because its requests may still be on their way. */
  readonly ms: number;
}

/** The option of what waits for what an earlier run has left. */
export const UNFINISHED = {
  /** Told of what an earlier run has left in doubt, and how long is waited for it before the accounts are read. */
  onUnfinished: withDefault<(unfinished: Unfinished) => void>(() => undefined, checkFunction),
};

/** Options for settling an earlier run. */
export interface SettleOptions {
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onUnfinished: (unfinished: Unfinished) => void;
}

/** More lines than any plan has: which plan a journal belongs to is not asked here. */
const ANY_LINES = 2 ** 26;

/**
 * Waits until nothing can be on its way any more of what the journals beside a plan have left in doubt: planned before
 * that, it would be added twice.
 *
 * @param plan - the path of the plan that is about to be made
 * @param account - the hash of its target, where that is known: journals of other accounts are left out then
 * @throws FileLockedError when a run into the same account is at work
 */
export async function settleUnfinished(
  plan: string,
  account: string | undefined,
  options: SettleOptions,
): Promise<void> {
  const folder = path.dirname(plan);
  const names = readdirSync(folder);
  const own = names.filter((name) => name.endsWith('.journal')).map((name) => path.join(folder, name));
  // Of plans of this folder whose journals have other names.
  const named = names.flatMap((name) => notedJournal(path.join(folder, name)) ?? []);
  for (const journal of new Set([...own, ...named])) {
    // A pipe would be waited for.
    if (isFile(journal)) await settleOne(journal, account, options);
  }
}

async function settleOne(journal: string, account: string | undefined, options: SettleOptions): Promise<void> {
  const before = readUnfinished(journal, account);
  if (before === undefined) return;
  const lock = await lockedFor(journal, { signal: options.signal });
  if ('holder' in lock) {
    // Of a run into who knows which account nobody can say more than its plan does.
    if (!before.isSameAccount) return;
    const what = 'is the journal of a run that changes the same account, and nothing is planned meanwhile';
    throw new FileLockedError(journal, lock.holder, `${journal} ${what}: ${lock.holder}`);
  }
  try {
    const doubtfulMs = readUnfinished(journal, account)?.inDoubt.sinceMs(bootClock());
    if (doubtfulMs === undefined || doubtfulMs >= options.settleMs) return;
    const ms = Math.ceil(options.settleMs - doubtfulMs);
    options.onUnfinished({ journal, ms });
    if (!(await pause(ms, { signal: options.signal }))) {
      throw new AbortedError('aborted by the caller while an earlier run was settled', 'not-sent', {
        cause: options.signal?.reason,
      });
    }
  } finally {
    lock.release();
  }
}

/** Reads a journal; `undefined` for one of another account, for a file that is none, and where none is any more. */
function readUnfinished(
  journal: string,
  account: string | undefined,
): { readonly inDoubt: InDoubt; readonly isSameAccount: boolean } | undefined {
  const inDoubt = new InDoubt();
  try {
    const { head } = readAnyJournal(journal, ANY_LINES, (entry) => inDoubt.take(entry));
    if (account !== undefined && head?.account !== undefined && head.account !== account) return undefined;
    return { inDoubt, isSameAccount: account !== undefined && head?.account === account };
  } catch (error) {
    // The run that has it ends at this moment, and has done nothing.
    if (error instanceof ValidationError || systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
