import type { Contact } from './contact.js';
import type { LinkVisitor, SentLink } from './links.js';
import { type BulkSend, type StatusChange, type StoredMessage, statusChangesOf } from './message.js';
import { TimeQueue } from './time-queue.js';

/** A lookup of a number (specification section 4.8). */
export interface LookUp {
  readonly id: string;
  /** The number with its country prefix, digits only. */
  readonly number: string;
  /** The caller's own value, or empty. */
  readonly idx: string;
  readonly acceptedAtMs: number;
}

/** A contact group in an event. */
interface NamedGroup {
  readonly id: number;
  readonly name: string;
  readonly info: string;
}

/** An event without its account. */
type EventFacts =
  | { readonly type: 'message-accepted' | 'message-scheduled' | 'message-deleted'; readonly message: StoredMessage }
  | ({ readonly type: 'message-status'; readonly message: StoredMessage } & StatusChange)
  /** A send to a group or to several numbers. It starts when its first message is sent. */
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

/** A change of the store. */
export type StoreEvent = { readonly username: string } & EventFacts;

/** Called with each event immediately. An error that it throws becomes a process warning. */
export type StoreListener = (event: StoreEvent) => void;

/** Returns true if a listener wants the statuses of a message. */
export type AwaitsStatuses = (username: string, message: StoredMessage) => boolean;

interface Subscription {
  readonly listener: StoreListener;
  readonly awaits: AwaitsStatuses;
}

interface AwaitedChange extends StatusChange {
  readonly username: string;
  readonly message: StoredMessage;
}

/**
 * The events of the store.
 *
 * Statuses follow the gateway's clock, which may be a function of the test, so there is no timer. Every call, and
 * `Gateway.advance()`, advances the store to the current time. Each status change is then reported once, with its own
 * time and in the order of these times. If the clock goes back, reported changes are not undone. Statuses are kept only
 * for messages that a listener selects when they are accepted.
 */
export class StoreEvents {
  readonly #listeners = new Set<Subscription>();
  readonly #changes = new TimeQueue<AwaitedChange>();
  readonly #deleted = new WeakSet<StoredMessage>();

  /**
   * Adds a listener.
   *
   * @param awaits - selects the messages whose statuses it receives. Default: all
   * @returns removes the listener
   */
  listen(listener: StoreListener, awaits: AwaitsStatuses = () => true): () => void {
    const entry = { listener, awaits };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Reports an event. */
  emit(event: StoreEvent): void {
    if (this.#listeners.size === 0) return;
    if (event.type === 'message-accepted' || event.type === 'message-scheduled') this.#await(event);
    else if (event.type === 'message-deleted') this.#deleted.add(event.message);
    this.#pass(event);
  }

  /** Reports the statuses up to a time, in milliseconds since 1970. */
  advance(nowMs: number): void {
    const due: AwaitedChange[] = [];
    for (let next = this.#changes.take(nowMs); next !== undefined; next = this.#changes.take(nowMs)) {
      if (!this.#deleted.has(next.message)) due.push(next);
    }
    for (const change of due) this.#pass({ type: 'message-status', ...change });
  }

  /** Drops the statuses of the messages of accounts. */
  forget(usernames: ReadonlySet<string>): void {
    this.#changes.drop(({ username }) => usernames.has(username));
  }

  /** The time of the next status; `undefined` if there is none. */
  get nextChangeMs(): number | undefined {
    return this.#changes.nextMs;
  }

  #await({ username, message }: { readonly username: string; readonly message: StoredMessage }): void {
    if (![...this.#listeners].some(({ awaits }) => awaits(username, message))) return;
    for (const change of statusChangesOf(message)) this.#changes.add(change.atMs, { ...change, username, message });
  }

  #pass(event: StoreEvent): void {
    // A listener may add and remove listeners.
    const listeners = [...this.#listeners];
    for (const entry of listeners) if (this.#listeners.has(entry)) pass(entry.listener, event);
  }
}

function pass(listener: StoreListener, event: StoreEvent): void {
  try {
    listener(event);
  } catch (error) {
    // Only the name: the message may contain the text of an SMS.
    const name = error instanceof Error ? error.name : typeof error;
    process.emitWarning(`a listener of the embedded gateway failed (${name}); that was ignored`, {
      type: 'SmsServiceWarning',
    });
  }
}
