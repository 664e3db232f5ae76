import path from 'node:path';
import { AbortedError, FileLockedError } from '../../errors/errors.js';
import { type HeldLock, type HoldOptions, holdLock, type LockHolder } from '../../files/lock/held-lock.js';

/** The locks of a run. */
export interface JournalLocks {
  /** Tells whether this process still has the locks. */
  areHeld(): boolean;
  release(): void;
}

/** For whoever only reads. */
export const NO_LOCKS: JournalLocks = { areHeld: () => true, release: () => undefined };

interface LockOptions {
  readonly account?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onLocked?: ((holder: string) => void) | undefined;
}

/**
 * Locks a journal, and in its folder the account that is changed: two journals that fill one account would both add
 * what both of their plans have.
 *
 * @throws FileLockedError when another run has one of them; it names the run
 */
export async function takeLocks(journal: string, { account, signal, onLocked }: LockOptions): Promise<JournalLocks> {
  const own = await lockedForJournal(journal, 'is in use by another run', { signal, onLocked });
  if (account === undefined) return { areHeld: () => own.isHeld(), release: () => own.release() };
  try {
    const file = path.join(path.dirname(journal), `.sms-service-${account.slice(0, 16)}`);
    const other = await lockedForJournal(file, 'is not begun: another run changes the same account', {
      signal,
      onLocked,
    });
    return {
      areHeld: () => own.isHeld() && other.isHeld(),
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
 * Takes a lock for a run.
 *
 * @param what - is said where another run has it
 * @throws FileLockedError then; it names the run
 */
export async function lockedForJournal(
  file: string,
  what: string,
  { signal, onLocked }: LockOptions,
): Promise<HeldLock> {
  const lock = await lockedFor(file, { signal, onWaiting: onLocked });
  if (!('holder' in lock)) return lock;
  throw new FileLockedError(file, lock.holder, `${file} ${what}, ${lock.holder}`);
}

/** Takes a lock, or says who has it. @throws AbortedError when the caller ends waiting for it */
export async function lockedFor(file: string, options: HoldOptions): Promise<HeldLock | LockHolder> {
  try {
    return await holdLock(file, options);
  } catch (error) {
    if (options.signal?.aborted !== true) throw error;
    throw new AbortedError('aborted by the caller before it was known who has the journal', 'not-sent', {
      cause: error,
    });
  }
}
