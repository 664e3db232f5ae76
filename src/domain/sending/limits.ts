import type { InterfaceVariant } from './message-parts.js';

/** The most characters of a sender name (specification section 8). */
export const MAX_SENDER_LENGTH = 11;

/** The most calendar months ahead that a message may be scheduled (specification section 8). */
export const MAX_MONTHS_AHEAD = 3;

/** The most messages with their own `params` in one call (specification section 8). */
export const MAX_PERSONALISED = 100;

/** The most values of one recipient for placeholders: `[%1%]` to `[%4%]` (specification section 8). */
export const MAX_PARAMS = 4;

/** The most recipients of a message with a shortened link (specification sections 4.1 rule 7, and 8). */
export const MAX_LINKED = 100;

const IDX = /^[0-9a-z]{0,255}$/i;

export function isIdx(text: string): boolean {
  return IDX.test(text);
}

const MAX_IDX_LENGTH = 255;

const NO_SIGN_OF_IDX = /[^0-9a-z]/iu;

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['-', 'a hyphen'],
  ['_', 'an underscore'],
  [' ', 'a space'],
  ['.', 'a full stop'],
  [':', 'a colon'],
  ['/', 'a slash'],
]);

export function whyNoIdx(text: string): string {
  const may = `an idx consists of at most ${MAX_IDX_LENGTH} digits and letters a–z (or A–Z)`;
  const found = NO_SIGN_OF_IDX.exec(text);
  if (found === null) return `has ${text.length} characters: ${may}`;
  return `has ${SIGNS.get(found[0]) ?? `another character at position ${found.index + 1}`}: ${may}`;
}

const CAPITALS = /[A-Z]+/g;

/**
 * Converts the letters A–Z of an idx to lower case, so that two spellings are equal; not others like the Kelvin sign.
 */
export function idxKey(idx: string): string {
  return idx.replace(CAPITALS, (letters) => letters.toLowerCase());
}

export const BINARY = 'bin';

const HEX = /^[0-9a-f]+$/i;

/** Returns true for hexadecimal bytes, two digits each and at least one, as in binary messages (section 4.1). */
export function isHex(text: string): boolean {
  return text.length % 2 === 0 && HEX.test(text);
}

/** The last moment that a message may be scheduled for (specification section 8), in milliseconds since 1970. */
export function latestSendMs(nowMs: number): number {
  return monthsAfter(nowMs, MAX_MONTHS_AHEAD);
}

/** Returns the same time of day some calendar months later (UTC), or on the last day of a shorter month. */
export function monthsAfter(ms: number, months: number): number {
  const date = new Date(ms);
  const later = new Date(ms);
  later.setUTCMonth(date.getUTCMonth() + months);
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0);
  return later.getTime();
}

const DEFAULT_SENDER = 'Test';

/** The sender name that every account has (specification section 1): of the current variant where none is known. */
export function defaultSender(variant: InterfaceVariant | undefined): string {
  return variant === 'earlier' ? 'Info' : DEFAULT_SENDER;
}

/** Not a name but a kind of message: recipients can reply to it (specification sections 1 and 4.1). */
export const TWO_WAY = '2way';

/** Not a name but a kind of message, of the earlier variant of the interface (specification sections 1 and 4.1). */
export const ECO = 'Eco';
