import { setTimeout as sleep } from 'node:timers/promises';
import { lockOf, tokenOf } from './lock-file.js';
import { holderOf } from './lock-record.js';
import { elapsedMs, type Moment, momentNow } from './moments.js';
import { type KeepingTimes, noticedMs, OwnLock } from './own-lock.js';
import { thisOwner } from './owner.js';
import { type Attempt, Taking } from './taking.js';

/** The times that are used. */
export const KEEPING: KeepingTimes = { leaseMs: 10_000, beatMs: 1000 };
/** The shortest pause before a lock is looked at again, in milliseconds. */
const SOON_MS = 4;
/** The part of the time for which somebody has had a lock after which it is looked again: what is short stays short. */
const AGAIN = 0.1;

/** A lock that this process holds. */
export interface HeldLock {
  /**
   * Tells whether this process still has the lock; to be asked before anything that must not be done twice. It costs
   * nothing unless the last look at the lock is too long ago, because the process was stopped, the machine slept or the
   * disk hung: then it is looked at again.
   *
   * Nobody takes a lock away from a process of the same namespace as long as it runs. Others, who cannot see whether it
   * does, take it after ten seconds without a sign of life, and wait until it must have noticed. One case remains: a
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

type Busy = Attempt & { readonly kind: 'busy' };

/** Somebody else has the lock. */
export interface LockHolder {
  /** In words for a refusal: `process 17 on build-3, since 2026-11-22T14:00:00Z`. */
  readonly holder: string;
}

/** Options for taking a lock. */
export interface HoldOptions {
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /**
   * For how long somebody may have it, in milliseconds, who is known to live. It is waited longer while it goes from
   * one to the next. Default: 0, it is not waited for.
   */
  readonly patienceMs?: number | undefined;
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
  return holdLockFor(KEEPING, file, options);
}

/** {@link holdLock} with other times. */
export async function holdLockFor(
  times: KeepingTimes,
  file: string,
  { signal, patienceMs = 0, onWaiting }: HoldOptions = {},
): Promise<HeldLock | LockHolder> {
  const { leaseMs, beatMs } = times;
  signal?.throwIfAborted();
  const taking = new Taking(lockOf(file), { owner: thisOwner(), leaseMs, incompleteMs: leaseMs });
  const waiting = new Waiting(taking.lock, leaseMs, patienceMs);
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
    const againMs = attempt.kind === 'busy' ? waiting.knownMs(attempt) * AGAIN : 0;
    // Not all at the same moment.
    const part = (1 + Math.random()) * 0.5;
    await pause(Math.max(SOON_MS, Math.min(againMs, beatMs / 4)) * part, signal);
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
  readonly #patienceMs: number;
  #stamp: string | undefined;
  /** The token of the process that has the lock now, or is replacing it, and since when that is known. */
  #holder: { readonly token: string; readonly since: Moment } | undefined;
  #hasTold = false;

  constructor(lock: string, leaseMs: number, patienceMs: number) {
    this.#lock = lock;
    this.#leaseMs = leaseMs;
    this.#patienceMs = patienceMs;
  }

  /** For how long it has been seen that the same one has it, in milliseconds. */
  knownMs({ lock, found }: Busy): number {
    // One that does not say whose it is counts as that of one.
    const token = `${lock} ${tokenOf(found)}`;
    if (this.#holder?.token !== token) this.#holder = { token, since: momentNow() };
    return elapsedMs(this.#holder.since);
  }

  /**
   * Tells whether somebody is seen to have the lock for too long: a process that is known to live, or has written to it
   * since the last look.
   */
  isOver(busy: Busy): boolean {
    const { lock, found, life } = busy;
    const knownMs = this.knownMs(busy);
    // Somebody is replacing it, which takes no time, unless that one stands still.
    if (lock !== this.#lock) return knownMs > 2 * this.#leaseMs;
    const before = this.#stamp;
    this.#stamp = found.stamp;
    const isSeen = life === 'alive' || (before !== undefined && before !== found.stamp);
    return isSeen && knownMs >= this.#patienceMs;
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
