import { internationalNumber } from '../../domain/phone-number.js';
import { countMessageParts } from '../../domain/sending/message-parts.js';
import type { MessageRecord, SendRecords } from '../../http-client/description/endpoints/send-answer.js';
import {
  type CommonOrder,
  isEco,
  type MmsOrder,
  type SendOrder,
  type VmsOrder,
} from '../gateway/operations/sending/orders.js';
import { fillIn } from '../gateway/operations/sending/template.js';
import { toSend } from '../gateway/operations/sending/text-measure.js';
import type { MessageExtras, MessageKind, StoredMessage } from '../gateway/store/records/message.js';
import type { RecordedAccount } from './recorded-account.js';

/** A send over HTTP as it was asked for, of whatever kind. */
export interface HttpSend {
  readonly kind: MessageKind;
  /** Empty for the account's own. */
  readonly from: string;
  readonly eco: boolean;
  readonly order: CommonOrder;
  readonly extras: MessageExtras;
  /** The text for a recipient, by his place in the order; `undefined` where it is not told. */
  readonly textFor: (index: number | undefined) => string | undefined;
}

/** A send of sms.do. */
export function smsSend(order: SendOrder): HttpSend {
  const { message, template, params = [], from = '', flash, partnerId, expiresAtMs } = order;
  const isFixed = template === undefined || message !== '';
  return {
    kind: 'sms',
    from,
    eco: isEco(order),
    order,
    extras: { flash, partnerId, expiresAtMs },
    textFor: (index) => {
      if (!isFixed || order.binary) return isFixed ? message : undefined;
      return toSend(index === undefined ? message : fillIn(message, params[index] ?? []), order);
    },
  };
}

/** A send of mms.do. */
export function mmsSend(order: MmsOrder): HttpSend {
  const { smil, subject } = order;
  return { kind: 'mms', from: '', eco: false, order, extras: { subject }, textFor: () => smil };
}

/** A send of vms.do. */
export function vmsSend(order: VmsOrder): HttpSend {
  const { tts, file } = order;
  // Of a file that was uploaded a cassette has the digest alone.
  const text = tts ?? (typeof file === 'string' && !file.startsWith('sha256:') ? file : undefined);
  return { kind: 'vms', from: '', eco: false, order, extras: {}, textFor: () => text };
}

/** Adds the messages of a send to those of an account, and takes away their points. */
export function addSent(account: RecordedAccount, send: HttpSend, records: SendRecords, atMs: number): void {
  if (send.order.test) return;
  const { messages, fallbacks = {} } = records;
  const indexOf = placesOf(send.order);
  const add = (record: MessageRecord, kind: MessageKind): void => {
    if (record.error !== undefined) return;
    account.charged(record.points ?? 0);
    const { id } = record;
    if (id === null || id === '') return account.messages.notUnderstood();
    const to = numberOf(record, send.order);
    if (to === undefined) return account.messages.withoutRecipient();
    const index = indexOf.get(to);
    const text = record.message ?? send.textFor(index);
    if (text === undefined) account.messages.withoutText();
    account.messages.add(storedMessage({ ...send, kind }, record, { id, to, index, text: text ?? '', atMs }));
  };
  for (const record of messages) add(record, send.kind);
  for (const record of Object.values(fallbacks).flat()) add(record, 'vms');
}

/** The place of each number in an order; of a repeated one the first. */
function placesOf({ to }: CommonOrder): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, given] of to.entries()) {
    const number = internationalNumber(given);
    if (number !== undefined && !places.has(number)) places.set(number, index);
  }
  return places;
}

/** The number of a message; an answer of text about a single one has none. */
function numberOf({ number, submittedNumber }: MessageRecord, { to, group }: CommonOrder): string | undefined {
  const only = to.length === 1 && group === undefined ? to[0] : undefined;
  const told = number ?? submittedNumber ?? only;
  return told === undefined ? undefined : (internationalNumber(told) ?? undefined);
}

interface Sent {
  readonly id: string;
  readonly to: string;
  readonly index: number | undefined;
  readonly text: string;
  readonly atMs: number;
}

function storedMessage(
  { kind, from, eco, order, extras }: HttpSend,
  { points, dateSent, idx, parts }: MessageRecord,
  { id, to, index, text, atMs }: Sent,
): StoredMessage {
  const { sendAtMs } = order;
  const [shared = ''] = order.to.length === 0 ? (order.idx ?? []) : [];
  return {
    id,
    kind,
    to,
    from,
    text,
    idx: idx ?? (index === undefined ? shared : (order.idx?.[index] ?? '')),
    eco,
    parts: parts ?? (kind === 'sms' ? countMessageParts(text).parts : 1),
    points: points ?? 0,
    acceptedAtMs: atMs,
    // The hours of the account may have made it a later one.
    sendAtMs: sendAtMs === undefined ? atMs : Math.max(atMs, sendAtMs, dateSent?.getTime() ?? 0),
    ...extras,
  };
}
