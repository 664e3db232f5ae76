import type * as wire from '../../../generated/types.js';
import type { Call } from './call.js';
import { progressOf, type StoredMessage } from './message-store.js';
import { Refusal } from './refusal.js';

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
 * of it is nil.
 */
export function getSmsByDate(
  { account, nowMs }: Call,
  { date_from, date_to }: wire.soap_GetSmsByDateInput,
): { readonly arSms: wire.ArrayOfSms } {
  if (date_from === null || date_to === null || date_from > date_to) throw new Refusal(54);
  const inPeriod = ({ sendAtMs }: StoredMessage): boolean =>
    seconds(sendAtMs) >= date_from && seconds(sendAtMs) <= date_to;
  return { arSms: account.messages.list().filter(inPeriod).map(recordAt(nowMs)) };
}

/** soap_GetSmsByIds: the messages of those ids, each once, in the order asked for; unknown ids are left out. */
export function getSmsByIds(
  { account, nowMs }: Call,
  { arIds }: wire.soap_GetSmsByIdsInput,
): { readonly arSms: wire.ArrayOfSms } {
  const found = [...new Set(arIds)].map((id) => (id === null ? undefined : account.messages.get(id)));
  return { arSms: found.filter((message) => message !== undefined).map(recordAt(nowMs)) };
}

/** A message as the history shows it at a moment; nil where a date is not known yet. */
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

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
