import { checkString, invalid } from '../../options/check.js';

const MIN_LENGTH = 16;
const MIN_DIFFERENT = 8;

/** The cost of {@link derivedKey}: 32 MiB and about 0.1 s for each guess. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 };
const KEY_BYTES = 32;
const SALT = 'sms-service-client cassette pseudonyms 2';

/**
 * Checks that a key of pseudonyms is not too short or monotonous. Keys of `sms-service cassette key` pass.
 *
 * @throws ValidationError that names `privacy.key`, and does not contain the key
 */
export function checkKey(value: unknown): string {
  const key = checkString(value, 'privacy.key');
  if (key.length >= MIN_LENGTH && new Set(key).size >= MIN_DIFFERENT) return key;
  return invalid(
    'privacy.key',
    `must have ${MIN_LENGTH} characters or more, ${MIN_DIFFERENT} of them different. Generate one with: sms-service cassette key`,
  );
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
