import { type StatusChange, type StoredMessage, statusChangesOf } from './records/message.js';

/** A message will come to a status. */
export interface AwaitedChange extends StatusChange {
  readonly username: string;
  readonly message: StoredMessage;
}

/** The statuses that messages have not come to yet, in the order of time. */
export class StatusChanges {
  readonly #awaited: AwaitedChange[] = [];
  readonly #dropped = new WeakSet<StoredMessage>();

  /** Awaits the statuses of a message. */
  add(username: string, message: StoredMessage): void {
    for (const change of statusChangesOf(message)) {
      const { status, atMs, shownFromMs } = change;
      this.#awaited.splice(this.#indexAfter(shownFromMs), 0, { username, message, status, atMs, shownFromMs });
    }
  }

  /** Awaits the statuses of a message no longer. */
  drop(message: StoredMessage): void {
    this.#dropped.add(message);
  }

  /** Gives out the changes up to a moment, each once. */
  takeUntil(nowMs: number): readonly AwaitedChange[] {
    return this.#awaited.splice(0, this.#indexAfter(nowMs)).filter(({ message }) => !this.#dropped.has(message));
  }

  /** The index behind all changes up to a moment, found by halving: a schedule can be long. */
  #indexAfter(ms: number): number {
    let [low, high] = [0, this.#awaited.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#awaited[middle]?.shownFromMs ?? 0) <= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
