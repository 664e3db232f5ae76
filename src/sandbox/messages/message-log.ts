import type { Gateway } from '../gateway/gateway.js';
import type { StoreEvent } from '../gateway/store/events.js';
import type { StoredMessage } from '../gateway/store/message.js';

/** A message of the log. */
export interface LoggedMessage {
  /** Its position in the order of acceptance, from 1. It is never reused during the lifetime of the gateway. */
  readonly cursor: number;
  readonly username: string;
  readonly message: StoredMessage;
}

type MessageListener = (logged: LoggedMessage) => void;

/** The accepted messages of all accounts, in the order of acceptance. Only the newest are kept. */
export class MessageLog {
  readonly #maxKept: number;
  readonly #listeners = new Set<MessageListener>();
  /** Scheduled messages that were deleted before they were sent. */
  readonly #deleted = new WeakSet<StoredMessage>();
  #kept: LoggedMessage[] = [];
  #cursor = 0;
  /** The cursor of the newest message that was dropped because of `maxKept`. */
  #givenUpTo = 0;
  /** The cursor at the last reset. */
  #startedAt = 0;

  /** @param maxKept - a whole number from 0; if it is exceeded, the older half is dropped at once */
  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  /** The cursor after the newest message. */
  get cursor(): number {
    return this.#cursor;
  }

  /** The cursor after the newest dropped message. */
  get givenUpTo(): number {
    return this.#givenUpTo;
  }

  /** The cursor before the first message since the start or the last reset. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Logs the messages that a gateway accepts from now on. @returns stops logging */
  follow({ events, accounts }: Gateway): () => void {
    const tell = (event: StoreEvent): void => {
      if (event.type === 'message-accepted' || event.type === 'message-scheduled') {
        this.#add(event.username, event.message, (given) => accounts.get(given.username)?.forget(given.message));
      } else if (event.type === 'message-deleted') {
        this.#deleted.add(event.message);
      }
    };
    // Statuses are computed when a message is shown, so no status events are needed.
    return events.listen(tell, () => false);
  }

  /** Returns the messages after a cursor, oldest first. */
  since(cursor: number): readonly LoggedMessage[] {
    let [first, end] = [0, this.#kept.length];
    while (first < end) {
      const middle = (first + end) >>> 1;
      if ((this.#kept[middle]?.cursor ?? 0) > cursor) end = middle;
      else first = middle + 1;
    }
    return this.#kept.slice(first).filter(({ message }) => !this.#deleted.has(message));
  }

  listen(listener: MessageListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Removes messages. */
  drop(isGone: (logged: LoggedMessage) => boolean): void {
    this.#kept = this.#kept.filter((logged) => !isGone(logged));
  }

  clear(): void {
    this.#kept = [];
    this.#startedAt = this.#cursor;
  }

  #add(username: string, message: StoredMessage, forget: (logged: LoggedMessage) => void): void {
    this.#cursor += 1;
    const logged = { cursor: this.#cursor, username, message };
    this.#kept.push(logged);
    if (this.#kept.length > this.#maxKept) {
      const givenUp = this.#kept.splice(0, Math.ceil((this.#maxKept + 1) / 2));
      this.#givenUpTo = givenUp.at(-1)?.cursor ?? this.#givenUpTo;
      for (const each of givenUp) forget(each);
    }
    for (const listener of this.#listeners) listener(logged);
  }
}
