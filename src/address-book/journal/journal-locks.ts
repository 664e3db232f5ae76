import path from 'node:path';
import { AbortedError, FileLockedError } from '../../errors/errors.js';
import { type HeldLock, type HoldOptions, holdLock, type LockHolder } from '../../files/lock/held-lock.js';

interface LockOptions {
  readonly account?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onLocked?: ((holder: string) => void) | undefined;
}

/**
 * Locks a journal, and in its folder the account that is changed: two runs with different journals would both add the
 * numbers that both plans contain.
 *
 * @throws FileLockedError if another run holds one of them
 */
export async function takeLocks(journal: string, { account, signal, onLocked }: LockOptions): Promise<HeldLock> {
  const own = await lockedForJournal(journal, 'is in use by another run', { signal, onLocked });
  if (account === undefined) return own;
  try {
    const file = path.join(path.dirname(journal), `.sms-service-${account.slice(0, 16)}`);
    const other = await lockedForJournal(file, 'is locked: another run changes the same account', { signal, onLocked });
    return {
      isHeld: () => own.isHeld() && other.isHeld(),
      release: () => {
        try {
          other.release();
        } finally {
          own.release();
        }
      },
    };
  } catch (error) {
    own.release();
    throw error;
  }
}

/**
 * Locks a file for a run.
 *
 * @param problem - for the error: "is in use by another run"
 * @throws FileLockedError if another run holds it
 */
export async function lockedForJournal(
  file: string,
  problem: string,
  { signal, onLocked }: LockOptions,
): Promise<HeldLock> {
  const lock = await lockOrHolder(file, { signal, onWaiting: onLocked });
  if (!('holder' in lock)) return lock;
  throw new FileLockedError(file, lock.holder, `${file} ${problem}, ${lock.holder}`);
}

export async function lockOrHolder(file: string, options: HoldOptions): Promise<HeldLock | LockHolder> {
  try {
    return await holdLock(file, options);
  } catch (error) {
    if (options.signal?.aborted !== true) throw error;
    throw new AbortedError('aborted by the caller while waiting for a lock', 'not-sent', { cause: error });
  }
}
