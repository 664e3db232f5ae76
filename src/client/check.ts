import { CODES } from '../domain/codes.js';
import { checkBoolean, checkList, checkString, invalid } from '../options/check.js';
import { MAX_INT, MIN_INT } from '../soap/codecs/int-range.js';
import { forbiddenCharacter } from '../xml/chars.js';

/** A text that XML can hold. Numbers are refused: they lose leading zeros and digits. */
export function text(value: unknown, path: string, operation?: string): string {
  const given = checkString(value, path, operation);
  const forbidden = forbiddenCharacter(given);
  if (forbidden === undefined) return given;
  return invalid(path, `has the character ${forbidden}, which XML cannot carry`, { operation });
}

/** {@link text}, or nothing. */
export function optionalText(value: unknown, path: string, operation?: string): string | undefined {
  return value === undefined ? undefined : text(value, path, operation);
}

/** A list of texts. */
export function texts(value: unknown, path: string, operation?: string): readonly string[] {
  // Not map(), which would pass over the holes of a sparse array. The path of an item is made where it is wrong only.
  return Array.from(checkList(value, path, operation), (item, index) =>
    typeof item === 'string' && forbiddenCharacter(item) === undefined
      ? item
      : text(item, `${path}[${index}]`, operation),
  );
}

/** A flag as the wire has it; absent stays absent. */
export function flag(value: unknown, path: string, operation?: string): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return checkBoolean(value, path, operation) ? 1 : 0;
}

/** A whole number that `xsd:int` can hold: -2,147,483,648 to 2,147,483,647. */
export function wholeNumber(value: unknown, path: string, operation?: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return invalid(path, 'is not a whole number', { operation });
  }
  return value < MIN_INT || value > MAX_INT ? invalid(path, 'does not fit into 32 bits', { operation }) : value;
}

/** A date in unix seconds. */
export function unixSeconds(value: unknown, path: string, operation?: string): number {
  const refused = { operation, gatewayCode: CODES.dateNotCorrect };
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return invalid(path, 'is not a valid Date', refused);
  const seconds = Math.floor(value.getTime() / 1000);
  if (seconds < 0) return invalid(path, 'is before 1970', refused);
  return seconds > MAX_INT ? invalid(path, 'is after 2038-01-19, which does not fit into 32 bits', refused) : seconds;
}
