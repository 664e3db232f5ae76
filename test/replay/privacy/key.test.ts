import { describe, expect, it } from 'vitest';
import { checkKey, derivedKey, newCassetteKey } from '../../../src/replay/privacy/key.js';

describe('a key of pseudonyms', () => {
  it('has 16 characters at least', () => {
    expect(checkKey('xK3vQm9RtY7bLp2W')).toBe('xK3vQm9RtY7bLp2W');
    expect(() => checkKey('xK3vQm9RtY7bLp2')).toThrow(
      'privacy.key: has fewer than 16 characters; let a generator make one: sms-service cassette key',
    );
  });

  it('is a text', () => {
    expect(() => checkKey(1234567890123456)).toThrow(expect.objectContaining({ path: 'privacy.key' }));
  });

  it.each([
    ['five different characters', 'am7#Zma#7ZaZm#7a'],
    ['one piece twice', 'xK3vQm9RxK3vQm9R'],
    ['one piece over and over, the last one cut off', 'xK3vQm9xK3vQm9xK'],
    ['more than half of a row of keys', 'qwertyuioX7#m9%Z'],
    ['the same at its end', '7#mX9%Zqwertyuio'],
    ['the same backwards', 'oiuytrewqX7#m9%Z'],
    ['the same in capitals', 'QWERTYUIOX7#m9%Z'],
    ['a row of French keys', 'qsdfghjklX7#9%Z.'],
    ['the alphabet', 'mnopqrstuX7#9%Z.'],
    ['digits in their order', '123456789aX#%Z.k'],
    ['three pieces of rows', 'abcdX3456#wxcvZ.'],
  ])('is no %s', (_what, key) => {
    expect(() => checkKey(key)).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        path: 'privacy.key',
        message: 'privacy.key: is easily guessed; let a generator make one: sms-service cassette key',
      }),
    );
  });

  it.each([
    ['six different characters', 'am7#Zma#7ZaZm#7Q'],
    ['one piece that does not come twice as a whole', 'xK3vQm9RtxK3vQm9R'],
    ['half of a row', 'qwertyuiX7#m9%Zk'],
    ['pieces of three of a row', 'abcX567#rtyZ.opa'],
  ])('may be %s', (_what, key) => {
    expect(checkKey(key)).toBe(key);
  });

  it('that is made has 43 characters that need no quotes, and is another each time', () => {
    const key = newCassetteKey();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(checkKey(key)).toBe(key);
    expect(newCassetteKey()).not.toBe(key);
  });

  it('is derived by scrypt of 32 MiB, in whatever form its letters are written', () => {
    // Of another implementation (Python's hashlib).
    const expected = '5989786b4d32ace71a9a16f44ed4f1eeb538fbf903ff96d9f277a32bfc393503';
    expect(Buffer.from(derivedKey('zażółć gęślą jaźń 1')).toString('hex')).toBe(expected);
    expect(Buffer.from(derivedKey('zażółć gęślą jaźń 1'.normalize('NFD'))).toString('hex')).toBe(expected);
  });
});
