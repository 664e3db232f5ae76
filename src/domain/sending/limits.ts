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

/** Tells whether a text may be an `idx`: at most 255 digits and letters a–z (specification sections 4.1 and 8). */
export function isIdx(text: string): boolean {
  return IDX.test(text);
}

const MAX_IDX_LENGTH = 255;

const NO_SIGN_OF_IDX = /[^0-9a-z]/iu;

/** The words for signs that an idx is often made with; others are told by their place. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['-', 'a hyphen'],
  ['_', 'an underscore'],
  [' ', 'a space'],
  ['.', 'a full stop'],
  [':', 'a colon'],
  ['/', 'a slash'],
]);

/** Says why a text cannot be an `idx`, and what one is made of; nothing else of the text is told. */
export function whyNoIdx(text: string): string {
  const may = `an idx has at most ${MAX_IDX_LENGTH} characters, digits and letters a–z (or A–Z) and no others`;
  const found = NO_SIGN_OF_IDX.exec(text);
  if (found === null) return `has ${text.length} characters: ${may}`;
  return `has ${SIGNS.get(found[0]) ?? `another sign at place ${found.index + 1}`}: ${may}`;
}

const CAPITALS = /[A-Z]+/g;

/**
 * Gives what two spellings of the same idx have in common: its letters a–z are small. Other signs stay as they are,
 * some of which have a small letter among these: the Kelvin sign has k.
 */
export function idxKey(idx: string): string {
  return idx.replace(CAPITALS, (letters) => letters.toLowerCase());
}

/** The `datacoding` of a binary message (specification section 4.1). */
export const BINARY = 'bin';

const HEX = /^[0-9a-f]+$/i;

/**
 * Tells whether a text is bytes in hexadecimal, two digits for each and at least one, as binary messages have them
 * (section 4.1).
 */
export function isHex(text: string): boolean {
  return text.length % 2 === 0 && HEX.test(text);
}
