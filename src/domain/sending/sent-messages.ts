/** `OK:<ID>:<POINTS>` and `OK:<ID>:<POINTS>:<PHONE>` (specification section 2.2), with spaces around each. */
const ACCEPTED_ENTRY: RegExp = /^OK\s*:\s*([^\s:;<>]+)\s*:\s*([^\s:;]+)\s*(?::\s*(\+?\d+)\s*)?$/i;

/** `ERROR:<ERR>` (section 2.2); 0 is no error. */
const REJECTED_ENTRY: RegExp = /^ERROR\s*:\s*0*([1-9]\d{0,5})$/i;

/** Writes the entry of a message to one of several recipients (section 2.2). */
export function acceptedEntry(id: string, points: number, number: string): string {
  return `OK:${id}:${points}:${number}`;
}

/** At most 32 characters (section 8). A word such as `ERROR`, `null` or `false` has no digit; a bare `0` is no id. */
const BARE_ID = /^(?!OK|ERROR)(?=[\w-]*[1-9])[\da-z][\da-z_-]{0,31}$/i;

export function isBareId(text: string): boolean {
  return BARE_ID.test(text);
}

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

const MAX_ENTRY_LENGTH = 200;
const MAX_MESSAGES = 1_000_000;

/** The lexical forms of a number, also with a decimal comma. */
const POINTS = /^\+?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d{1,3})?$/i;

export function sentMessages(entries: readonly (string | null)[]): readonly SentMessage[] {
  const messages: SentMessage[] = [];
  for (const entry of entries) addMessages(messages, entry ?? '');
  return messages;
}

function addMessages(messages: SentMessage[], text: string): void {
  const entries = text.includes(';') ? listedEntries(text, MAX_MESSAGES - messages.length) : undefined;
  if (entries === undefined) messages.push(sentMessage(text));
  else for (const entry of entries) if (entry.trim() !== '') messages.push(sentMessage(entry));
}

/**
 * Splits a response that is a list separated by `;` (section 2.2); `undefined` for other texts, such as a page of HTML.
 * It is a list if it begins with an entry in a known form, or if all entries are ids.
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
