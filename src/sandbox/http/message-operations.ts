import { SEND_MMS, SEND_VMS } from '../../http-client/description/endpoints/mms-vms.js';
import type { MessageRecord, SendRecords } from '../../http-client/description/endpoints/send-answer.js';
import { DELETE_SCHEDULED, SEND_SMS } from '../../http-client/description/endpoints/sms.js';
import { isJsonObject } from '../../http-client/description/parts/answer-field.js';
import type { SendReceipt } from '../gateway/sending/accept.js';
import { sendMms, sendVms } from '../gateway/sending/send-mms-vms.js';
import { sendSms } from '../gateway/sending/send-sms.js';
import type { StoredMessage } from '../gateway/store/message.js';
import type { RejectedNumber } from '../gateway/store/refusal.js';
import type { HttpSettings } from '../options/interface-options.js';
import { type HttpOperation, httpOperation } from './operation.js';
import { mmsOrder, smsOrder, vmsOrder } from './orders.js';

export function messageOperations(settings: HttpSettings): readonly HttpOperation[] {
  const forms = (isMms: boolean) => ({
    json: (json: unknown) => shapedSend(json, isMms, settings),
    text: withFallbacks,
  });
  return [
    httpOperation(DELETE_SCHEDULED, 'sms', (call, { ids = [] }) => {
      // One public client separates ids with `|`.
      const all = ids.flatMap((id) => id.split('|')).map((id) => id.trim());
      return { ids: call.account.messages.deleteAllScheduled(all, call.nowMs) };
    }),
    httpOperation(
      SEND_SMS,
      'sms',
      (call, values, request) =>
        sendRecords(sendSms(call, smsOrder(values, request)), values.details === true, settings),
      forms(false),
    ),
    httpOperation(
      SEND_MMS,
      'mms',
      (call, values, request) => sendRecords(sendMms(call, mmsOrder(values, request)), false, settings),
      forms(true),
    ),
    httpOperation(
      SEND_VMS,
      'vms',
      (call, values, request) => sendRecords(sendVms(call, vmsOrder(values, request)), false, settings),
      forms(false),
    ),
  ];
}

function sendRecords(
  { messages, fallbacks, invalidNumbers }: SendReceipt,
  details: boolean,
  { skippedIn }: HttpSettings,
): SendRecords {
  const records = (all: readonly StoredMessage[]): readonly MessageRecord[] =>
    all.map((message) => messageRecord(message, details));
  const skipped = skippedIn === 'list' ? invalidNumbers.map(skippedRecord) : [];
  const list = [...records(messages), ...skipped];
  return {
    count: list.length,
    messages: list,
    invalidNumbers: details ? invalidNumbers : [],
    ...(fallbacks.length > 0 ? { fallbacks: { vms: records(fallbacks) } } : {}),
  };
}

function messageRecord(message: StoredMessage, details: boolean): MessageRecord {
  const { id, points, to, sendAtMs, submittedTo, idx, text, parts } = message;
  const record = {
    id,
    points,
    number: to,
    dateSent: new Date(sendAtMs),
    submittedNumber: submittedTo,
    // The result of a send always has this status (section 3).
    status: 'QUEUE',
    idx: idx === '' ? null : idx,
  };
  return details ? Object.assign(record, { message: text, length: text.length, parts }) : record;
}

function skippedRecord({ number, submittedNumber, code, message }: RejectedNumber): MessageRecord {
  const error = { code, message, invalidNumbers: [] };
  return { id: null, points: null, number, dateSent: null, submittedNumber, status: null, idx: null, error };
}

function withFallbacks({ messages, fallbacks = {}, ...records }: SendRecords): SendRecords {
  return { ...records, messages: [...messages, ...Object.values(fallbacks).flat()] };
}

type Item = Readonly<Record<string, unknown>>;

const DETAILS = ['message', 'length', 'parts'];

/** Applies the configured form to the JSON of a send. Only MMS have `error` and `idx` in each message (section 2.1). */
function shapedSend(json: unknown, isMms: boolean, { pointsAs, detailsIn, singleAs }: HttpSettings): unknown {
  if (!isJsonObject(json)) return json;
  const shaped = (item: Item): Item => {
    const { idx, ...others } = item;
    const own = 'points' in others && pointsAs === 'text' ? { ...others, points: fourDecimals(others.points) } : others;
    return isMms ? { ...own, error: item.error ?? null, idx } : own;
  };
  const list = itemsOf(json).map(shaped);
  const { fallbacks } = json;
  const others = isJsonObject(fallbacks) ? { fallbacks: inEach(fallbacks, shaped) } : {};
  const [first, second] = list;
  if (first === undefined) return { ...json, list, ...others };
  if (singleAs === 'flat' && second === undefined) return first;
  if (detailsIn === 'list') return { ...json, list, ...others };
  const beside = Object.fromEntries(Object.entries(first).filter(([name]) => DETAILS.includes(name)));
  const without = list.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !DETAILS.includes(name))),
  );
  return { ...json, ...beside, list: without, ...others };
}

export function fourDecimals(points: unknown): unknown {
  return typeof points === 'number' ? points.toFixed(4) : points;
}

function itemsOf({ list }: Item): readonly Item[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function inEach(fallbacks: Item, shaped: (item: Item) => Item): Item {
  const entries = Object.entries(fallbacks).map(([way, sent]) => [
    way,
    isJsonObject(sent) ? { ...sent, list: itemsOf(sent).map((item) => ({ ...shaped(item), idx: item.idx })) } : sent,
  ]);
  return Object.fromEntries(entries);
}
