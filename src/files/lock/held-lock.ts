import { setTimeout as sleep } from 'node:timers/promises';
import { LockFile, NOTICED, steadyMs } from './acquire-lock.js';
import { describeHolder, fileItself } from './lock-file.js';

/** The shortest pause between two attempts, in milliseconds. */
const MIN_PAUSE_MS = 4;

export interface HeldLock {
  /**
   * Returns whether this process still holds the lock. Call it before each action that must not happen twice. It reads
   * the lock file only if the last heartbeat is too old, because the process was suspended, the machine slept or the
   * disk hung.
   *
   * Processes of the same namespace never take over the lock of a running process. Others take it over after ten
   * seconds without a heartbeat, and then wait until this process must have noticed. Limit: a process that is suspended
   * for that long directly after this call.
   */
  isHeld(): boolean;
  /**
   * Releases the lock.
   *
   * @throws Error of `node:fs` if the lock file cannot be removed
   */
  release(): void;
}

export interface LockHolder {
  readonly holder: string;
}

export interface HoldOptions {
  readonly signal?: AbortSignal | undefined;
  readonly waitMs?: number | undefined;
  readonly onWaiting?: ((holder: string) => void) | undefined;
  /** Without a heartbeat for this time, a lock is abandoned, in milliseconds. Default: 10,000. */
  readonly leaseMs?: number | undefined;
}

/**
 * Acquires `<file>.lock`; links in the path of the file are resolved first. A lock is a file with one line that
 * identifies its owner. Processes of the same host, system start and namespaces can see whether the owner is running,
 * even if its process id was reused. For any other owner they wait for a heartbeat. The lock of a dead owner is
 * replaced.
 *
 * @returns the lock, or its holder
 * @throws the reason of `signal`
 * @throws Error of `node:fs` if the lock cannot be created, or if another file has its path
 */
export async function holdLock(
  file: string,
  { signal, waitMs = 0, onWaiting, leaseMs = 10_000 }: HoldOptions = {},
): Promise<HeldLock | LockHolder> {
  const lock = new LockFile(`${fileItself(file)}.lock`, leaseMs);
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, signal && { signal }).catch(() => undefined);
  let notify = onWaiting;
  let current = { token: '', since: steadyMs() };
  for (;;) {
    signal?.throwIfAborted();
    const attempt = lock.attempt();
    let heldMs = 0;
    if (attempt === 'certain' || attempt === 'uncertain') {
      lock.start();
      if (attempt === 'uncertain') await pause(leaseMs * NOTICED);
      if (signal?.aborted !== true && (attempt === 'certain' || lock.confirm())) return lock;
      lock.release();
    } else if (attempt !== 'changed') {
      const { record, isAlive } = attempt;
      const token = record?.token ?? '';
      if (current.token !== token) current = { token, since: steadyMs() };
      heldMs = steadyMs() - current.since;
      if (isAlive && heldMs >= waitMs) return { holder: describeHolder(record) };
      if (!isAlive) {
        notify?.(describeHolder(record));
        notify = undefined;
      }
    }
    // Random, so that waiting processes do not try at the same time.
    await pause(Math.max(MIN_PAUSE_MS, Math.min(heldMs / 10, leaseMs / 40)) * (0.5 + Math.random() / 2));
  }
}
