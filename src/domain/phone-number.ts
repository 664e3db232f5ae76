/** A correct number has at most 15 digits; what is much longer is not looked through. */
export const MAX_NUMBER_LENGTH = 64;
const SEPARATORS = /[+\-.() ]/g;
const POLISH = /^[1-9]\d{8}$/;
const POLISH_PREFIX = /^48/;
const POLISH_WITH_PREFIX = /^48[1-9]\d{8}$/;
/** With a country prefix: more than the 9 digits of a Polish number, at most the 15 of ITU E.164. */
const FOREIGN = /^[1-9]\d{9,14}$/;

/**
 * Reads a telephone number: `+ - . ( )`, spaces and a leading `00` are taken away; what is left has to be the 9 digits
 * of a Polish number, or 10 to 15 digits with a country prefix, which for 48 means exactly 11. All in all it has at
 * most 64 characters.
 *
 * Specification section 4.1 names `48xxxxxxxxx` and `xxxxxxxxx`; no list of the known prefixes is kept here.
 *
 * @returns the number with its country prefix, digits only; `undefined` when it is not a correct number
 */
export function internationalNumber(given: string): string | undefined {
  if (given.length > MAX_NUMBER_LENGTH) return undefined;
  const digits = withoutMarks(given);
  if (POLISH.test(digits)) return `48${digits}`;
  const form = POLISH_PREFIX.test(digits) ? POLISH_WITH_PREFIX : FOREIGN;
  return form.test(digits) ? digits : undefined;
}

export function withoutMarks(given: string): string {
  return given.replace(SEPARATORS, '').replace(/^00/, '');
}

/** No-break spaces, zero-width and bidirectional characters, as other programs copy them with a number. */
const INVISIBLE = /[\u00a0\u2007\u200b-\u200f\u202a-\u202f\u2066-\u2069\ufeff]/g;
const SCHEME = /^\s*tel:/i;

/**
 * Removes invisible characters and the prefix `tel:` from a number that a person has copied or typed. The gateway does
 * not know them.
 */
export function withoutInvisible(given: string): string {
  return given.replace(INVISIBLE, '').replace(SCHEME, '');
}

/** Gives what two spellings of the same number have in common; a text that is no number is only equal to itself. */
export function numberKey(given: string): string {
  return internationalNumber(withoutInvisible(given)) ?? given;
}
