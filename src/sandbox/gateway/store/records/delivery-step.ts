import { STATUSES } from '../../../../domain/statuses.js';

/** A status that a message comes to some time after it was sent. */
export interface DeliveryStep {
  /** 401–412, as in docs/gateway.md section 3. */
  readonly status: number;
  /** The time of the change, in milliseconds after sending. */
  readonly afterMs: number;
  /** From when on it is seen, in milliseconds after sending. */
  readonly shownAfterMs: number;
  /** Of a voice message: the key that the recipient has pressed. */
  readonly pressed?: string | undefined;
  /** Of a voice message: the length of the call in seconds. */
  readonly durationSeconds?: number | undefined;
}

/** The time that a message is on its way, in milliseconds. */
const DELIVERY_MS = 5_000;

/**
 * The steps of a message for which nothing else was said: SENT as soon as the clock has moved on, then DELIVERED. In
 * the very moment of sending it is in the queue.
 */
export const DEFAULT_STEPS: readonly DeliveryStep[] = [
  { status: STATUSES.SENT, afterMs: 0, shownAfterMs: 1 },
  { status: STATUSES.DELIVERED, afterMs: DELIVERY_MS, shownAfterMs: DELIVERY_MS },
];
