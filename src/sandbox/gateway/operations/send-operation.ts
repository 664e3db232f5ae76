import type { Response } from '../../../../generated/types.js';
import { CODES } from '../../../domain/codes.js';
import { acceptedEntry } from '../../../domain/sending/sent-entry.js';
import { Refusal } from '../store/refusal.js';
import type { Call } from './call.js';
import { nextMessageId } from './message-id.js';
import type { SendOrder } from './send-order.js';
import { type PlannedMessage, planSend } from './send-plan.js';

/**
 * soap_SendSms, soap_SendSmsExt and soap_SendMulti: sends or schedules messages and charges their points.
 *
 * With `test` everything is checked as ever – also whether the points would do – and the response is that of a success,
 * ids included; but nothing is sent, charged or recorded.
 *
 * The response has an entry for each message, not for each number that was submitted: a number that is not correct is
 * skipped and a repeated one is sent to once (section 4.1, rules 3 to 5).
 *
 * @throws Refusal 105 from an address that the account's IP filter does not name (section 5, rule 3), and those of
 * {@link planSend}; then nothing is sent to anyone
 * @throws UnusableOption when the source of ids gives what is none, or one twice; nothing is sent then either
 */
export function send({ account, settings, address, nowMs }: Call, order: SendOrder): Omit<Response, 'result'> {
  if (!account.allows(address)) throw new Refusal(CODES.addressNotAllowed);
  const { messages } = account;
  const plan = planSend(order, {
    nowMs,
    points: account.points,
    pricePerPart: settings.pricePerPart,
    sender: (asked) => account.sender(asked),
    isIdxTaken: account.uniqueIdx ? (idx) => messages.isIdxTaken(idx, nowMs) : undefined,
  });

  const entry = settings.responseForm === 'ok' ? okEntry : bareEntry;
  const ids = new Set<string>();
  const isTaken = (id: string): boolean => ids.has(id) || messages.get(id) !== undefined;
  const numbered = plan.messages.map((message) => {
    const id = nextMessageId(settings.nextId, isTaken);
    ids.add(id);
    return { ...message, id };
  });
  if (!order.test) {
    const { from, eco, sendAtMs } = plan;
    account.charge(plan.points);
    for (const message of numbered) messages.add({ ...message, from, eco, sendAtMs, acceptedAtMs: nowMs });
  }
  return { response: numbered.map(entry), count: numbered.length, points: plan.points };
}

type Numbered = PlannedMessage & { readonly id: string };

const bareEntry = ({ id }: Numbered): string => id;
/** The form of the HTTP interface for several recipients (section 2.2). */
const okEntry = ({ id, points, to }: Numbered): string => acceptedEntry(id, points, to);
