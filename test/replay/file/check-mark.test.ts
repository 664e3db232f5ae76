import { describe, expect, it } from 'vitest';
import { checkMark, isSameMark } from '../../../src/replay/file/cassette-file.js';
import type { PrivacyMark } from '../../../src/replay/har/har.js';

const NUMBERS: PrivacyMark = { kinds: ['numbers'], key: 'one' };
const BOTH: PrivacyMark = { kinds: ['numbers', 'names'], key: 'one' };
const OTHER_KEY: PrivacyMark = { kinds: ['numbers'], key: 'other' };

describe('the pseudonyms of a cassette and those of whoever opens it', () => {
  it('are the same with the same kinds and the same key, or where there are none', () => {
    for (const [one, other] of [
      [NUMBERS, { ...NUMBERS }],
      [BOTH, { ...BOTH, kinds: [...BOTH.kinds] }],
      [undefined, undefined],
    ]) {
      expect(isSameMark(one, other)).toBe(true);
      expect(() => checkMark(one, other, 'calls.har')).not.toThrow();
    }
  });

  it.each<readonly [PrivacyMark | undefined, PrivacyMark | undefined, string]>([
    [
      BOTH,
      NUMBERS,
      'is pseudonyms for numbers, but the cassette calls.har was recorded with pseudonyms for numbers, names. ',
    ],
    [NUMBERS, undefined, 'is no pseudonyms, but the cassette calls.har was recorded with pseudonyms for numbers. '],
    [undefined, OTHER_KEY, 'is pseudonyms for numbers, but the cassette calls.har was recorded with no pseudonyms. '],
  ])('differ where other things are pseudonyms: %j, %j', (found, own, words) => {
    expect(isSameMark(found, own)).toBe(false);
    const message = `privacy: ${words}Record it again, or redact it`;
    expect(() => checkMark(found, own, 'calls.har')).toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'privacy', message }),
    );
  });

  it('differ where their key is another one, which is not shown', () => {
    expect(isSameMark(NUMBERS, OTHER_KEY)).toBe(false);
    const message = 'privacy.key: is not the one that the cassette calls.har was recorded with';
    expect(() => checkMark(NUMBERS, OTHER_KEY, 'calls.har')).toThrow(
      expect.objectContaining({ name: 'ValidationError', path: 'privacy.key', message }),
    );
  });
});
