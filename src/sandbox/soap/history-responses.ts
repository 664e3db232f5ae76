import type * as wire from '../../../generated/types.js';
import { CODES } from '../../domain/codes.js';
import { MAX_INT, MIN_INT } from '../../soap/codecs/int-range.js';
import type { AuthorizedCall } from '../gateway/operations/authorized-call.js';
import { type MessageRecord, messagesByIds, messagesInPeriod } from '../gateway/operations/history.js';
import { Refusal } from '../gateway/refusal/refusal.js';
import { checkResponseSize, type ResponseLimit, xmlLength } from './response-size.js';

/**
 * soap_GetSmsByDate: the messages, sent and scheduled, whose date lies in the period; both ends belong to it.
 *
 * Refused with 54 when the period ends before it begins, or an end of it is nil, and with 19 when the messages are too
 * many for one response: a shorter period has fewer.
 */
export function getSmsByDate(
  call: AuthorizedCall,
  { date_from, date_to }: wire.soap_GetSmsByDateInput,
): { readonly arSms: wire.ArrayOfSms } {
  if (date_from === null || date_to === null) throw new Refusal(CODES.dateNotCorrect);
  // Whole seconds travel: the last one belongs to the period with all its milliseconds.
  return { arSms: records(messagesInPeriod(call, { fromMs: date_from * 1000, toMs: date_to * 1000 + 999 })) };
}

/**
 * soap_GetSmsByIds: the messages of those ids, each once, in the order asked for; unknown ids are left out. Refused
 * with 19 when they are too many for one response.
 */
export function getSmsByIds(
  call: AuthorizedCall,
  { arIds }: wire.soap_GetSmsByIdsInput,
): { readonly arSms: wire.ArrayOfSms } {
  return {
    arSms: records(
      messagesByIds(
        call,
        (arIds ?? []).filter((id) => id !== null),
      ),
    ),
  };
}

/** The most that the client reads by default: 64 MiB, above 100,000 messages. */
const LIMIT: ResponseLimit = { characters: 67_108_864, code: CODES.tooManyMessages };
/** The characters that the tags and numbers of a record take, and its short texts. */
const RECORD_MARKUP = 600;

function records(messages: readonly MessageRecord[]): wire.ArrayOfSms {
  const sizeOf = ({ text, from }: MessageRecord): number => RECORD_MARKUP + xmlLength(text) + xmlLength(from);
  return checkResponseSize(messages, sizeOf, LIMIT).map(recordOf);
}

/** A message as SOAP shows it; nil where a date is not known yet, or is none that 32 bits hold. */
function recordOf(message: MessageRecord): wire.Sms {
  const { id, to, from, text, eco, flash, sendAtMs, status, submittedAtMs, doneAtMs } = message;
  return {
    id,
    to,
    from,
    message: text,
    flash: flash ? 1 : 0,
    eco: eco ? 1 : 0,
    date: seconds(sendAtMs),
    status,
    submitdate: submittedAtMs === null ? null : seconds(submittedAtMs),
    donedate: doneAtMs === null ? null : seconds(doneAtMs),
  };
}

/** Unix seconds; nil for what `xsd:int` cannot hold, so that one message never spoils a whole history. */
function seconds(ms: number): number | null {
  const whole = Math.floor(ms / 1000);
  return whole > MAX_INT || whole < MIN_INT ? null : whole;
}
