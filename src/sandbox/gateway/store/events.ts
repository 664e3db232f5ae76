import type { LinkVisitor, SentLink } from './links.js';
import type { BulkSend } from './records/bulk-send.js';
import type { Contact } from './records/contact.js';
import type { LookUp } from './records/look-up.js';
import type { StatusChange, StoredMessage } from './records/message.js';
import { StatusChanges } from './status-changes.js';

/** A contact group, as events name it. */
interface NamedGroup {
  readonly id: number;
  readonly name: string;
  readonly info: string;
}

/** An event, without the account that it happened to. */
type Happened =
  | { readonly type: 'message-accepted' | 'message-scheduled' | 'message-deleted'; readonly message: StoredMessage }
  | ({ readonly type: 'message-status'; readonly message: StoredMessage } & Omit<StatusChange, 'shownFromMs'>)
  /** A send to a group, or to several; it begins when its first message is sent. */
  | { readonly type: 'bulk-accepted'; readonly bulk: BulkSend }
  | { readonly type: 'group-added'; readonly group: NamedGroup }
  | { readonly type: 'group-deleted'; readonly group: NamedGroup; readonly numberCount: number }
  | { readonly type: 'number-added'; readonly group: NamedGroup; readonly contact: Contact }
  | { readonly type: 'lookup-accepted'; readonly lookUp: LookUp }
  | {
      readonly type: 'link-opened';
      readonly link: SentLink;
      readonly atMs: number;
      readonly visitor: LinkVisitor;
      /** True the first time. */
      readonly isFirst: boolean;
    }
  /** All entries of the number, as they were added. */
  | { readonly type: 'number-deleted'; readonly group: NamedGroup; readonly contacts: readonly Contact[] };

/** Something that happened in the store of the gateway; it is told when it has. */
export type StoreEvent = { readonly username: string } & Happened;

/** Is told of an event at once; what it throws becomes a warning of the process. */
export type StoreListener = (event: StoreEvent) => void;

/** Tells whether one who listens wants to hear of the statuses of a message. */
export type AwaitsStatuses = (username: string, message: StoredMessage) => boolean;

interface Listening {
  readonly listener: StoreListener;
  readonly awaits: AwaitsStatuses;
}

/**
 * Tells whoever listens of what happened in the store.
 *
 * The status of a message changes with the gateway's clock, and nobody hears a clock tick: it is a function of the one
 * who set the gateway up, and in tests it mostly stands still. A timer would wait in real time, keep a program running,
 * and be wrong for a clock of one's own. So the store is brought to a moment by whoever knows one: every call does
 * before it is carried out, and `Gateway.advance()` whenever it is asked to. Each change of a status is then told once,
 * with the time at which it came, and in the order of these times, however far the clock has moved; a clock that goes
 * back takes nothing back.
 *
 * Statuses are told of messages that were accepted while somebody listened who wanted to hear of them: where nobody
 * does, nothing is remembered.
 */
export class StoreEvents {
  readonly #listeners = new Set<Listening>();
  readonly #changes = new StatusChanges();

  /**
   * Listens from now on.
   *
   * @param awaits - the messages of which it wants to hear statuses. Default: all
   * @returns ends the listening
   */
  listen(listener: StoreListener, awaits: AwaitsStatuses = () => true): () => void {
    const entry = { listener, awaits };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Tells of what has happened. */
  tell(event: StoreEvent): void {
    if (this.#listeners.size === 0) return;
    const { type, username } = event;
    if (type === 'message-accepted' || type === 'message-scheduled') this.#await(username, event.message);
    else if (type === 'message-deleted') this.#changes.drop(event.message);
    this.#pass(event);
  }

  /** Tells of the statuses that messages have come to by a moment, in milliseconds since 1970. */
  advance(nowMs: number): void {
    for (const change of this.#changes.takeUntil(nowMs)) {
      const { username, message, status, atMs, pressed, durationSeconds } = change;
      this.#pass({ type: 'message-status', username, message, status, atMs, pressed, durationSeconds });
    }
  }

  /** Tells no more of what messages of accounts come to. */
  forget(usernames: ReadonlySet<string>): void {
    this.#changes.dropOf(usernames);
  }

  /** The time from which on {@link advance} has something to tell of; `undefined` while there is none. */
  get nextChangeMs(): number | undefined {
    return this.#changes.nextMs;
  }

  #await(username: string, message: StoredMessage): void {
    for (const { awaits } of this.#listeners) {
      if (awaits(username, message)) return this.#changes.add(username, message);
    }
  }

  #pass(event: StoreEvent): void {
    // Those of this moment: who begins to listen meanwhile hears the next event, who ends hears none any more.
    const listening = [...this.#listeners];
    for (const entry of listening) {
      if (this.#listeners.has(entry)) pass(entry.listener, event);
    }
  }
}

function pass(listener: StoreListener, event: StoreEvent): void {
  try {
    listener(event);
  } catch (error) {
    // Only its name: an event holds the text of a message, and the words of the error may, too.
    const name = error instanceof Error ? error.name : typeof error;
    process.emitWarning(`a listener of the embedded gateway failed (${name}); that was ignored`, {
      type: 'SmsServiceWarning',
    });
  }
}
