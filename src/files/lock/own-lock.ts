import { clearInterval, setInterval } from 'node:timers';
import { unheld } from '../../options/check.js';
import { removeLock, rewriteLock } from './lock-file.js';
import { type LockRecord, recordText } from './lock-record.js';
import { type Moment, momentNow, possiblyElapsedMs } from './moments.js';

/** The times of keeping a lock, in milliseconds. */
export interface KeepingTimes {
  /** The time for which others wait for a sign of life. */
  readonly leaseMs: number;
  /** The time between two signs of life. */
  readonly beatMs: number;
}

/** The part of a lease for which a sign of life is enough to be sure. */
const FRESH = 1 / 3;

/**
 * Returns the time, in milliseconds, within which a holder that is still running has noticed that its lock was taken
 * away.
 */
export function noticedMs(leaseMs: number): number {
  return leaseMs * FRESH * 1.1;
}

/** A lock that this process holds, and of which it shows to others that it lives. */
export class OwnLock {
  readonly #lock: string;
  readonly #freshMs: number;
  readonly #timer: NodeJS.Timeout;
  #record: LockRecord;
  #isLost = false;
  /** Before the lock was last seen to be its own. */
  #lastSeen: Moment;

  /**
   * @param since - before it was taken
   * @param onBeat - called at every sign of life
   */
  constructor(lock: string, record: LockRecord, since: Moment, { leaseMs, beatMs }: KeepingTimes, onBeat?: () => void) {
    this.#lock = lock;
    this.#record = record;
    this.#lastSeen = since;
    this.#freshMs = leaseMs * FRESH;
    const beat = (): void => {
      this.#beat();
      if (!this.#isLost) onBeat?.();
    };
    // It is no reason to stay.
    this.#timer = unheld(setInterval(beat, beatMs));
  }

  /** Tells whether this process still has the lock. */
  isHeld(): boolean {
    return !this.#isLost && (this.#isFresh() || this.check());
  }

  /** The same, looked up now. */
  check(): boolean {
    this.#beat();
    return !this.#isLost && this.#isFresh();
  }

  /** Gives it back: what is no longer its own stays. */
  release(): void {
    if (this.#isLost) return;
    clearInterval(this.#timer);
    removeLock(this.#lock, this.#record.token);
    this.#isLost = true;
  }

  #isFresh(): boolean {
    return possiblyElapsedMs(this.#lastSeen) <= this.#freshMs;
  }

  #beat(): void {
    if (this.#isLost) return;
    const now = momentNow();
    const next = { ...this.#record, beat: this.#record.beat + 1 };
    try {
      if (!rewriteLock(this.#lock, next.token, recordText(next))) return this.#lose();
    } catch {
      // It cannot be told: it is asked again, and the lock counts as lost as long as nobody knows.
      return;
    }
    this.#record = next;
    this.#lastSeen = now;
  }

  #lose(): void {
    this.#isLost = true;
    clearInterval(this.#timer);
  }
}
