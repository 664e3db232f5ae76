import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isSignatureOf,
  signatureIn,
  signedNotifyUrl,
  signFacts,
  withSignature,
} from '../../../src/domain/sending/notify-url.js';

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

  it.each([
    ['another idx', { ...FACTS, idx: 'order18' }],
    ['another recipient', { ...FACTS, to: '48500100201' }],
    ['an idx that takes over a part of the number', { idx: 'order174', to: '8500100200' }],
    ['no idx', { ...FACTS, idx: '' }],
  ])('does not count for %s', (_what, facts) => {
    expect(isSignatureOf(signFacts(FACTS, KEY, EXPIRES), facts, [KEY], BEFORE)).toBe(false);
  });

  it('does not count with another key, without one, from its expiry on, or with another expiry', () => {
    const signature = signFacts(FACTS, KEY, EXPIRES);
    expect(isSignatureOf(signature, FACTS, [OTHER_KEY], BEFORE)).toBe(false);
    expect(isSignatureOf(signature, FACTS, [], BEFORE)).toBe(false);
    expect(isSignatureOf(signature, FACTS, [KEY], BEFORE + 1)).toBe(false);
    expect(isSignatureOf({ ...signature, expires: EXPIRES + 1 }, FACTS, [KEY], BEFORE)).toBe(false);
  });

  it.each(['', 'x', 'x'.repeat(43), 'ż'.repeat(43), 'x'.repeat(10_000)])('does not count as %j', (hash) => {
    expect(isSignatureOf({ expires: EXPIRES, hash }, FACTS, [KEY], BEFORE)).toBe(false);
  });

  it('counts with any of several keys, so that they can be changed', () => {
    expect(isSignatureOf(signFacts(FACTS, KEY, EXPIRES), FACTS, [OTHER_KEY, KEY], BEFORE)).toBe(true);
  });
});

describe('an address with a signature', () => {
  const { hash } = signFacts(FACTS, KEY, EXPIRES);

  it.each<[string, 'query' | 'path', string, string]>([
    [
      'without a query',
      'query',
      'https://shop.example/sms',
      `https://shop.example/sms?sms-expires=1800000000&sms-signature=${hash}`,
    ],
    [
      'with a query, byte for byte',
      'query',
      'https://shop.example/sms?a=%7e&b=1+2',
      `https://shop.example/sms?a=%7e&b=1+2&sms-expires=1800000000&sms-signature=${hash}`,
    ],
    ['in its path', 'path', 'https://shop.example/sms/?a=1', `https://shop.example/sms/sms-1800000000-${hash}?a=1`],
    ['in the path of a host alone', 'path', 'https://shop.example', `https://shop.example/sms-1800000000-${hash}`],
  ])('%s has it, and it is found there', (_what, place, url, wanted) => {
    const options = { ...FACTS, key: KEY, expiresAt: new Date(EXPIRES * 1000), place };
    const signed = signedNotifyUrl(url, options);
    expect(signed).toBe(wanted);
    expect(withSignature(url, { expires: EXPIRES, hash }, place)).toBe(wanted);
    const { pathname, searchParams } = new URL(signed);
    expect(signatureIn(pathname, [...searchParams])).toEqual({ expires: EXPIRES, hash });
  });

  const QUERY = [
    ['sms-expires', '1800000000'],
    ['sms-signature', hash],
  ] as const;
  it.each<[string, string, readonly (readonly [string, string])[]]>([
    ['none', '/sms', []],
    ['half of one', '/sms', [QUERY[0]]],
    ['two hashes', '/sms', [...QUERY, QUERY[1]]],
    ['two expiries', '/sms', [...QUERY, QUERY[0]]],
    ['one in the path and one in the query', `/sms/sms-1800000000-${hash}`, QUERY],
    ['one in the path and half of one', `/sms/sms-1800000000-${hash}`, [QUERY[0]]],
    ['one that is not at the end of the path', `/sms-1800000000-${hash}/x`, []],
    ['an expiry that is no number', '/sms', [['sms-expires', '1e9'], QUERY[1]]],
    ['a hash that is too short, in the path', `/sms-1800000000-${hash.slice(1)}`, []],
  ])('that has %s has no signature', (_what, pathname, parameters) => {
    expect(signatureIn(pathname, parameters)).toBeUndefined();
  });

  it.each([
    ['url', 'ftp://shop.example', {}],
    ['key', undefined, { key: 'too short' }],
    ['idx', undefined, { idx: 'with space' }],
    ['to', undefined, { to: 'nobody' }],
    ['expiresAt', undefined, { expiresAt: new Date(Number.NaN) }],
    ['place', undefined, { place: 'fragment' as never }],
  ])('is not made where %s does not fit, and the key is not shown', (path, url = 'https://shop.example', changes) => {
    const options = { ...FACTS, key: KEY, expiresAt: new Date(EXPIRES * 1000), ...changes };
    expect(() => signedNotifyUrl(url, options)).toThrow(expect.objectContaining({ name: 'ValidationError', path }));
    expect(() => signedNotifyUrl(url, options)).not.toThrow(/too short|a key of/);
  });
});
