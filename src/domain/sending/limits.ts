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
  const may = `an idx has at most ${MAX_IDX_LENGTH} characters, digits and letters a–z (or A–Z) and no others`;
  const found = NO_SIGN_OF_IDX.exec(text);
  if (found === null) return `has ${text.length} characters: ${may}`;
  return `has ${SIGNS.get(found[0]) ?? `another sign at place ${found.index + 1}`}: ${may}`;
}

const CAPITALS = /[A-Z]+/g;

/**
 * Returns a key that is equal for two spellings of an idx: the letters A–Z become lower case. Other characters are
 * preserved, also those whose lower case is such a letter, like the Kelvin sign.
 */
export function idxKey(idx: string): string {
  return idx.replace(CAPITALS, (letters) => letters.toLowerCase());
}

/** The `datacoding` of a binary message (specification section 4.1). */
export const BINARY = 'bin';

const HEX = /^[0-9a-f]+$/i;

/** Returns true for hexadecimal bytes, two digits each and at least one, as in binary messages (section 4.1). */
export function isHex(text: string): boolean {
  return text.length % 2 === 0 && HEX.test(text);
}
