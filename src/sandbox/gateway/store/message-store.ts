import { CODES } from '../../../domain/codes.js';
import { idxKey } from '../../../domain/sending/limits.js';
import { refuse } from '../refusal/refusal.js';
import type { StoreEvents } from './events.js';
import { isScheduled, type StoredMessage } from './message.js';

const HOUR_MS = 60 * 60 * 1000;

/** The messages of an account, sent and scheduled. */
export class MessageStore {
  readonly #messages = new Map<string, StoredMessage>();
  /** The last message that used each idx (lower case). */
  readonly #byIdx = new Map<string, StoredMessage>();
  readonly #username: string;
  readonly #events: StoreEvents;

  /** @param username - the account, for the events */
  constructor(username: string, events: StoreEvents) {
    this.#username = username;
    this.#events = events;
  }

  add(message: StoredMessage): void {
    this.#messages.set(message.id, message);
    if (message.idx !== '') this.#byIdx.set(idxKey(message.idx), message);
    const type = isScheduled(message, message.acceptedAtMs) ? 'message-scheduled' : 'message-accepted';
    this.#events.emit({ type, username: this.#username, message });
  }

  /** Returns a message by its id. */
  get(id: string): StoredMessage | undefined {
    return this.#messages.get(id);
  }

  /** Returns all messages in the order of acceptance. */
  list(): readonly StoredMessage[] {
    return [...this.#messages.values()];
  }

  /**
   * Deletes a scheduled message. Its idx can be used again.
   *
   * @throws Refusal 75 if there is no scheduled message with this id
   */
  deleteScheduled(id: string, nowMs: number): void {
    const message = this.#messages.get(id);
    if (message === undefined || !isScheduled(message, nowMs)) return refuse(CODES.nothingScheduled);
    this.forget(message);
    this.#events.emit({ type: 'message-deleted', username: this.#username, message });
  }

  /** Deletes a message. Its idx can be used again. */
  forget(message: StoredMessage): void {
    this.#messages.delete(message.id);
    const idx = idxKey(message.idx);
    if (this.#byIdx.get(idx) === message) this.#byIdx.delete(idx);
  }

  isWaiting(id: string, nowMs: number): boolean {
    const message = this.#messages.get(id);
    return message !== undefined && isScheduled(message, nowMs);
  }

  /** Returns true if an idx was used in the last `hours` hours, or belongs to a scheduled message (section 4.1). */
  isIdxTaken(idx: string, nowMs: number, hours: number): boolean {
    const message = this.#byIdx.get(idxKey(idx));
    if (message === undefined) return false;
    return isScheduled(message, nowMs) || nowMs - message.acceptedAtMs <= hours * HOUR_MS;
  }
}
