import { describe, expect, it } from 'vitest';
import {
  isSignatureOf,
  type SignOptions,
  signatureIn,
  signedNotifyUrl,
  withoutSegment,
} from '../../../src/domain/sending/notify-url.js';
import { everythingShown } from '../../support/shown.js';

const KEY = 'a key that nobody can guess';
/** By `openssl dgst -sha256 -hmac` over `["sms-service-client notify 1","order17","48500100200",1800000000]`. */
const HASH = 'CJabbPxZpnbhTePEb2TucYLS2bqffsr_aj8SdZQGHZw';
const EXPIRES = 1_800_000_000;
const OPTIONS: SignOptions = { key: KEY, idx: 'order17', to: '48500100200', expiresAt: new Date(EXPIRES * 1000) };
const IN_QUERY = `sms-expires=${EXPIRES}&sms-signature=${HASH}`;
const BEFORE = (EXPIRES - 1) * 1000;

const found = (url: string): ReturnType<typeof signatureIn> => {
  const { pathname, searchParams } = new URL(url);
  return signatureIn(pathname, [...searchParams]);
};

describe('a signed address', () => {
  it.each([
    ['in the query', 'https://a.test/cb', {}, `https://a.test/cb?${IN_QUERY}`],
    ['after the existing query', 'https://a.test/cb?a=%20b&c', {}, `https://a.test/cb?a=%20b&c&${IN_QUERY}`],
    ['in the path', 'https://a.test/cb', { place: 'path' }, `https://a.test/cb/sms-${EXPIRES}-${HASH}`],
    [
      'in the path, before a query',
      'https://a.test/cb/?a=b',
      { place: 'path' },
      `https://a.test/cb/sms-${EXPIRES}-${HASH}?a=b`,
    ],
    ['without the fragment, which is not sent', 'https://a.test/cb#top', {}, `https://a.test/cb?${IN_QUERY}`],
    [
      'of an idx in capitals and a number in another spelling',
      'https://a.test/cb',
      { idx: 'ORDER17', to: '+48 500 100 200' },
      `https://a.test/cb?${IN_QUERY}`,
    ],
  ] as const)('has its signature %s', (_title, url, more, signed) => {
    expect(signedNotifyUrl(url, { ...OPTIONS, ...more })).toBe(signed);
  });

  it('is refused if it is already signed, in any place', () => {
    for (const first of ['query', 'path'] as const) {
      const signed = signedNotifyUrl('https://a.test/cb', { ...OPTIONS, place: first });
      expect(() => signedNotifyUrl(signed, OPTIONS)).toThrow('url: is already signed');
      expect(() => signedNotifyUrl(signed, { ...OPTIONS, place: 'path' })).toThrow('url: is already signed');
    }
  });

  it.each([
    ['a short key', { key: 'fifteen letters' }, 'key: has fewer than 16 characters'],
    ['no idx', { idx: '' }, 'idx: is empty'],
    [
      'an idx of other letters',
      { idx: 'żółw' },
      'idx: has another character at position 1: an idx consists of at most 255 digits and letters a–z (or A–Z)',
    ],
    ['no number', { to: '500' }, 'to: is not a correct number'],
    ['two numbers', { to: '48500100200,48500100201' }, 'to: is not a correct number'],
    ['no date', { expiresAt: new Date(Number.NaN) }, 'expiresAt: must be a valid Date'],
    ['a date in milliseconds', { expiresAt: new Date(EXPIRES * 1_000_000) }, 'expiresAt: must be a valid Date'],
    ['another place', { place: 'header' as 'path' }, "place: must be 'query' or 'path'"],
  ])('is refused with %s, which is not shown', (_title, more, message) => {
    let thrown: unknown;
    try {
      signedNotifyUrl('https://a.test/cb', { ...OPTIONS, ...more });
    } catch (error) {
      thrown = error;
    }
    expect((thrown as Error).message).toBe(message);
    expect(everythingShown(thrown)).not.toMatch(/nobody can guess|fifteen|500100200/);
  });
});

describe('the signature of a request', () => {
  it('is found in the query and in the path', () => {
    expect(found(`https://a.test/cb?MsgId=1&${IN_QUERY}&idx=order17`)).toEqual({ expires: EXPIRES, hash: HASH });
    expect(found(`https://a.test/cb/sms-${EXPIRES}-${HASH}?MsgId=1`)).toEqual({ expires: EXPIRES, hash: HASH });
    expect(withoutSegment(`/cb/sms-${EXPIRES}-${HASH}`)).toBe('/cb');
  });

  it.each([
    ['none', '/cb', ''],
    ['two in the query', '/cb', `${IN_QUERY}&sms-signature=${HASH}`],
    ['two times', '/cb', `${IN_QUERY}&sms-expires=1`],
    ['one in the query and one in the path', `/cb/sms-${EXPIRES}-${HASH}`, IN_QUERY],
    ['half of one and a complete one', `/cb/sms-${EXPIRES}-${HASH}`, 'sms-expires=1'],
    ['an invalid time', '/cb', `sms-expires=1e9&sms-signature=${HASH}`],
    ['a time with too many digits', '/cb', `sms-expires=01800000000&sms-signature=${HASH}`],
    ['a time with a leading zero', '/cb', `sms-expires=0180000000&sms-signature=${HASH}`],
    ['a hash that is too long', '/cb', `sms-expires=${EXPIRES}&sms-signature=${HASH}A`],
    // U+0143 and U+0043 have the same lowest byte.
    [
      'a hash of letters with the same lowest bytes',
      '/cb',
      `sms-expires=${EXPIRES}&sms-signature=%C5%83${HASH.slice(1)}`,
    ],
    ['a segment that is not the last one', `/cb/sms-${EXPIRES}-${HASH}/x`, ''],
  ])('is not found with %s', (_title, path, query) => {
    expect(signatureIn(path, [...new URLSearchParams(query)])).toBeUndefined();
  });

  const signature = { expires: EXPIRES, hash: HASH };
  const facts = { idx: 'order17', to: '48500100200' };

  it('is valid for its idx and recipient in any spelling, with any of the keys', () => {
    expect(isSignatureOf(signature, facts, [KEY], BEFORE)).toBe(true);
    expect(isSignatureOf(signature, { idx: 'Order17', to: '500 100 200' }, [KEY], BEFORE)).toBe(true);
    expect(isSignatureOf(signature, facts, ['the key that comes next', KEY], BEFORE)).toBe(true);
  });

  it.each([
    ['another idx', signature, { ...facts, idx: 'order18' }, [KEY], BEFORE],
    ['another recipient', signature, { ...facts, to: '48500100201' }, [KEY], BEFORE],
    ['digits moved from the recipient to the idx', signature, { idx: 'order1748', to: '500100200' }, [KEY], BEFORE],
    ['another key', signature, facts, ['another key than the one'], BEFORE],
    ['no key', signature, facts, [], BEFORE],
    ['a later expiry', { ...signature, expires: EXPIRES + 1 }, facts, [KEY], BEFORE],
    ['the time of expiry', signature, facts, [KEY], EXPIRES * 1000],
    ['a truncated hash', { ...signature, hash: HASH.slice(0, -1) }, facts, [KEY], BEFORE],
    ['an empty hash', { ...signature, hash: '' }, facts, [KEY], BEFORE],
    ['a hash of other letters', { ...signature, hash: 'ż'.repeat(43) }, facts, [KEY], BEFORE],
    ['a very long hash', { ...signature, hash: 'x'.repeat(10_000) }, facts, [KEY], BEFORE],
    ['a hash in another case', { ...signature, hash: HASH.toLowerCase() }, facts, [KEY], BEFORE],
  ])('is not valid for %s', (_title, given, other, keys, now) => {
    expect(isSignatureOf(given, other, keys, now)).toBe(false);
  });
});
