import { statusName } from '../../domain/statuses.js';
import type { MessageRecord, SendRecords } from '../../http-client/description/endpoints/send-answer.js';
import { isJsonObject } from '../../http-client/description/parts/answer-field.js';
import type { SendReceipt, SendRecord } from '../gateway/operations/sending/accept.js';
import type { RejectedNumber } from '../gateway/refusal/refusal.js';
import type { HttpSettings } from '../options/http-options.js';

/**
 * The answer to a send.
 *
 * @param details - whether it tells more of each message, and the numbers that were skipped
 */
export function sendRecords(
  { messages, fallbacks, invalidNumbers }: SendReceipt,
  details: boolean,
  { skippedIn, dateSentAs }: HttpSettings,
): SendRecords {
  const records = (all: readonly SendRecord[]): readonly MessageRecord[] =>
    all.map((one) => messageRecord(one, details, dateSentAs));
  const skipped = skippedIn === 'list' ? invalidNumbers.map(skippedRecord) : [];
  const list = [...records(messages), ...skipped];
  return {
    count: list.length,
    messages: list,
    invalidNumbers: details ? invalidNumbers : [],
    ...(fallbacks.length > 0 ? { fallbacks: { vms: records(fallbacks) } } : {}),
  };
}

function messageRecord(sent: SendRecord, details: boolean, dateSentAs: HttpSettings['dateSentAs']): MessageRecord {
  const { id, points, number, acceptedAtMs, sendAtMs, submittedNumber, status, idx, text, length, parts } = sent;
  const record = {
    id,
    points,
    number,
    dateSent: new Date(dateSentAs === 'accepted' ? acceptedAtMs : sendAtMs),
    submittedNumber,
    status: statusName(status) ?? String(status),
    idx: idx === '' ? null : idx,
  };
  return details ? Object.assign(record, { message: text, length, parts }) : record;
}

/** A number that no message was sent to, among those that one was. */
function skippedRecord({ number, submittedNumber, code, message }: RejectedNumber): MessageRecord {
  const error = { code, message, invalidNumbers: [] };
  return { id: null, points: null, number, dateSent: null, submittedNumber, status: null, idx: null, error };
}

/** As text a voice message in place of an SMS is a message as others are. */
export function withFallbacks({ messages, fallbacks = {}, ...records }: SendRecords): SendRecords {
  return { ...records, messages: [...messages, ...Object.values(fallbacks).flat()] };
}

type Item = Readonly<Record<string, unknown>>;

const DETAILS = ['message', 'length', 'parts'];

/**
 * Gives the JSON of a send the form that the gateway was set up with: only MMS have `error` and `idx` in each message
 * (section 2.1).
 */
export function shapedSend(json: unknown, isMms: boolean, { pointsAs, detailsIn, singleAs }: HttpSettings): unknown {
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

/** Points as a text: `0.1600`. */
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
