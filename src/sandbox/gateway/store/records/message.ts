import { isFinalStatus, STATUSES } from '../../../../domain/statuses.js';
import { DEFAULT_STEPS, type DeliveryStep } from './delivery-step.js';

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
  /** The operation that brought it; `undefined` where that is not known. */
  readonly operation?: string | undefined;
  /** The time at which the request was accepted, in milliseconds since 1970. */
  readonly acceptedAtMs: number;
  /** The time at which it was or is to be sent, in milliseconds since 1970. */
  readonly sendAtMs: number;
  /** The statuses that it comes to, in their order. Default: {@link DEFAULT_STEPS}. */
  readonly steps?: readonly DeliveryStep[] | undefined;
  /** Its progress, where that was recorded and the clock has no say in it any more. */
  readonly progress?: Progress | undefined;
}

/** The state of a message at a moment. */
export interface Progress {
  /** 409 QUEUE, and then those of its steps: by default 403 SENT and 404 DELIVERED. */
  readonly status: number;
  readonly submittedAtMs: number | null;
  /** The time of its final status. */
  readonly doneAtMs: number | null;
}

/** Tells whether a message still waits for its time. */
export function isScheduled(message: StoredMessage, nowMs: number): boolean {
  return message.sendAtMs > message.acceptedAtMs && nowMs < message.sendAtMs;
}

/** Gives the state of a message, by the clock alone: 409 QUEUE until it comes to the first of its steps. */
export function progressOf(message: StoredMessage, nowMs: number): Progress {
  const { sendAtMs, progress, steps = DEFAULT_STEPS } = message;
  if (progress !== undefined) return progress;
  if (isScheduled(message, nowMs)) return { status: STATUSES.QUEUE, submittedAtMs: null, doneAtMs: null };
  const step = steps.findLast(({ shownAfterMs }) => nowMs >= sendAtMs + shownAfterMs);
  if (step === undefined) return { status: STATUSES.QUEUE, submittedAtMs: sendAtMs, doneAtMs: null };
  const { status, afterMs } = step;
  return { status, submittedAtMs: sendAtMs, doneAtMs: isFinalStatus(status) ? sendAtMs + afterMs : null };
}

/** A status that a message comes to by the clock alone. */
export interface StatusChange extends Pick<DeliveryStep, 'status' | 'pressed' | 'durationSeconds'> {
  /** The time of the change itself, as the history shows it, in milliseconds since 1970. */
  readonly atMs: number;
  /** From when on {@link progressOf} shows the status. */
  readonly shownFromMs: number;
}

/** The statuses that a message will come to, in their order. */
export function statusChangesOf({ sendAtMs, progress, steps = DEFAULT_STEPS }: StoredMessage): readonly StatusChange[] {
  if (progress !== undefined) return [];
  return steps.map(({ status, afterMs, shownAfterMs, pressed, durationSeconds }) => ({
    status,
    pressed,
    durationSeconds,
    atMs: sendAtMs + afterMs,
    shownFromMs: sendAtMs + shownAfterMs,
  }));
}
