import { CODES } from '../../../domain/codes.js';
import { progressOf } from '../store/message.js';
import { Refusal } from '../store/refusal.js';
import type { AuthorizedCall } from './authorized-call.js';
import { nextMessageId } from './next-message-id.js';
import type { SendOrder } from './send-order.js';
import { planSend } from './send-plan.js';

/** A message of a send that was accepted. */
export interface SendRecord {
  readonly id: string;
  /** The recipient's number with its country prefix, digits only. */
  readonly number: string;
  readonly parts: number;
  /** Points charged. */
  readonly points: number;
  /** The delivery status (401–412) that it has at once. */
  readonly status: number;
}

/** The result of a send. */
export interface SendReceipt {
  readonly messages: readonly SendRecord[];
  /** Points charged for all of them. */
  readonly points: number;
}

/**
 * Sends or schedules messages and charges their points.
 *
 * With `test` everything is checked as ever – also whether the points would do – and the receipt is that of a success,
 * ids included; but nothing is sent, charged or recorded.
 *
 * The receipt has an entry for each message, not for each number that was submitted: a number that is not correct is
 * skipped and a repeated one is sent to once (section 4.1, rules 3 to 5).
 *
 * @throws Refusal 105 from an address that the account's IP filter does not name (section 5, rule 3), and those of
 * {@link planSend}; then nothing is sent to anyone
 * @throws UnusableOption when the source of ids gives what is none, or one twice; nothing is sent then either
 */
export function send({ account, settings, address, nowMs }: AuthorizedCall, order: SendOrder): SendReceipt {
  if (!account.allows(address)) throw new Refusal(CODES.addressNotAllowed);
  const { messages } = account;
  const plan = planSend(order, {
    nowMs,
    points: account.points,
    pricePerPart: settings.pricePerPart,
    canShow: settings.canShow,
    sender: (asked) => account.sender(asked),
    isIdxTaken: account.uniqueIdx ? (idx) => messages.isIdxTaken(idx, nowMs) : undefined,
  });

  const ids = new Set<string>();
  const isTaken = (id: string): boolean => ids.has(id) || messages.get(id) !== undefined;
  const { from, eco, sendAtMs } = plan;
  const accepted = plan.messages.map((message) => {
    const id = nextMessageId(settings.nextId, isTaken);
    ids.add(id);
    return { ...message, id, from, eco, sendAtMs, acceptedAtMs: nowMs };
  });
  if (order.test !== true) {
    account.charge(plan.points);
    for (const message of accepted) messages.add(message);
  }
  const records = accepted.map((message) => {
    const { id, to, parts, points } = message;
    return { id, number: to, parts, points, status: progressOf(message, nowMs).status };
  });
  return { messages: records, points: plan.points };
}
