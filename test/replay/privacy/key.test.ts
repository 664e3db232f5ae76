import { describe, expect, it } from 'vitest';
import { checkKey, derivedKey, newCassetteKey } from '../../../src/replay/privacy/key.js';

describe('the key of pseudonyms', () => {
  it.each([
    ['15 characters', 'xK3vQm9RtY7bLp2'],
    ['seven different characters', 'am7#Zma#7ZaZm#7Q'],
    ['a number', 1234567890123456],
  ])('is refused if it is too weak: %s', (_what, key) => {
    expect(() => checkKey(key)).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        path: 'privacy.key',
        message: expect.not.stringContaining(String(key)),
      }),
    );
  });

  it.each(['xK3vQm9RtY7bLp2W', 'am7#Zma#7ZaZm#Qxy', '9f86d081884c7d65', 'correct horse battery staple'])(
    'is accepted with 16 characters and eight different ones: %s',
    (key) => {
      expect(checkKey(key)).toBe(key);
    },
  );

  it('is generated with 43 characters that need no quotes', () => {
    const key = newCassetteKey();
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(checkKey(key)).toBe(key);
    expect(newCassetteKey()).not.toBe(key);
  });

  it('is derived by scrypt with 32 MiB, independent of the Unicode normal form', () => {
    // Computed by Python's hashlib.
    const expected = '5989786b4d32ace71a9a16f44ed4f1eeb538fbf903ff96d9f277a32bfc393503';
    expect(Buffer.from(derivedKey('zażółć gęślą jaźń 1')).toString('hex')).toBe(expected);
    expect(Buffer.from(derivedKey('zażółć gęślą jaźń 1'.normalize('NFD'))).toString('hex')).toBe(expected);
  });
});
