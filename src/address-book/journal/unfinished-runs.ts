import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AbortedError, FileLockedError, ValidationError } from '../../errors/errors.js';
import { systemCode } from '../../errors/service-error.js';
import { pause } from '../../transport/time-limits.js';
import type { UnfinishedRun } from '../accounts/options.js';
import { lockOrHolder } from './journal-locks.js';
import { isFile, notedJournal } from './plan-journal.js';
import { readJournal } from './read-journal.js';

interface WaitOptions {
  readonly account: string | undefined;
  readonly own?: string | undefined;
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onUnfinished: (run: UnfinishedRun) => void;
}

/**
 * Waits until no request with unknown outcome of earlier runs in this folder can be executed any more: a plan that is
 * created or applied before that could add the same numbers again.
 *
 * @param plan - the path of the plan
 * @throws FileLockedError if a run that changes the same account is active
 */
export async function waitForUnfinishedRuns(plan: string, options: WaitOptions): Promise<void> {
  const folder = path.dirname(plan);
  const names = readdirSync(folder).map((name) => path.join(folder, name));
  const journals = names.flatMap((name) => (name.endsWith('.journal') ? [name] : (notedJournal(name) ?? [])));
  for (const journal of new Set(journals)) {
    if (journal !== options.own && isFile(journal)) await waitForRun(journal, options);
  }
}

async function waitForRun(journal: string, options: WaitOptions): Promise<void> {
  const { account, settleMs, signal, onUnfinished } = options;
  const before = readUnfinished(journal, account);
  if (before === undefined) return;
  const lock = await lockOrHolder(journal, { signal });
  if ('holder' in lock) {
    if (!before.isSameAccount) return;
    const problem = 'belongs to a run that changes the same account. Try again when it has ended';
    throw new FileLockedError(journal, lock.holder, `${journal} ${problem}: ${lock.holder}`);
  }
  try {
    if (readUnfinished(journal, account)?.hasUnknown !== true) return;
    onUnfinished({ journal, ms: settleMs });
    if (await pause(settleMs, { signal })) return;
    throw new AbortedError('aborted by the caller while waiting for an earlier run', 'not-sent', {
      cause: signal?.reason,
    });
  } finally {
    lock.release();
  }
}

/** Reads a journal; returns `undefined` for one of another account, and for a file that is not a journal or is gone. */
function readUnfinished(
  journal: string,
  account: string | undefined,
): { readonly hasUnknown: boolean; readonly isSameAccount: boolean } | undefined {
  try {
    const { header, states } = readJournal(journal);
    if (account !== undefined && header?.account !== undefined && header.account !== account) return undefined;
    const isSameAccount = account !== undefined && header?.account === account;
    return { hasUnknown: states.hasUnknown, isSameAccount };
  } catch (error) {
    if (error instanceof ValidationError || systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
