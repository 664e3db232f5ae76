import { checkString, invalid } from '../options/check.js';
import { CODES } from './codes.js';

/** A correct number has at most 15 digits; what is much longer is not looked through. */
const MAX_NUMBER_LENGTH = 64;
const SEPARATORS = /[+\-.() ]/g;
const POLAND = '48';
const POLISH_DIGITS = 9;
/** With a country prefix (ITU E.164). */
const MAX_DIGITS = 15;

/**
 * Normalizes a telephone number: the 9 digits of a Polish number, or 10 to 15 digits with a country prefix (exactly 11
 * for 48). The prefix is not checked.
 *
 * @returns digits with country prefix; `undefined` for an incorrect number
 */
export function internationalNumber(text: string): string | undefined {
  if (text.length > MAX_NUMBER_LENGTH) return undefined;
  if (!isPlain(text)) {
    const digits = withoutMarks(text);
    return isPlain(digits) ? withPrefix(digits) : undefined;
  }
  return withPrefix(text);
}

function withPrefix(digits: string): string | undefined {
  const { length } = digits;
  if (length === POLISH_DIGITS) return POLAND + digits;
  if (!isPolish(digits)) return length > POLISH_DIGITS && length <= MAX_DIGITS ? digits : undefined;
  return length === POLAND.length + POLISH_DIGITS && digits[POLAND.length] !== '0' ? digits : undefined;
}

/** True for digits that do not begin with 0: the usual spelling, which needs no replacements. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return false;
  }
  return text.charCodeAt(0) > 0x30;
}

function withoutMarks(text: string): string {
  return text.replace(SEPARATORS, '').replace(/^00/, '');
}

/** No-break spaces, zero-width and bidirectional characters, as other programs copy them with a number. */
const INVISIBLE = /[\u00a0\u2007\u200b-\u200f\u202a-\u202f\u2066-\u2069\ufeff]/g;
const SCHEME = /^\s*tel:/i;

/** Removes invisible characters and `tel:` from a copied number. The gateway does not know them. */
export function withoutInvisible(text: string): string {
  return isPlain(text) ? text : text.replace(INVISIBLE, '').replace(SCHEME, '');
}

/** Gives what two spellings of the same number have in common; a text that is no number is only equal to itself. */
export function numberKey(text: string): string {
  return internationalNumber(withoutInvisible(text)) ?? text;
}

/** The country codes assigned by ITU (E.164): codes, and ranges of codes of the same length. */
const ASSIGNED =
  '1 7 20 211-213 216 218 220-258 260-269 27 290-291 297-299 30-34 350-359 36 370-383 385-387 389 39 ' +
  '40-41 420-421 423 43-49 500-509 51-58 590-599 60-66 670 672-683 685-692 800 808 81-82 84 850 852-853 855-856 86 ' +
  '870 878 880-883 886 888 90-95 960-968 970-977 979 98 992-996 998';

const MAX_CODE_LENGTH = 3;

const COUNTRY_CODES: ReadonlySet<string> = new Set(
  ASSIGNED.split(' ').flatMap((entry) => {
    const [first = 0, last = first] = entry.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  }),
);

/** Returns true if a number begins with a country code assigned by ITU (specification section 4.1, rule 3). */
export function hasAssignedPrefix(number: string): boolean {
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
    if (COUNTRY_CODES.has(number.slice(0, length))) return true;
  }
  return false;
}

/** The numbering areas of Poland's plan: the first two of nine digits. */
const POLISH_AREAS: ReadonlySet<string> = new Set(
  (
    '12 13 14 15 16 17 18 22 23 24 25 29 32 33 34 41 42 43 44 46 48 52 54 55 56 58 59 61 62 63 65 67 68 71 74 75 76 77 ' +
    '81 82 83 84 85 86 87 89 91 94 95'
  ).split(' '),
);

export function isPolish(number: string): boolean {
  return number.startsWith(POLAND);
}

/** Returns true for a landline of the Polish numbering plan. Landlines of other countries are not known. */
export function isLandline(number: string): boolean {
  return isPolish(number) && POLISH_AREAS.has(number.slice(POLAND.length, POLAND.length + 2));
}

/**
 * Returns a telephone number as the gateway writes it: with its country code, digits only (`48500100200`). The gateway
 * treats two spellings as the same number if this function returns the same text.
 *
 * Removes `+ - . ( )`, spaces, a leading `00`, the prefix `tel:`, and invisible characters: no-break spaces, zero-width
 * and bidirectional characters. The rest must be the 9 digits of a Polish number, or 10 to 15 digits with a country
 * code assigned by ITU, exactly 11 for 48 (section 4.1, `to` and rule 3). The number need not be in use: the gateway
 * sends to it, and charges.
 *
 * @throws ValidationError with gateway code 13 if the gateway does not send to this number
 *
 * @example
 * ```ts
 * console.log(normalizePhoneNumber('+48 500-100-200')); // 48500100200
 * ```
 */
export function normalizePhoneNumber(number: string): string {
  const text = withoutInvisible(checkString(number, 'number'));
  const normalized = internationalNumber(text);
  if (normalized !== undefined && hasAssignedPrefix(normalized)) return normalized;
  return invalid('number', reasonAgainst(text, normalized), { gatewayCode: CODES.noCorrectNumber });
}

/**
 * Returns true if {@link normalizePhoneNumber} accepts a value.
 *
 * @example
 * ```ts
 * const correct = ['500 100 200', '12'].filter(isPhoneNumber);
 * ```
 */
export function isPhoneNumber(value: unknown): boolean {
  return typeof value === 'string' && correctNumber(value) !== undefined;
}

export function correctNumber(text: string): string | undefined {
  const number = internationalNumber(withoutInvisible(text));
  return number !== undefined && hasAssignedPrefix(number) ? number : undefined;
}

function reasonAgainst(text: string, normalized: string | undefined): string {
  if (normalized !== undefined) return 'does not begin with an assigned country code';
  if (text.length > MAX_NUMBER_LENGTH) return `has more than ${MAX_NUMBER_LENGTH} characters`;
  const digits = withoutMarks(text);
  if (digits === '') return 'has no digits';
  if (!/^\d+$/.test(digits)) return 'contains characters other than digits, spaces and + - . ( )';
  if (digits.startsWith('0')) return 'begins with 0, which is not part of a number; only a leading 00 is removed';
  if (digits.length < POLISH_DIGITS) return `has ${digits.length} digits; the shortest number has ${POLISH_DIGITS}`;
  if (digits.startsWith('48'))
    return `has ${digits.length - 2} digits after 48; a Polish number has 9 digits and does not begin with 0`;
  return `has ${digits.length} digits; the longest number has ${MAX_DIGITS}`;
}
