import { CODES } from '../../../domain/codes.js';
import { idxKey } from '../../../domain/sending/limits.js';
import { refuse } from '../refusal/refusal.js';
import type { StoreEvents } from './events.js';
import { isScheduled, type StoredMessage } from './records/message.js';

/** The most idx of refused sends that are kept: they cost their sender nothing. */
const MAX_REFUSED_IDX = 100_000;

/** The messages of an account, sent and scheduled. */
export class MessageStore {
  readonly #messages = new Map<string, StoredMessage>();
  /** For each idx (lower case) the message that used it last. */
  readonly #byIdx = new Map<string, StoredMessage>();
  /** For each idx (lower case) that a refused send used up the time of that, oldest first. */
  readonly #refusedIdx = new Map<string, number>();
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

  /** Uses up an idx without a message. @param memoryMs - as for `isIdxTaken`: one that is taken is used up already */
  useIdx(idx: string, nowMs: number, memoryMs: number): void {
    if (idx === '' || this.isIdxTaken(idx, nowMs, memoryMs)) return;
    const key = idxKey(idx);
    this.#refusedIdx.delete(key);
    this.#refusedIdx.set(key, nowMs);
    if (this.#refusedIdx.size <= MAX_REFUSED_IDX) return;
    const [oldest = ''] = this.#refusedIdx.keys();
    this.#refusedIdx.delete(oldest);
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
    this.forget(message);
    this.#events.tell({ type: 'message-deleted', username: this.#username, message });
  }

  /** Forgets a message, and that its idx was used. */
  forget(message: StoredMessage): void {
    this.#messages.delete(message.id);
    const idx = idxKey(message.idx);
    if (this.#byIdx.get(idx) === message) this.#byIdx.delete(idx);
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
    const key = idxKey(idx);
    const refusedAtMs = this.#refusedIdx.get(key);
    if (refusedAtMs !== undefined && nowMs - refusedAtMs <= memoryMs) return true;
    const message = this.#byIdx.get(key);
    if (message === undefined) return false;
    return isScheduled(message, nowMs) || nowMs - message.acceptedAtMs <= memoryMs;
  }
}
