import { checkString, invalid } from '../../options/check.js';

const MIN_LENGTH = 16;
/** So many different characters has nearly every key that a generator has made, also in hexadecimal digits. */
const MIN_DIFFERENT = 6;

/** Rows that people type instead of a key: of the keyboard, the alphabet, digits. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'];
/** The greatest share of a key that may be pieces of these. */
const MAX_ROW_SHARE = 0.5;
const ROW_PIECE = 4;

/** The cost of {@link derivedKey}: 32 MiB and about a tenth of a second for each guess. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 };
const KEY_BYTES = 32;
/** One for all: the same key is to give the same pseudonyms in every cassette. */
const SALT = 'sms-service-client cassette pseudonyms 2';

/**
 * Refuses a key of pseudonyms that can be guessed. A generated one passes: that of `sms-service cassette key`.
 *
 * @throws ValidationError that names `privacy.key`, and shows nothing of it
 */
export function checkKey(given: unknown): string {
  const key = checkString(given, 'privacy.key');
  const advice = 'let a generator make one: sms-service cassette key';
  if (key.length < MIN_LENGTH) return invalid('privacy.key', `has fewer than ${MIN_LENGTH} characters; ${advice}`);
  const isWeak = new Set(key).size < MIN_DIFFERENT || isRepeated(key) || shareOfRows(key) > MAX_ROW_SHARE;
  return isWeak ? invalid('privacy.key', `is easily guessed; ${advice}`) : key;
}

/**
 * Makes a key for the pseudonyms of cassettes: 256 random bits, in 43 characters that need no quotes anywhere.
 *
 * @example
 * ```ts
 * import { cassette } from 'sms-service-client/replay';
 *
 * console.log(`keep it: ${newCassetteKey()}`);
 * const transport = cassette('groups.har', { privacy: { numbers: true, key: process.env['CASSETTE_KEY'] } });
 * ```
 */
export function newCassetteKey(): string {
  return process.getBuiltinModule('node:crypto').randomBytes(KEY_BYTES).toString('base64url');
}

/** The key that pseudonyms are made with: made slowly, so that guesses can be tried against a cassette only slowly. */
export function derivedKey(key: string): Uint8Array {
  return process.getBuiltinModule('node:crypto').scryptSync(key.normalize('NFC'), SALT, KEY_BYTES, SCRYPT);
}

/** Tells whether a key is one piece over and over, the last one cut off or not. */
function isRepeated(key: string): boolean {
  for (let period = 1; period <= key.length / 2; period++) if (key.startsWith(key.slice(period))) return true;
  return false;
}

/** Computes the share of a key that is pieces of rows, in either direction. */
function shareOfRows(key: string): number {
  const lower = key.toLowerCase();
  const rows = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);
  let covered = 0;
  let end = 0;
  for (let start = 0; start + ROW_PIECE <= lower.length; start++) {
    if (!rows.some((row) => row.includes(lower.slice(start, start + ROW_PIECE)))) continue;
    covered += start + ROW_PIECE - Math.max(start, end);
    end = start + ROW_PIECE;
  }
  return covered / lower.length;
}
