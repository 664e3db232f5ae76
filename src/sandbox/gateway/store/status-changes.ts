import { type StatusChange, type StoredMessage, statusChangesOf } from './records/message.js';
import { TimeQueue } from './time-queue.js';

/** A message that will come to a status. */
export interface AwaitedChange extends StatusChange {
  readonly username: string;
  readonly message: StoredMessage;
}

/** The statuses that messages have not come to yet, in the order of time. */
export class StatusChanges {
  readonly #awaited = new TimeQueue<AwaitedChange>();
  readonly #dropped = new WeakSet<StoredMessage>();

  /** The time of the next one; `undefined` where none is awaited. */
  get nextMs(): number | undefined {
    return this.#awaited.nextMs;
  }

  /** Awaits the statuses of a message. */
  add(username: string, message: StoredMessage): void {
    for (const change of statusChangesOf(message)) {
      this.#awaited.add(change.shownFromMs, { ...change, username, message });
    }
  }

  /** Awaits the statuses of a message no longer. */
  drop(message: StoredMessage): void {
    this.#dropped.add(message);
  }

  /** Awaits those of accounts no longer. */
  dropOf(usernames: ReadonlySet<string>): void {
    this.#awaited.drop(({ username }) => usernames.has(username));
  }

  /** Gives out the changes up to a moment, each once. */
  takeUntil(nowMs: number): readonly AwaitedChange[] {
    const taken: AwaitedChange[] = [];
    for (let next = this.#awaited.take(nowMs); next !== undefined; next = this.#awaited.take(nowMs)) {
      if (!this.#dropped.has(next.message)) taken.push(next);
    }
    return taken;
  }
}
