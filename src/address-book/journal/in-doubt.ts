import type { BootClock } from './boot-clock.js';
import type { JournalEntry } from './journal-lines.js';

interface Sent {
  readonly clock: string;
  readonly ms: number;
}

/** The lines of a journal that may have been carried out. */
export class InDoubt {
  /** When their requests had gone out, where that is known. */
  readonly #sent = new Map<number, Sent | undefined>();
  /**
   * True where the last run has ended by itself: otherwise requests that a copy of its journal does not have may be on
   * their way.
   */
  #isEnded = true;

  /** Takes a line of a journal. */
  take(entry: JournalEntry): void {
    this.#isEnded = 'ended' in entry;
    if ('ended' in entry) return;
    if ('begun' in entry) this.#sent.set(entry.begun, undefined);
    else if ('undone' in entry) this.#sent.delete(entry.undone);
    else if ('done' in entry) this.#sent.delete(entry.done);
    else if ('rejected' in entry) this.#sent.delete(entry.rejected);
    else if (this.#sent.has(entry.doubt) && typeof entry.clock === 'string' && Number.isFinite(entry.ms)) {
      this.#sent.set(entry.doubt, entry);
    }
  }

  /**
   * Returns the time since the last of their requests went out, in milliseconds and at least: 0 where that is not
   * known; `undefined` where there is none.
   */
  sinceMs({ name, nowMs }: BootClock): number | undefined {
    if (!this.#isEnded) return 0;
    if (this.#sent.size === 0) return undefined;
    const now = nowMs();
    // By a clock that is not this one, or that has begun anew, nothing is known.
    const since = [...this.#sent.values()].map((sent) => (sent?.clock === name && sent ? now - sent.ms : 0));
    return Math.max(
      0,
      since.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY),
    );
  }
}
