import { CODES } from '../../../domain/codes.js';
import { idxKey } from '../../../domain/sending/limits.js';
import { refuse } from '../refusal/refusal.js';
import type { StoreEvents } from './events.js';
import { isScheduled, type StoredMessage } from './records/message.js';

/** The messages of an account, sent and scheduled. */
export class MessageStore {
  readonly #messages = new Map<string, StoredMessage>();
  /** For each idx (lower case) the message that used it last. */
  readonly #byIdx = new Map<string, StoredMessage>();
  readonly #username: string;
  readonly #events: StoreEvents;

  /** @param username - of the account, for the events */
  constructor(username: string, events: StoreEvents) {
    this.#username = username;
    this.#events = events;
  }

  /** Records a message. @param keepsIdx - whether its idx counts as used; default: yes */
  add(message: StoredMessage, keepsIdx = true): void {
    this.#messages.set(message.id, message);
    if (keepsIdx && message.idx !== '') this.#byIdx.set(idxKey(message.idx), message);
    const type = isScheduled(message, message.acceptedAtMs) ? 'message-scheduled' : 'message-accepted';
    this.#events.tell({ type, username: this.#username, message });
  }

  /** A message by its id. */
  get(id: string): StoredMessage | undefined {
    return this.#messages.get(id);
  }

  /** All messages in the order in which they were accepted. */
  list(): readonly StoredMessage[] {
    return [...this.#messages.values()];
  }

  /**
   * Deletes a scheduled message; its idx is free again.
   *
   * @throws Refusal 75 when no message of that id waits for its time
   */
  deleteScheduled(id: string, nowMs: number): void {
    const message = this.#messages.get(id);
    if (message === undefined || !isScheduled(message, nowMs)) return refuse(CODES.nothingScheduled);
    this.#messages.delete(message.id);
    const idx = idxKey(message.idx);
    if (this.#byIdx.get(idx) === message) this.#byIdx.delete(idx);
    this.#events.tell({ type: 'message-deleted', username: this.#username, message });
  }

  /** Tells whether a message of an id waits for its time. */
  isWaiting(id: string, nowMs: number): boolean {
    const message = this.#messages.get(id);
    return message !== undefined && isScheduled(message, nowMs);
  }

  /**
   * Tells whether an idx was used shortly before, or belongs to a scheduled message (section 4.1).
   *
   * @param memoryMs - the time after which a used one is free again
   */
  isIdxTaken(idx: string, nowMs: number, memoryMs: number): boolean {
    const message = this.#byIdx.get(idxKey(idx));
    if (message === undefined) return false;
    return isScheduled(message, nowMs) || nowMs - message.acceptedAtMs <= memoryMs;
  }
}
