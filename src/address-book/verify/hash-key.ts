import { checkString, invalid } from '../../options/check.js';

const MIN_KEY_LENGTH = 16;

/** Checks the key of the hashes that stand for numbers. */
export function checkKey(value: unknown, path: string): string {
  const key = checkString(value, path);
  return key.length < MIN_KEY_LENGTH ? invalid(path, `has fewer than ${MIN_KEY_LENGTH} characters`) : key;
}
