import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignatureOf, signFacts } from '../../../src/domain/sending/notify-url.js';

const KEY = 'a key of 16 bytes';
const OTHER_KEY = 'another key that is long';
const FACTS = { idx: 'order17', to: '48500100200' };
const EXPIRES = 1_800_000_000;
const BEFORE = EXPIRES * 1000 - 1;

describe('a signature', () => {
  it('is a keyed hash of the idx, the recipient and the expiry', () => {
    const { expires, hash } = signFacts(FACTS, KEY, EXPIRES);
    const text = '["sms-service-client notify 1","order17","48500100200",1800000000]';
    expect(hash).toBe(createHmac('sha256', KEY).update(text).digest('base64url'));
    expect(expires).toBe(EXPIRES);
  });

  it.each([
    ['the same', FACTS],
    ['capital letters of the idx', { ...FACTS, idx: 'ORDER17' }],
    ['the number without its prefix', { ...FACTS, to: '500100200' }],
    ['the number as people write it', { ...FACTS, to: '+48 500-100-200' }],
  ])('counts for %s', (_what, facts) => {
    expect(isSignatureOf(signFacts(FACTS, KEY, EXPIRES), facts, [KEY], BEFORE)).toBe(true);
  });

  it.each(['', 'x', 'x'.repeat(43), 'ż'.repeat(43), 'x'.repeat(10_000)])('is not valid as %j', (hash) => {
    expect(isSignatureOf({ expires: EXPIRES, hash }, FACTS, [KEY], BEFORE)).toBe(false);
  });

  it('is valid with any of several keys, so that they can be changed', () => {
    expect(isSignatureOf(signFacts(FACTS, KEY, EXPIRES), FACTS, [OTHER_KEY, KEY], BEFORE)).toBe(true);
  });
});
