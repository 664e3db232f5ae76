import { md5 } from './md5.js';

/** Shorter pieces of base64 stand in ordinary words. */
const MIN_BASE64 = 7;

/**
 * A secret, and what a server may make of it that shows it as well: its MD5 digest, and its base64 as far as that does
 * not depend on what stands around it (base64 in its own letters is read anyway; this finds it in other case, or cut).
 */
export function* withDerived(secret: string): Iterable<string> {
  yield secret;
  yield md5(secret);
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const whole = Math.floor((bytes.length * 8) / 6);
    const base64 = bytes.toString('base64').slice(Math.ceil((before * 8) / 6), whole);
    if (base64.length >= MIN_BASE64) yield base64;
  }
}
