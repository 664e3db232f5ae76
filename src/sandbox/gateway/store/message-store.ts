import { CODES } from '../../../domain/codes.js';
import { STATUSES } from '../../../domain/statuses.js';
import { Refusal } from './refusal.js';

/** A message that was accepted: sent, or scheduled for later. */
export interface StoredMessage {
  readonly id: string;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  /** The sender name that was used. */
  readonly from: string;
  /** The text with its placeholders filled in; the hex string of a binary message. */
  readonly text: string;
  /** The caller's own value; empty where none was given. */
  readonly idx: string;
  readonly eco: boolean;
  readonly parts: number;
  /** Points charged. */
  readonly points: number;
  /** When the request was accepted, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
  /** When it was or is to be sent, in milliseconds since 1970. */
  readonly sendAtMs: number;
}

/** How long a message is on its way, in milliseconds. */
const DELIVERY_MS = 5_000;

const IDX_MEMORY_MS = 24 * 60 * 60 * 1000;

/** What has become of a message by a moment. */
export interface Progress {
  /** 409 QUEUE, 403 SENT or 404 DELIVERED. */
  readonly status: (typeof STATUSES)['QUEUE' | 'SENT' | 'DELIVERED'];
  readonly submittedAtMs: number | null;
  readonly doneAtMs: number | null;
}

/** Whether a message still waits for its time. */
export function isScheduled(message: StoredMessage, nowMs: number): boolean {
  return message.sendAtMs > message.acceptedAtMs && nowMs < message.sendAtMs;
}

/**
 * What has become of a message, by the clock alone: 409 QUEUE while it is scheduled and in the very moment of sending,
 * 403 SENT as soon as the clock has moved on, 404 DELIVERED {@link DELIVERY_MS} after sending.
 */
export function progressOf(message: StoredMessage, nowMs: number): Progress {
  const { sendAtMs } = message;
  if (isScheduled(message, nowMs)) return { status: STATUSES.QUEUE, submittedAtMs: null, doneAtMs: null };
  const doneAtMs = sendAtMs + DELIVERY_MS;
  if (nowMs >= doneAtMs) return { status: STATUSES.DELIVERED, submittedAtMs: sendAtMs, doneAtMs };
  return { status: nowMs > sendAtMs ? STATUSES.SENT : STATUSES.QUEUE, submittedAtMs: sendAtMs, doneAtMs: null };
}

/** The messages of an account, sent and scheduled. */
export class MessageStore {
  readonly #messages = new Map<string, StoredMessage>();
  /** For each idx (lower case) the message that used it last. */
  readonly #byIdx = new Map<string, StoredMessage>();

  /** Records a message. */
  add(message: StoredMessage): void {
    this.#messages.set(message.id, message);
    if (message.idx !== '') this.#byIdx.set(message.idx.toLowerCase(), message);
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
  deleteScheduled(id: string | null, nowMs: number): void {
    const message = id === null ? undefined : this.#messages.get(id);
    if (message === undefined || !isScheduled(message, nowMs)) throw new Refusal(CODES.nothingScheduled);
    this.#messages.delete(message.id);
    const idx = message.idx.toLowerCase();
    if (this.#byIdx.get(idx) === message) this.#byIdx.delete(idx);
  }

  /** Whether an idx was used in the last 24 hours or belongs to a scheduled message (specification section 4.1). */
  isIdxTaken(idx: string, nowMs: number): boolean {
    const message = this.#byIdx.get(idx.toLowerCase());
    if (message === undefined) return false;
    return isScheduled(message, nowMs) || nowMs - message.acceptedAtMs <= IDX_MEMORY_MS;
  }
}
