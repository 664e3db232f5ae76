import { randomBytes } from 'node:crypto';
import { lutimesSync, renameSync, rmSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';
import { unheld } from '../../options/check.js';
import { createLock, type FoundLock, hasToken, type LockRecord, readLock, removeLock } from './lock-file.js';
import { currentOwner, type Owner, type OwnerState, orUndefined, ownerState } from './owner.js';

// Saved when the module loads: fake clocks that a test installs later do not stop a lock.
const wallMs: () => number = Date.now;
/** A clock that cannot be set. On many systems it stops while the machine sleeps. */
export const steadyMs: () => number = performance.now.bind(performance);

/** The part of a lease for which a heartbeat proves ownership, and for which a takeover can be certain. */
const FRESH = 1 / 3;
/** The part of a lease after which another process has noticed that it lost the lock. */
export const NOTICED = 0.37;
/** The part of a lease between two heartbeats. */
const HEARTBEAT = 0.1;
/** The largest part of a lease that one look counts: if this process was suspended, the owner may have been, too. */
const MAX_STEP = 0.1;

/**
 * The result of an attempt. `changed`: another process changed the lock at the same time. `uncertain`: it is acquired,
 * but another process may believe until {@link NOTICED} that it owns the lock.
 */
export type Attempt = 'certain' | 'uncertain' | 'changed' | BusyLock;

interface BusyLock {
  readonly record: LockRecord | undefined;
  readonly isAlive: boolean;
}

/**
 * A lock file that this process creates or takes over.
 *
 * The lock of a dead owner is taken over at once. If the owner cannot be seen, the lock must be unchanged for a lease.
 * To take over `<lock>`, a process first acquires `<lock>.lock` by the same rules, then checks that `<lock>` is
 * unchanged, and renames `<lock>.lock` to `<lock>`. Only one process at a time can do so.
 *
 * A process can be suspended at any point and continue when others have taken over its `<lock>.lock`. Its rename then
 * fails, or it moves a file with the token of another process. That process finds its token at an unexpected place,
 * and its lock is uncertain.
 */
export class LockFile {
  readonly record: LockRecord;
  readonly #lock: string;
  readonly #leaseMs: number;
  /** Three, in case processes are killed while they take over files of killed processes. */
  readonly #leftovers: readonly string[];
  /** By path: since when locks whose owners cannot be seen are unchanged. */
  readonly #unchanged = new Map<string, { readonly stamp: string | undefined; forMs: number; seenAt: number }>();
  /** When it was last certain that this process owns the lock, by both clocks. */
  #confirmedAt = { steady: 0, wall: 0 };
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(lock: string, leaseMs: number, owner: Owner = currentOwner()) {
    this.#lock = lock;
    this.#leaseMs = leaseMs;
    this.#leftovers = [1, 2, 3].map((count) => lock + '.lock'.repeat(count));
    const since = `${new Date().toISOString().slice(0, 19)}Z`;
    this.record = { ...owner, token: randomBytes(16).toString('hex'), since };
  }

  /**
   * Tries once to acquire the lock.
   *
   * @throws Error of `node:fs`, or one that names a file that is not a lock
   */
  attempt(): Attempt {
    this.#confirmedAt = { steady: steadyMs(), wall: wallMs() };
    try {
      const attempt = this.#acquire(this.#lock);
      return attempt === 'certain' && !this.#isFresh() ? 'uncertain' : attempt;
    } catch (error) {
      for (const lock of [this.#lock, ...this.#leftovers]) orUndefined(() => removeLock(lock, this.record.token));
      throw error;
    }
  }

  start(): void {
    this.#heartbeat = unheld(setInterval(() => this.confirm(), this.#leaseMs * HEARTBEAT));
    this.#removeLeftovers();
  }

  isHeld(): boolean {
    return this.#heartbeat !== undefined && (this.#isFresh() || this.confirm());
  }

  confirm(): boolean {
    const now = { steady: steadyMs(), wall: wallMs() };
    try {
      if (hasToken(this.#lock, this.record.token)) lutimesSync(this.#lock, now.wall / 1000, now.wall / 1000);
      else this.release();
      this.#confirmedAt = now;
      this.#removeLeftovers();
    } catch {
      // The disk failed: whether this process owns the lock is unknown until the next check.
    }
    return this.#heartbeat !== undefined && this.#isFresh();
  }

  release(): void {
    if (this.#heartbeat !== undefined) removeLock(this.#lock, this.record.token);
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  #isFresh(): boolean {
    const { steady, wall } = this.#confirmedAt;
    return Math.max(steadyMs() - steady, Math.abs(wallMs() - wall)) <= this.#leaseMs * FRESH;
  }

  #acquire(lock: string): Attempt {
    const { token } = this.record;
    if (createLock(lock, this.record)) return hasToken(lock, token) ? 'certain' : 'changed';
    const found = readLock(lock);
    if (found === undefined) return 'changed';
    if (found.record?.token === token) return 'uncertain';
    const state = this.#stateOf(lock, found);
    if (state === 'alive' || state === 'unknown') return { record: found.record, isAlive: state === 'alive' };
    const next = `${lock}.lock`;
    const attempt = this.#acquire(next);
    if (attempt !== 'certain' && attempt !== 'uncertain') return attempt;
    const isMoved = readLock(lock)?.stamp === found.stamp && rename(next, lock);
    if (isMoved && hasToken(lock, token)) return state === 'dead' ? attempt : 'uncertain';
    removeLock(next, token);
    return 'changed';
  }

  /** `abandoned`: the owner cannot be seen, and the lock was unchanged for a lease. */
  #stateOf(lock: string, { isLock, record, stamp }: FoundLock): OwnerState | 'abandoned' {
    if (!isLock) throw notALock(lock);
    const state = record === undefined ? 'unknown' : ownerState(record, this.record);
    if (state !== 'unknown') return state;
    const now = steadyMs();
    const seen = this.#unchanged.get(lock);
    if (seen === undefined || seen.stamp !== stamp) {
      this.#unchanged.set(lock, { stamp, forMs: 0, seenAt: now });
      return seen === undefined ? 'unknown' : 'alive';
    }
    seen.forMs += Math.min(now - seen.seenAt, this.#leaseMs * MAX_STEP);
    seen.seenAt = now;
    return seen.forMs >= this.#leaseMs ? 'abandoned' : 'unknown';
  }

  #removeLeftovers(): void {
    for (const lock of this.#leftovers) {
      orUndefined(() => {
        const found = readLock(lock);
        const state = found && this.#stateOf(lock, found);
        if (state === 'dead' || state === 'abandoned') rmSync(lock, { force: true });
      });
    }
  }
}

function rename(from: string, to: string): boolean {
  return orUndefined(() => [renameSync(from, to)], ['ENOENT']) !== undefined;
}

/** Has the fields of a system error, so that it is reported like one. */
function notALock(lock: string): Error {
  const message = `${lock} exists and is not a lock file. Move it and try again.`;
  return Object.assign(new Error(message), { code: 'EEXIST', syscall: 'open', path: lock });
}
