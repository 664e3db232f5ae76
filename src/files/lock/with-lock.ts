import { FileLockedError } from '../../errors/errors.js';
import { holdLockFor, KEEPING } from './held-lock.js';
import type { KeepingTimes } from './own-lock.js';

/** For how long somebody else who lives may have a lock of something short, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * A check that work under a lock makes before each step that must not be done by two, and now and then where it takes
 * its time: so others see that this process lives.
 *
 * @throws FileLockedError when others have taken it
 */
export type CheckLock = () => void;

/**
 * Does something short to a file while nobody else may, with the lock of `holdLock`, for which it is waited.
 *
 * @param act - is synchronous: nothing else of this thread comes between
 * @throws FileLockedError when somebody else has the lock for ten seconds, or has taken it because this process stood
 *   still: then it is not known what has become of what was done
 */
export async function withLock<T>(file: string, act: (check: CheckLock) => T): Promise<T> {
  return withLockFor({ ...KEEPING, patienceMs: PATIENCE_MS }, file, act);
}

/** {@link withLock} with other times. */
export async function withLockFor<T>(
  { patienceMs, ...times }: KeepingTimes & { readonly patienceMs: number },
  file: string,
  act: (check: CheckLock) => T,
): Promise<T> {
  const lock = await holdLockFor(times, file, { patienceMs });
  if ('holder' in lock) throw new FileLockedError(file, lock.holder);
  const check = (): void => {
    if (lock.isHeld()) return;
    throw new FileLockedError(file, 'others', `${file} was taken by others, while this process stood still`);
  };
  try {
    check();
    const result = act(check);
    check();
    return result;
  } finally {
    lock.release();
  }
}
