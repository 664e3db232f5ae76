import { STATUSES } from '../../../../domain/statuses.js';

/** The kind of a message. */
export type MessageKind = 'sms' | 'mms' | 'vms';

/** What a message may have besides what each has. */
export interface MessageExtras {
  readonly flash?: boolean | undefined;
  /** Of an MMS. */
  readonly subject?: string | undefined;
  /** The address for its delivery reports, in place of the account's (specification section 4.1). */
  readonly notifyUrl?: string | undefined;
  /** The time at which it is given up, in milliseconds since 1970. */
  readonly expiresAtMs?: number | undefined;
  readonly partnerId?: number | undefined;
}

/** A message that was accepted: sent, or scheduled for later. */
export interface StoredMessage extends MessageExtras {
  readonly id: string;
  readonly kind: MessageKind;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  /** The sender name that was used. */
  readonly from: string;
  /**
   * The text with its placeholders filled in; the hex string of a binary message, the SMIL of an MMS, the text or the
   * link of a voice message.
   */
  readonly text: string;
  /** The caller's own value; empty where none was given. */
  readonly idx: string;
  readonly eco: boolean;
  readonly parts: number;
  /** Points charged. */
  readonly points: number;
  /** The time at which the request was accepted, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
  /** The time at which it was or is to be sent, in milliseconds since 1970. */
  readonly sendAtMs: number;
  /** Its progress, where that was recorded and the clock has no say in it any more. */
  readonly progress?: Progress | undefined;
}

/** The time that a message is on its way, in milliseconds. */
const DELIVERY_MS = 5_000;

/** The state of a message at a moment. */
export interface Progress {
  /** 409 QUEUE, 403 SENT or 404 DELIVERED; any other only where it was recorded. */
  readonly status: number;
  readonly submittedAtMs: number | null;
  readonly doneAtMs: number | null;
}

/** Tells whether a message still waits for its time. */
export function isScheduled(message: StoredMessage, nowMs: number): boolean {
  return message.sendAtMs > message.acceptedAtMs && nowMs < message.sendAtMs;
}

/**
 * Gives the state of a message, by the clock alone: 409 QUEUE while it is scheduled and in the very moment of sending,
 * 403 SENT as soon as the clock has moved on, 404 DELIVERED {@link DELIVERY_MS} after sending.
 */
export function progressOf(message: StoredMessage, nowMs: number): Progress {
  const { sendAtMs, progress } = message;
  if (progress !== undefined) return progress;
  if (isScheduled(message, nowMs)) return { status: STATUSES.QUEUE, submittedAtMs: null, doneAtMs: null };
  const doneAtMs = sendAtMs + DELIVERY_MS;
  if (nowMs >= doneAtMs) return { status: STATUSES.DELIVERED, submittedAtMs: sendAtMs, doneAtMs };
  return { status: nowMs > sendAtMs ? STATUSES.SENT : STATUSES.QUEUE, submittedAtMs: sendAtMs, doneAtMs: null };
}

/** A status that a message comes to by the clock alone. */
export interface StatusChange {
  readonly status: (typeof STATUSES)['SENT' | 'DELIVERED'];
  /** The time of the change itself, as the history shows it, in milliseconds since 1970. */
  readonly atMs: number;
  /** From when on {@link progressOf} shows the status. */
  readonly shownFromMs: number;
}

/** The statuses that a message will come to, in their order. */
export function statusChangesOf({ sendAtMs, progress }: StoredMessage): readonly StatusChange[] {
  if (progress !== undefined) return [];
  const doneAtMs = sendAtMs + DELIVERY_MS;
  return [
    { status: STATUSES.SENT, atMs: sendAtMs, shownFromMs: sendAtMs + 1 },
    { status: STATUSES.DELIVERED, atMs: doneAtMs, shownFromMs: doneAtMs },
  ];
}
