import type * as wire from '../../../../generated/types.js';
import { CODES } from '../../../domain/codes.js';
import { MAX_INT, MIN_INT } from '../../../soap/codecs/int-range.js';
import { progressOf, type StoredMessage } from '../store/message-store.js';
import { Refusal } from '../store/refusal.js';
import type { Call } from './call.js';
import { checkResponseSize, type ResponseLimit, xmlLength } from './response-size.js';

/**
 * soap_DelSchSmsById: deletes a scheduled message. Its points are not given back: the specification shows no such
 * effect (section 3). Refused with 75 when nothing of that id waits for its time.
 */
export function delScheduled({ account, nowMs }: Call, { id }: wire.soap_DelSchSmsByIdInput): void {
  account.messages.deleteScheduled(id, nowMs);
}

/**
 * soap_GetSmsByDate: the messages, sent and scheduled, whose date lies in the period; both ends belong to it.
 *
 * They come in the order in which they were accepted. Refused with 54 when the period ends before it begins, or an end
 * of it is nil, and with 19 when the messages are too many for one response: a shorter period has fewer.
 */
export function getSmsByDate(
  { account, nowMs }: Call,
  { date_from, date_to }: wire.soap_GetSmsByDateInput,
): { readonly arSms: wire.ArrayOfSms } {
  if (date_from === null || date_to === null || date_from > date_to) throw new Refusal(CODES.dateNotCorrect);
  const inPeriod = ({ sendAtMs }: StoredMessage): boolean => {
    const sentAt = Math.floor(sendAtMs / 1000);
    return sentAt >= date_from && sentAt <= date_to;
  };
  return { arSms: recordsOf(account.messages.list().filter(inPeriod), nowMs) };
}

/**
 * soap_GetSmsByIds: the messages of those ids, each once, in the order asked for; unknown ids are left out. Refused
 * with 19 when they are too many for one response.
 */
export function getSmsByIds(
  { account, nowMs }: Call,
  { arIds }: wire.soap_GetSmsByIdsInput,
): { readonly arSms: wire.ArrayOfSms } {
  const found = new Set<StoredMessage>();
  for (const id of arIds ?? []) {
    const message = id === null ? undefined : account.messages.get(id);
    if (message !== undefined) found.add(message);
  }
  return { arSms: recordsOf([...found], nowMs) };
}

/** As much as the client reads by default: 64 MiB, above 100,000 messages. */
const LIMIT: ResponseLimit = { characters: 67_108_864, code: CODES.tooManyMessages };
/** What the tags and numbers of a record take, and its short texts. */
const RECORD_MARKUP = 600;

function recordsOf(messages: readonly StoredMessage[], nowMs: number): wire.ArrayOfSms {
  const sizeOf = ({ text, from }: StoredMessage): number => RECORD_MARKUP + xmlLength(text) + xmlLength(from);
  return checkResponseSize(messages, sizeOf, LIMIT).map(recordAt(nowMs));
}

/** A message as the history shows it at a moment; nil where a date is not known yet, or is none that 32 bits hold. */
function recordAt(nowMs: number): (message: StoredMessage) => wire.Sms {
  return (message) => {
    const { id, to, from, text, eco, sendAtMs } = message;
    const { status, submittedAtMs, doneAtMs } = progressOf(message, nowMs);
    return {
      id,
      to,
      from,
      message: text,
      flash: 0,
      eco: eco ? 1 : 0,
      date: seconds(sendAtMs),
      status,
      submitdate: submittedAtMs === null ? null : seconds(submittedAtMs),
      donedate: doneAtMs === null ? null : seconds(doneAtMs),
    };
  };
}

/** Unix seconds; nil for what `xsd:int` cannot hold, so that one message never spoils a whole history. */
function seconds(ms: number): number | null {
  const whole = Math.floor(ms / 1000);
  return whole > MAX_INT || whole < MIN_INT ? null : whole;
}
