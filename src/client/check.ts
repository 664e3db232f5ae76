import { CODES } from '../domain/codes.js';
import { checkBoolean, invalid } from '../options/check.js';
import { MAX_INT } from '../soap/codecs/int-range.js';

/** A flag as the wire has it; absent stays absent. */
export function flag(value: unknown, path: string, operation?: string): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return checkBoolean(value, path, operation) ? 1 : 0;
}

/** A date in unix seconds. */
export function unixSeconds(value: unknown, path: string, operation?: string): number {
  const refused = { operation, gatewayCode: CODES.dateNotCorrect };
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) {
    return invalid(path, value === undefined ? 'is missing' : 'is not a valid Date', refused);
  }
  const seconds = Math.floor(value.getTime() / 1000);
  if (seconds < 0) return invalid(path, 'is before 1970', refused);
  return seconds > MAX_INT ? invalid(path, 'is after 2038-01-19, which does not fit into 32 bits', refused) : seconds;
}
