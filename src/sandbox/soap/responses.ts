import type * as wire from '../../../generated/types.js';
import { CODES } from '../../domain/codes.js';
import { MAX_INT, MIN_INT } from '../../soap/codecs/int-range.js';
import type { AuthorizedCall } from '../gateway/call.js';
import { progressOf, type StoredMessage } from '../gateway/store/message.js';
import { OWN_CODES, Refusal, type RefusalCode, refuse } from '../gateway/store/refusal.js';

/**
 * Returns the history of a period, including both ends. @throws Refusal 54 for an invalid period, 19 for a large
 * response
 */
export function getSmsByDate(
  call: AuthorizedCall,
  { date_from, date_to }: wire.soap_GetSmsByDateInput,
): { readonly arSms: wire.ArrayOfSms } {
  if (date_from === null || date_to === null || date_from > date_to) return refuse(CODES.dateNotCorrect);
  // The period includes all milliseconds of its last second.
  const [fromMs, toMs] = [date_from * 1000, date_to * 1000 + 999];
  const messages = call.account.messages
    .list()
    .filter(({ kind, sendAtMs }) => kind === 'sms' && sendAtMs >= fromMs && sendAtMs <= toMs);
  return { arSms: records(call, messages) };
}

/** Returns the SMS with the given ids, each once; other ids are skipped. @throws Refusal 19 for a large response */
export function getSmsByIds(
  call: AuthorizedCall,
  { arIds }: wire.soap_GetSmsByIdsInput,
): { readonly arSms: wire.ArrayOfSms } {
  const ids = new Set((arIds ?? []).filter((id) => id !== null));
  const messages = [...ids].flatMap((id) => call.account.messages.get(id) ?? []).filter(({ kind }) => kind === 'sms');
  return { arSms: records(call, messages) };
}

/** The maximum number of XML characters that the client reads by default: more than 100,000 messages. */
const MAX_HISTORY = 67_108_864;
const MAX_LIST = 268_435_456;
const [MESSAGE_MARKUP, ENTRY_MARKUP] = [600, 180];

function records({ nowMs }: AuthorizedCall, messages: readonly StoredMessage[]): wire.ArrayOfSms {
  checkSize(
    messages,
    ({ text, from }) => MESSAGE_MARKUP + xmlLength(text) + xmlLength(from),
    MAX_HISTORY,
    CODES.tooManyMessages,
  );
  return messages.map((message) => recordOf(message, nowMs));
}

function recordOf(message: StoredMessage, nowMs: number): wire.Sms {
  const { id, to, from, text, eco, flash, sendAtMs } = message;
  const { status, submittedAtMs, doneAtMs } = progressOf(message, nowMs);
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

function seconds(ms: number): number | null {
  const wholeSeconds = Math.floor(ms / 1000);
  return wholeSeconds > MAX_INT || wholeSeconds < MIN_INT ? null : wholeSeconds;
}

export function getGroups({ account }: AuthorizedCall): { readonly arGroups: wire.ArrayOfGroup } {
  const groups = account.groups.list();
  const sizeOf = (group: (typeof groups)[number]): number =>
    ENTRY_MARKUP + xmlLength(group.name) + xmlLength(group.info);
  checkSize(groups, sizeOf, MAX_LIST, OWN_CODES.tooManyEntries);
  return {
    arGroups: groups.map(({ id, name, info, size }) => ({ id: String(id), name, info, num_count: size })),
  };
}

/** Returns the numbers of a group. @throws Refusal 40 for an unknown group, 4112 for a large response */
export function getNumbers(
  { account }: AuthorizedCall,
  { id_group }: wire.soap_GetNumbersInput,
): { readonly arNumbers: wire.ArrayOfNumber } {
  const groupId = idOf(id_group);
  const contacts = account.groups.get(groupId).contacts();
  const sizeOf = (contact: (typeof contacts)[number]): number =>
    ENTRY_MARKUP + xmlLength(contact.number) + xmlLength(contact.name);
  checkSize(contacts, sizeOf, MAX_LIST, OWN_CODES.tooManyEntries);
  return { arNumbers: contacts.map(({ number, name }) => ({ number, name, id_group: groupId })) };
}

export function idOf(id: number | null | undefined): number {
  return id ?? 0;
}

/** Refuses a response that would be too large before it is written. @throws Refusal */
function checkSize<T>(all: readonly T[], sizeOf: (one: T) => number, maxSize: number, code: RefusalCode): void {
  let size = 0;
  for (const one of all) {
    size += sizeOf(one);
    if (size > maxSize) throw new Refusal(code);
  }
}

const ESCAPED: ReadonlyMap<string, number> = new Map([
  ['&', 4],
  ['<', 3],
  ['>', 3],
  ['\r', 4],
]);
const NEEDS_ESCAPE = /[&<>\r]/;

function xmlLength(text: string): number {
  let { length } = text;
  if (!NEEDS_ESCAPE.test(text)) return length;
  for (const character of text) length += ESCAPED.get(character) ?? 0;
  return length;
}
