import { setTimeout as sleep } from 'node:timers/promises';
import { lockOf } from './lock-file.js';
import { holderOf } from './lock-record.js';
import { elapsedMs, type Moment, momentNow } from './moments.js';
import { type KeepingTimes, noticedMs, OwnLock } from './own-lock.js';
import { thisOwner } from './owner.js';
import { type Attempt, Taking } from './taking.js';

const REAL: KeepingTimes = { leaseMs: 10_000, beatMs: 1000 };
/** How soon it is looked again at what changes at once, at most, in milliseconds. */
const SOON_MS = 20;

/** A lock that this process holds. */
export interface HeldLock {
  /**
   * Whether it is still this process's; asked before anything that must not be done twice. It costs nothing unless
   * the last look at the lock is too long ago, because the process was stopped, the machine slept or the disk hung:
   * then it is looked at again.
   *
   * Nobody takes a lock away from a process of the same namespace as long as it runs. Others, who cannot see whether
   * it does, take it after ten seconds without a sign of life, and wait until it must have noticed. What remains is a
   * process that stands still for so long just after it has asked: no file can refuse what it does then.
   */
  isHeld(): boolean;
  /**
   * Gives it back.
   *
   * @throws Error of `node:fs` when that is not possible
   */
  release(): void;
}

/** Somebody else has the lock. */
export interface LockHolder {
  /** In words for a refusal: `process 17 on build-3, since 2026-11-22T14:00:00Z`. */
  readonly holder: string;
}

/** How a lock is taken. */
export interface HoldOptions {
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Told once, before it is waited whether somebody still has the lock of whom that cannot be known otherwise. */
  readonly onWaiting?: ((holder: string) => void) | undefined;
}

/**
 * Takes `<file>.lock`, which lies beside the file itself where that is named by a link. A lock is a file with one
 * line that says whose it is: of a process of this host, system start and namespace it is known whether it lives,
 * whatever process has its number now. Of any other the lock is watched for ten seconds: its holder writes to it
 * every second. One that was left is replaced.
 *
 * @returns the lock, or who has it
 * @throws the reason of `signal`
 * @throws Error of `node:fs` when it cannot be made, or one that names what stands in its place and is no lock
 */
export async function holdLock(file: string, options: HoldOptions = {}): Promise<HeldLock | LockHolder> {
  return holdLockFor(REAL, file, options);
}

/** {@link holdLock} with other times. */
export async function holdLockFor(
  times: KeepingTimes,
  file: string,
  { signal, onWaiting }: HoldOptions = {},
): Promise<HeldLock | LockHolder> {
  const { leaseMs, beatMs } = times;
  signal?.throwIfAborted();
  const taking = new Taking(lockOf(file), { owner: thisOwner(), leaseMs, incompleteMs: leaseMs });
  const waiting = new Waiting(taking.lock, leaseMs);
  for (;;) {
    const attempt = taking.attempt();
    if (attempt.kind === 'taken') {
      const lock = await settled(taking, attempt, times, signal);
      if (lock !== undefined) return lock;
    }
    if (attempt.kind === 'busy') {
      const holder = holderOf(attempt.found.content);
      if (waiting.isOver(attempt)) return { holder };
      if (attempt.life === 'unknown') waiting.tell(holder, onWaiting);
    }
    // Not all at the same moment.
    const soonMs = SOON_MS * (1 + Math.random()) * 0.5;
    await pause(attempt.kind === 'busy' && attempt.life === 'unknown' ? beatMs / 4 : soonMs, signal);
  }
}

/** Makes sure of a lock that was taken. @returns `undefined` when it was not this one's after all */
async function settled(
  taking: Taking,
  { begun, isSure }: Attempt & { readonly kind: 'taken' },
  times: KeepingTimes,
  signal: AbortSignal | undefined,
): Promise<HeldLock | undefined> {
  const lock = new OwnLock(taking.lock, taking.record, begun, times, () => taking.clean());
  if (isSure) return lock;
  try {
    await pause(noticedMs(times.leaseMs), signal);
    if (lock.check()) return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
  lock.release();
  return undefined;
}

/** Tells how long it is worth waiting for somebody who has a lock, or the lock of the lock. */
class Waiting {
  readonly #lock: string;
  readonly #leaseMs: number;
  #stamp: string | undefined;
  #replaced: { readonly stamp: string; readonly since: Moment } | undefined;
  #hasTold = false;

  constructor(lock: string, leaseMs: number) {
    this.#lock = lock;
    this.#leaseMs = leaseMs;
  }

  /** Whether somebody is seen to have it: who is known to live, or has written to it since it was looked at first. */
  isOver({ lock, found: { stamp }, life }: Attempt & { readonly kind: 'busy' }): boolean {
    if (lock === this.#lock) {
      const before = this.#stamp;
      this.#stamp ??= stamp;
      return life === 'alive' || (before !== undefined && before !== stamp);
    }
    // Somebody is replacing it, which takes no time, unless that one stands still.
    if (this.#replaced?.stamp !== stamp) this.#replaced = { stamp, since: momentNow() };
    return elapsedMs(this.#replaced.since) > 2 * this.#leaseMs;
  }

  tell(holder: string, onWaiting: ((holder: string) => void) | undefined): void {
    if (!this.#hasTold) onWaiting?.(holder);
    this.#hasTold = true;
  }
}

/** @throws the reason of the signal, as soon as it is aborted */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  signal?.throwIfAborted();
}
