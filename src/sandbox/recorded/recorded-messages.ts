import type * as wire from '../../../generated/types.js';
import { internationalNumber } from '../../domain/phone-number.js';
import { countMessageParts } from '../../domain/sending/message-parts.js';
import { type AcceptedMessage, sentMessages } from '../../domain/sending/sent-messages.js';
import { STATUSES } from '../../domain/statuses.js';
import { isEco, type SendOrder } from '../gateway/operations/sending/orders.js';
import { fillIn } from '../gateway/operations/sending/template.js';
import type { StoredMessage } from '../gateway/store/records/message.js';

/** The messages that a recording shows, as they were at its end. */
export class RecordedMessages {
  readonly #messages = new Map<string, StoredMessage>();
  #notUnderstood = 0;
  #withoutRecipient = 0;
  #withoutText = 0;

  /** @param defaultSender - of messages that were sent under no name */
  all(defaultSender: string): readonly StoredMessage[] {
    return [...this.#messages.values()].map((message) =>
      message.from === '' ? { ...message, from: defaultSender } : message,
    );
  }

  /** soap_GetSmsByDate, soap_GetSmsByIds. @param atMs - when they were asked for */
  listed({ arSms }: wire.soap_GetSmsByDateOutput, atMs: number): void {
    for (const sms of arSms) {
      if (sms?.id) this.#messages.set(sms.id, fromHistory(sms, sms.id, this.#messages.get(sms.id), atMs));
    }
  }

  /** soap_DelSchSmsById, sch_del of sms.do */
  deleted({ id }: { readonly id: string | null }): void {
    if (id !== null) this.#messages.delete(id);
  }

  /** soap_SendSms, soap_SendSmsExt, soap_SendMulti. @returns the points charged */
  sent(order: SendOrder, response: wire.Response, atMs: number): number {
    if (order.test) return 0;
    const messages = sentMessages(response.response ?? []);
    const points = response.points ?? 0;
    const accepted = messages.filter((message) => message.outcome === 'accepted');
    this.#notUnderstood += messages.filter(({ outcome }) => outcome === 'unknown').length;
    const byNumber = recipientsOf(order);
    // Without its number an entry belongs to a recipient only where each has one.
    const inOrder = accepted.length === byNumber.size ? [...byNumber.values()] : [];
    for (const [index, message] of accepted.entries()) {
      const recipient = message.number === undefined ? inOrder[index] : byNumber.get(message.number);
      if (recipient === undefined) this.#withoutRecipient += 1;
      else this.#messages.set(message.id, fromSend(order, recipient, message, points / accepted.length, atMs));
    }
    return points;
  }

  /** Adds one that was sent over HTTP. */
  add(message: StoredMessage): void {
    this.#messages.set(message.id, message);
  }

  /** One was sent of which it was not told under what id. */
  notUnderstood(): void {
    this.#notUnderstood += 1;
  }

  /** One was sent of which it was not told to whom. */
  withoutRecipient(): void {
    this.#withoutRecipient += 1;
  }

  /** One was sent of which it was not told with what text. */
  withoutText(): void {
    this.#withoutText += 1;
  }

  /** Tells, in words, all that is not known of them. */
  *gaps(): Iterable<string> {
    if (this.#withoutRecipient > 0) yield `to whom ${this.#withoutRecipient} of the messages were sent`;
    if (this.#withoutText > 0) yield `the text or the file of ${this.#withoutText} of the messages`;
    if (this.#notUnderstood > 0) yield `what became of ${this.#notUnderstood} of the messages`;
  }
}

interface Recipient {
  readonly to: string;
  readonly text: string;
  readonly idx: string;
}

/**
 * Lists the recipients by number: one that is not correct is skipped, a repeated one is sent to once (section 4.1,
 * rules 3 to 5).
 */
function recipientsOf({ to, message, params = [], idx = [] }: SendOrder): ReadonlyMap<string, Recipient> {
  const recipients = new Map<string, Recipient>();
  for (const [index, given] of to.entries()) {
    const number = internationalNumber(given);
    if (number === undefined || recipients.has(number)) continue;
    recipients.set(number, { to: number, text: fillIn(message, params[index] ?? []), idx: idx[index] ?? '' });
  }
  return recipients;
}

function fromSend(
  order: SendOrder,
  { to, text, idx }: Recipient,
  { id, points }: AcceptedMessage,
  share: number,
  atMs: number,
): StoredMessage {
  return {
    id,
    kind: 'sms',
    to,
    from: order.from ?? '',
    text,
    idx,
    eco: isEco(order),
    parts: countMessageParts(text).parts,
    points: points ?? share,
    acceptedAtMs: atMs,
    sendAtMs: Math.max(atMs, order.sendAtMs ?? 0),
  };
}

function fromHistory(sms: wire.Sms, id: string, before: StoredMessage | undefined, atMs: number): StoredMessage {
  const { to, from, message, eco, date, status, submitdate, donedate } = sms;
  const text = message ?? '';
  const sendAtMs = date ? date * 1000 : atMs;
  const waits = status === STATUSES.QUEUE && sendAtMs > atMs;
  const stored: StoredMessage = {
    id,
    kind: 'sms',
    to: to ?? '',
    from: from ?? '',
    text,
    idx: before?.idx ?? '',
    eco: eco === 1,
    parts: countMessageParts(text).parts,
    points: before?.points ?? 0,
    acceptedAtMs: before?.acceptedAtMs ?? Math.min(atMs, sendAtMs),
    sendAtMs,
  };
  if (waits) return { ...stored, acceptedAtMs: Math.min(stored.acceptedAtMs, atMs) };
  const progress = { status: status ?? STATUSES.UNKNOWN, submittedAtMs: msOf(submitdate), doneAtMs: msOf(donedate) };
  return { ...stored, acceptedAtMs: sendAtMs, progress };
}

/** 0 stands for "not yet". */
function msOf(seconds: number | null | undefined): number | null {
  return seconds ? seconds * 1000 : null;
}
