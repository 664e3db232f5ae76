import { isFinalStatus, STATUSES } from '../../../domain/statuses.js';

export type MessageKind = 'sms' | 'mms' | 'vms';

/** A status that a message gets some time after it was sent. */
export interface DeliveryStep {
  /** 401–412 (specification section 3). */
  readonly status: number;
  readonly afterMs: number;
  /** The key that the recipient of a voice message pressed. */
  readonly pressed?: string | undefined;
  /** The length of the call of a voice message. */
  readonly durationSeconds?: number | undefined;
}

/** In the millisecond of sending, a message is still in the queue. */
const DEFAULT_STEPS: readonly DeliveryStep[] = [
  { status: STATUSES.SENT, afterMs: 1 },
  { status: STATUSES.DELIVERED, afterMs: 5_000 },
];

export interface MessageExtras {
  readonly flash?: boolean | undefined;
  /** The subject of an MMS. */
  readonly subject?: string | undefined;
  /** The address for its delivery reports, instead of the account's (specification section 4.1). */
  readonly notifyUrl?: string | undefined;
  /** The time at which delivery is given up. */
  readonly expiresAtMs?: number | undefined;
  readonly partnerId?: number | undefined;
}

/** An accepted message, sent or scheduled. Times are in milliseconds since 1970. */
export interface StoredMessage extends MessageExtras {
  readonly id: string;
  readonly kind: MessageKind;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly submittedTo: string;
  readonly from: string;
  /** The text that `MessageView.message` shows. */
  readonly text: string;
  /** The caller's own value, or empty. */
  readonly idx: string;
  readonly eco: boolean;
  readonly parts: number;
  /** Points charged. */
  readonly points: number;
  /** The name of the operation that sent it. */
  readonly operation: string;
  readonly acceptedAtMs: number;
  readonly sendAtMs: number;
  /** Its statuses, in their order. Default: SENT, and DELIVERED after five seconds. */
  readonly steps?: readonly DeliveryStep[] | undefined;
}

/** A send to a group or to several numbers. */
export interface BulkSend {
  readonly kind: MessageKind;
  /** The submitted text, with its placeholders; empty if there is none. */
  readonly text: string;
  /** The source of its numbers, in the words of section 6. */
  readonly origin: 'csv' | 'csv_and_text' | 'phonebook';
  /** The name of the group, or empty. */
  readonly group: string;
  readonly sendAtMs: number;
  readonly messages: readonly StoredMessage[];
}

/** The state of a message at a time. */
export interface Progress {
  readonly status: number;
  readonly submittedAtMs: number | null;
  /** The time of its final status. */
  readonly doneAtMs: number | null;
}

/** Returns true if a message is scheduled and not sent yet. */
export function isScheduled({ sendAtMs, acceptedAtMs }: StoredMessage, nowMs: number): boolean {
  return sendAtMs > acceptedAtMs && nowMs < sendAtMs;
}

/** Returns the state of a message: 409 QUEUE until its first step. */
export function progressOf(message: StoredMessage, nowMs: number): Progress {
  const { sendAtMs, steps = DEFAULT_STEPS } = message;
  if (isScheduled(message, nowMs)) return { status: STATUSES.QUEUE, submittedAtMs: null, doneAtMs: null };
  const step = steps.findLast(({ afterMs }) => nowMs >= sendAtMs + afterMs);
  if (step === undefined) return { status: STATUSES.QUEUE, submittedAtMs: sendAtMs, doneAtMs: null };
  const { status, afterMs } = step;
  return { status, submittedAtMs: sendAtMs, doneAtMs: isFinalStatus(status) ? sendAtMs + afterMs : null };
}

/** A status with its time, in milliseconds since 1970. */
export interface StatusChange extends Omit<DeliveryStep, 'afterMs'> {
  readonly atMs: number;
}

/** Returns the statuses that a message will get, in their order. */
export function statusChangesOf({ sendAtMs, steps = DEFAULT_STEPS }: StoredMessage): readonly StatusChange[] {
  return steps.map(({ afterMs, ...step }) => ({ ...step, atMs: sendAtMs + afterMs }));
}

/** A link in a message: a shortened address, or an opt-out link. */
export interface MessageLink {
  /** The part after the host, unique in the gateway. */
  readonly suffix: string;
  readonly kind: 'target' | 'opt-out';
  /** The address that was shortened; empty for an opt-out link. */
  readonly target: string;
}

export interface SentLink extends MessageLink {
  readonly messageId: string;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly sentAtMs: number;
}

/** Data about the person who opens a link. */
export interface LinkVisitor {
  readonly device: string | null;
  readonly operatingSystem: string | null;
  readonly browser: string | null;
  readonly ip: string | null;
}
