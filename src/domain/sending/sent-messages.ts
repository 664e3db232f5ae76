import { isBareId } from './bare-id.js';
import { ACCEPTED_ENTRY, REJECTED_ENTRY } from './entry-forms.js';

/** A message in the response to a send. `outcome` distinguishes the three cases. */
export type SentMessage = AcceptedMessage | RejectedMessage | UnknownMessage;

/** A message that was accepted: a bare id, or `OK:<ID>:<POINTS>[:<PHONE>]` (section 2.2). */
export interface AcceptedMessage {
  readonly outcome: 'accepted';
  /** The message id, for delivery reports. */
  readonly id: string;
  /** The points charged for this message, if the gateway returns them. */
  readonly points?: number;
  /** The number of the recipient, if the gateway returns it. */
  readonly number?: string;
  readonly errorCode?: undefined;
  /** The entry as it was received; empty for nil. */
  readonly raw: string;
}

/** A message that was not accepted: `ERROR:<code>` (section 2.2). */
export interface RejectedMessage {
  readonly outcome: 'rejected';
  readonly id: null;
  readonly points?: undefined;
  readonly number?: undefined;
  /** The gateway code (section 7; its list is open). */
  readonly errorCode: number;
  /** The entry as it came. */
  readonly raw: string;
}

/** An entry that was not understood: the message may have been accepted and charged. `raw` is all that is known. */
export interface UnknownMessage {
  readonly outcome: 'unknown';
  readonly id: null;
  readonly points?: undefined;
  readonly number?: undefined;
  readonly errorCode?: undefined;
  /** The entry as it came, whatever it is; empty for a nil one. */
  readonly raw: string;
}

/** Longer than any entry in a known form; what is longer is not looked through. */
const MAX_ENTRY_LENGTH = 200;
const MAX_MESSAGES = 1_000_000;

/** The lexical forms of a number, also with a decimal comma. */
const POINTS = /^\+?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?$/i;

export function sentMessages(entries: readonly (string | null)[]): readonly SentMessage[] {
  const messages: SentMessage[] = [];
  for (const entry of entries) addMessages(messages, entry ?? '');
  return messages;
}

/** Adds what a string of the response says: mostly one message, or several. */
function addMessages(messages: SentMessage[], text: string): void {
  const entries = text.includes(';') ? listedEntries(text, MAX_MESSAGES - messages.length) : undefined;
  if (entries === undefined) messages.push(sentMessage(text));
  else for (const entry of entries) if (entry.trim() !== '') messages.push(sentMessage(entry));
}

/**
 * The entries of a string of a send's response that is a list, separated by `;` (section 2.2); `undefined` for one that
 * is none, such as a page of HTML. It is one when it begins with an entry that says itself what it is, or when all its
 * entries are ids.
 */
export function listedEntries(text: string, limit: number = MAX_MESSAGES): readonly string[] | undefined {
  const entries = text.split(';', limit + 1);
  const [first = ''] = entries;
  if (entries.length > limit || sentMessage(first).outcome === 'unknown') return undefined;
  const isList =
    first.includes(':') || entries.every((entry) => entry.trim() === '' || sentMessage(entry).outcome !== 'unknown');
  return isList ? entries : undefined;
}

/** Reads one entry: a bare id, or the forms of the HTTP interface (section 2.2). Everything else is not understood. */
export function sentMessage(raw: string): SentMessage {
  const entry = raw.length > MAX_ENTRY_LENGTH ? '' : raw.trim();
  if (isBareId(entry)) return { outcome: 'accepted', id: entry, raw };
  const code = REJECTED_ENTRY.exec(entry)?.[1];
  if (code !== undefined) return { outcome: 'rejected', id: null, errorCode: Number(code), raw };
  return acceptedMessage(entry, raw) ?? { outcome: 'unknown', id: null, raw };
}

function acceptedMessage(entry: string, raw: string): SentMessage | undefined {
  const [, id, amount = '', number] = ACCEPTED_ENTRY.exec(entry) ?? [];
  if (id === undefined || !POINTS.test(amount)) return undefined;
  const points = Number(amount.replace(',', '.'));
  if (!Number.isFinite(points)) return undefined;
  return number === undefined
    ? { outcome: 'accepted', id, points, raw }
    : { outcome: 'accepted', id, points, number, raw };
}
