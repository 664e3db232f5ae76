import { CODES } from '../../../domain/codes.js';
import { idxKey } from '../../../domain/sending/limits.js';
import type { StoreEvents } from './events.js';
import { isScheduled, type SentLink, type StoredMessage } from './message.js';
import { refuse } from './refusal.js';

const HOUR_MS = 60 * 60 * 1000;

export class MessageStore {
  readonly #messages = new Map<string, StoredMessage>();
  readonly #byIdx = new Map<string, StoredMessage>();
  readonly #username: string;
  readonly #events: StoreEvents;

  constructor(username: string, events: StoreEvents) {
    this.#username = username;
    this.#events = events;
  }

  add(message: StoredMessage): void {
    this.#messages.set(message.id, message);
    if (message.idx !== '') this.#byIdx.set(idxKey(message.idx), message);
    this.#events.emit({ type: 'message-accepted', username: this.#username, message });
  }

  get(id: string): StoredMessage | undefined {
    return this.#messages.get(id);
  }

  list(): readonly StoredMessage[] {
    return [...this.#messages.values()];
  }

  /**
   * Deletes a scheduled message. Its idx can be used again. Its points are not refunded: the specification defines no
   * refund (section 3).
   *
   * @throws Refusal 75 if there is no scheduled message with this id
   */
  deleteScheduled(id: string, nowMs: number): void {
    const message = this.#messages.get(id);
    if (message === undefined || !isScheduled(message, nowMs)) return refuse(CODES.nothingScheduled);
    this.forget(message);
    this.#events.emit({ type: 'message-deleted', username: this.#username, message });
  }

  /**
   * Deletes scheduled messages. Other ids are skipped.
   *
   * @throws Refusal 301 if there is none
   */
  deleteAllScheduled(ids: readonly string[], nowMs: number): readonly string[] {
    const scheduled = [...new Set(ids)].filter((id) => {
      const message = this.#messages.get(id);
      return message !== undefined && isScheduled(message, nowMs);
    });
    if (scheduled.length === 0) refuse(CODES.unknownId);
    for (const id of scheduled) this.deleteScheduled(id, nowMs);
    return scheduled;
  }

  forget(message: StoredMessage): void {
    this.#messages.delete(message.id);
    const idx = idxKey(message.idx);
    if (this.#byIdx.get(idx) === message) this.#byIdx.delete(idx);
  }

  /** Returns true if an idx was used in the last `hours` hours, or belongs to a scheduled message (section 4.1). */
  isIdxTaken(idx: string, nowMs: number, hours: number): boolean {
    const message = this.#byIdx.get(idxKey(idx));
    if (message === undefined) return false;
    return isScheduled(message, nowMs) || nowMs - message.acceptedAtMs <= hours * HOUR_MS;
  }
}

const DAY_MS = 24 * HOUR_MS;
/** How long links are valid (specification section 8). */
const VALID_MS = { target: 30 * DAY_MS, 'opt-out': 14 * DAY_MS } as const;

export class Links {
  readonly #links = new Map<string, SentLink>();
  readonly #opened = new Set<string>();
  readonly #suffixesOfMessage = new Map<string, string[]>();

  add(link: SentLink): void {
    this.#links.set(link.suffix, link);
    const suffixes = this.#suffixesOfMessage.get(link.messageId);
    if (suffixes === undefined) this.#suffixesOfMessage.set(link.messageId, [link.suffix]);
    else suffixes.push(link.suffix);
  }

  forget(messageId: string): void {
    for (const suffix of this.#suffixesOfMessage.get(messageId) ?? []) {
      this.#links.delete(suffix);
      this.#opened.delete(suffix);
    }
    this.#suffixesOfMessage.delete(messageId);
  }

  find(suffix: string, nowMs: number): SentLink | undefined {
    const link = this.#links.get(suffix);
    return link !== undefined && nowMs <= link.sentAtMs + VALID_MS[link.kind] ? link : undefined;
  }

  /** Records that a link was opened. @returns true the first time */
  open({ suffix }: SentLink): boolean {
    const isFirst = !this.#opened.has(suffix);
    this.#opened.add(suffix);
    return isFirst;
  }
}
