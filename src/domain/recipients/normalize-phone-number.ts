import { checkString, invalid } from '../../options/check.js';
import { CODES } from '../codes.js';
import { hasAssignedPrefix } from '../numbering-plan.js';
import { internationalNumber, MAX_NUMBER_LENGTH, withoutInvisible, withoutMarks } from '../phone-number.js';

/** The digits of a Polish number without its prefix, and the most of any number: ITU E.164. */
const POLISH_DIGITS = 9;
const MAX_DIGITS = 15;

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
  const given = withoutInvisible(checkString(number, 'number'));
  const normalized = internationalNumber(given);
  if (normalized !== undefined && hasAssignedPrefix(normalized)) return normalized;
  return invalid('number', reasonAgainst(given, normalized), { gatewayCode: CODES.noCorrectNumber });
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

export function correctNumber(given: string): string | undefined {
  const number = internationalNumber(withoutInvisible(given));
  return number !== undefined && hasAssignedPrefix(number) ? number : undefined;
}

function reasonAgainst(given: string, normalized: string | undefined): string {
  if (normalized !== undefined) return 'begins with no country code that is assigned';
  if (given.length > MAX_NUMBER_LENGTH) return `has more than ${MAX_NUMBER_LENGTH} characters`;
  const digits = withoutMarks(given);
  if (digits === '') return 'has no digits';
  if (!/^\d+$/.test(digits)) return 'has characters besides digits, spaces and + - . ( )';
  if (digits.startsWith('0')) return 'begins with 0, which is no part of a number; of 00 two are taken away';
  if (digits.length < POLISH_DIGITS) return `has ${digits.length} digits, and the shortest number has ${POLISH_DIGITS}`;
  if (digits.startsWith('48')) return `has ${digits.length - 2} digits behind 48, and a Polish number has 9 from 1 on`;
  return `has ${digits.length} digits, and the longest number has ${MAX_DIGITS}`;
}
