import { elapsedMs, type Moment, momentNow } from './moments.js';

/** The part of a patience that a single look may count: while this process stood still, so may have the holder's. */
const MAX_STEP = 0.1;

interface Seen {
  readonly stamp: string;
  quietMs: number;
  last: Moment;
}

/** Looks at locks of which nobody can tell whether somebody has them, and counts how long they have not changed. */
export class Watch {
  readonly #seen = new Map<string, Seen>();

  /** Looks at a lock again. @returns whether it has not changed for so long, by the steady clock of this process */
  isLeft(lock: string, stamp: string, patienceMs: number): boolean {
    const seen = this.#seen.get(lock);
    if (seen?.stamp !== stamp) {
      this.#seen.set(lock, { stamp, quietMs: 0, last: momentNow() });
      return false;
    }
    seen.quietMs += Math.min(elapsedMs(seen.last), patienceMs * MAX_STEP);
    seen.last = momentNow();
    return seen.quietMs >= patienceMs;
  }
}
