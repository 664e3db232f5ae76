import { isFinalStatus, STATUSES } from '../../../domain/statuses.js';

export type MessageKind = 'sms' | 'mms' | 'vms';

export interface DeliveryStep {
  /** 401–412 (specification section 3). */
  readonly status: number;
  readonly afterMs: number;
  readonly pressed?: string | undefined;
  readonly durationSeconds?: number | undefined;
}

/** In the millisecond of sending, a message is still in the queue. */
const DEFAULT_STEPS: readonly DeliveryStep[] = [
  { status: STATUSES.SENT, afterMs: 1 },
  { status: STATUSES.DELIVERED, afterMs: 5_000 },
];

export interface MessageExtras {
  readonly flash?: boolean | undefined;
  readonly subject?: string | undefined;
  /** The address for its delivery reports, instead of the account's (specification section 4.1). */
  readonly notifyUrl?: string | undefined;
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
  readonly text: string;
  readonly idx: string;
  readonly eco: boolean;
  readonly parts: number;
  readonly points: number;
  readonly operation: string;
  readonly acceptedAtMs: number;
  readonly sendAtMs: number;
  readonly steps?: readonly DeliveryStep[] | undefined;
}

export interface BulkSend {
  readonly kind: MessageKind;
  readonly text: string;
  readonly origin: 'csv' | 'csv_and_text' | 'phonebook';
  readonly group: string;
  readonly sendAtMs: number;
  readonly messages: readonly StoredMessage[];
}

export interface Progress {
  readonly status: number;
  readonly submittedAtMs: number | null;
  readonly doneAtMs: number | null;
}

export function isScheduled({ sendAtMs, acceptedAtMs }: StoredMessage, nowMs: number): boolean {
  return sendAtMs > acceptedAtMs && nowMs < sendAtMs;
}

export function progressOf(message: StoredMessage, nowMs: number): Progress {
  const { sendAtMs, steps = DEFAULT_STEPS } = message;
  if (isScheduled(message, nowMs)) return { status: STATUSES.QUEUE, submittedAtMs: null, doneAtMs: null };
  const step = steps.findLast(({ afterMs }) => nowMs >= sendAtMs + afterMs);
  if (step === undefined) return { status: STATUSES.QUEUE, submittedAtMs: sendAtMs, doneAtMs: null };
  const { status, afterMs } = step;
  return { status, submittedAtMs: sendAtMs, doneAtMs: isFinalStatus(status) ? sendAtMs + afterMs : null };
}

export interface StatusChange extends Omit<DeliveryStep, 'afterMs'> {
  readonly atMs: number;
}

export function statusChangesOf({ sendAtMs, steps = DEFAULT_STEPS }: StoredMessage): readonly StatusChange[] {
  return steps.map(({ afterMs, ...step }) => ({ ...step, atMs: sendAtMs + afterMs }));
}

export interface MessageLink {
  readonly suffix: string;
  readonly kind: 'target' | 'opt-out';
  readonly target: string;
}

export interface SentLink extends MessageLink {
  readonly messageId: string;
  /** The recipient's number with its country prefix, digits only. */
  readonly to: string;
  readonly sentAtMs: number;
}

export interface LinkVisitor {
  readonly device: string | null;
  readonly operatingSystem: string | null;
  readonly browser: string | null;
  readonly ip: string | null;
}
