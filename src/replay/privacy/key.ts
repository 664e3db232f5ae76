import { checkString, invalid } from '../../options/check.js';

const MIN_LENGTH = 16;
const MIN_DIFFERENT = 6;

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm', 'azertyuiopqsdfghjklmwxcvbn'];
const MAX_ROW_SHARE = 0.5;
const ROW_PIECE = 4;

/** The cost of {@link derivedKey}: 32 MiB and about 0.1 s for each guess. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 };
const KEY_BYTES = 32;
const SALT = 'sms-service-client cassette pseudonyms 2';

/**
 * Checks that a key of pseudonyms cannot be guessed. Keys of `sms-service cassette key` pass.
 *
 * @throws ValidationError
 * that names `privacy.key`, and does not contain the key
 */
export function checkKey(given: unknown): string {
  const key = checkString(given, 'privacy.key');
  const advice = 'let a generator make one: sms-service cassette key';
  if (key.length < MIN_LENGTH) return invalid('privacy.key', `has fewer than ${MIN_LENGTH} characters; ${advice}`);
  const isWeak = new Set(key).size < MIN_DIFFERENT || isRepeated(key) || shareOfRows(key) > MAX_ROW_SHARE;
  return isWeak ? invalid('privacy.key', `is easily guessed; ${advice}`) : key;
}

/**
 * Generates a key for the pseudonyms of cassettes: 256 random bits in 43 characters that never need quotes.
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

/**
 * Derives the key that creates the pseudonyms. The derivation is slow, so that guessing keys for a cassette is slow.
 */
export function derivedKey(key: string): Uint8Array {
  return process.getBuiltinModule('node:crypto').scryptSync(key.normalize('NFC'), SALT, KEY_BYTES, SCRYPT);
}

function isRepeated(key: string): boolean {
  for (let period = 1; period <= key.length / 2; period++) if (key.startsWith(key.slice(period))) return true;
  return false;
}

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
