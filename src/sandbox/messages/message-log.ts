import type { Gateway } from '../gateway/gateway.js';
import type { StoreEvent } from '../gateway/store/events.js';
import type { StoredMessage } from '../gateway/store/records/message.js';

/** A message of the log. */
export interface LoggedMessage {
  /** Its place in the order of acceptance, from 1, which no other message of the gateway ever has. */
  readonly cursor: number;
  readonly username: string;
  readonly message: StoredMessage;
}

/** Is told of each message that is accepted. */
type MessageListener = (logged: LoggedMessage) => void;

/** The messages that were accepted, of all accounts, in the order in which they were; the newest are kept. */
export class MessageLog {
  readonly #maxKept: number;
  readonly #listeners = new Set<MessageListener>();
  /** Scheduled ones that were deleted before their time. */
  readonly #deleted = new WeakSet<StoredMessage>();
  #kept: LoggedMessage[] = [];
  #cursor = 0;
  /** The cursor of the newest message that was given up for want of room. */
  #givenUpTo = 0;
  /** The cursor at which the gateway was as at the start the last time. */
  #startedAt = 0;

  /** @param maxKept - a whole number from 0; when there are more, the older half is given up at once */
  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  /** The cursor behind all messages up to now. */
  get cursor(): number {
    return this.#cursor;
  }

  /** The cursor behind the messages that are not kept any more. */
  get givenUpTo(): number {
    return this.#givenUpTo;
  }

  /** The cursor before the first message since the start. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** Keeps the messages that a gateway accepts from now on. @returns ends that */
  follow({ events, accounts }: Gateway): () => void {
    const tell = (event: StoreEvent): void => {
      if (event.type === 'message-accepted' || event.type === 'message-scheduled') {
        this.#add(event.username, event.message, (given) => accounts.get(given.username)?.forget(given.message));
      } else if (event.type === 'message-deleted') {
        this.#deleted.add(event.message);
      }
    };
    // It shows statuses as they are when somebody asks.
    return events.listen(tell, () => false);
  }

  /** The messages behind a cursor, oldest first. */
  since(cursor: number): readonly LoggedMessage[] {
    let [first, end] = [0, this.#kept.length];
    while (first < end) {
      const middle = (first + end) >>> 1;
      if ((this.#kept[middle]?.cursor ?? 0) > cursor) end = middle;
      else first = middle + 1;
    }
    return this.#kept.slice(first).filter(({ message }) => !this.#deleted.has(message));
  }

  /** Tells of each message from now on. @returns ends that */
  listen(listener: MessageListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Takes messages out. */
  drop(isGone: (logged: LoggedMessage) => boolean): void {
    this.#kept = this.#kept.filter((logged) => !isGone(logged));
  }

  /** Begins anew: no message is there, and the cursors go on. */
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
