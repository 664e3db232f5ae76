import { describe, expect, it } from 'vitest';
import { type CassettePrivacy, ChosenPrivacy, readPrivacy } from '../../../src/replay/privacy/chosen-privacy.js';

const KEY = 'xK3vQm9RtY7bLp2W';
const chosen = (privacy: CassettePrivacy, key?: string): ChosenPrivacy =>
  new ChosenPrivacy(readPrivacy(privacy, 'privacy'), { SMS_SERVICE_CASSETTE_KEY: key });

describe('privacy that is chosen', () => {
  it.each(['numbers', 'names', 'texts'] as const)('needs a key: %s', (kind) => {
    expect(() => chosen({ [kind]: true })).toThrow(
      'privacy.key: is missing, and SMS_SERVICE_CASSETTE_KEY is not set: pseudonyms need a key',
    );
    expect(chosen({ [kind]: true }, KEY).pseudonymsFor(undefined).mark).toMatchObject({
      kinds: [kind],
      derivation: 'scrypt',
    });
  });

  it('takes the key of its option before that of the environment', () => {
    const mark = chosen({ numbers: true, key: KEY }, 'weak').pseudonymsFor(undefined).mark;
    expect(mark).toEqual(chosen({ numbers: true }, KEY).pseudonymsFor(mark).mark);
  });

  it('refuses a weak key, but for a cassette of version 1, which took every key as it was', () => {
    const privacy = chosen({ numbers: true, names: true, key: 'x' });
    expect(() => privacy.pseudonymsFor(undefined)).toThrow('privacy.key: has fewer than 16 characters');
    expect(privacy.pseudonymsFor({ kinds: ['numbers'], key: '' }).mark).toEqual({
      kinds: ['numbers', 'names'],
      // The HMAC-SHA-256 of "key:" with the key "x", by Python's hashlib.
      key: 'e8c119a960148bd0',
    });
  });

  it('gives the same pseudonyms to all cassettes: the key is derived once', () => {
    const privacy = chosen({ names: true, key: KEY });
    expect(privacy.pseudonymsFor(undefined)).toBe(privacy.pseudonymsFor(undefined));
  });

  it('is none where nothing is chosen, whatever key is there, and whatever the cassette has', () => {
    const privacy = chosen({ key: KEY }, KEY);
    for (const found of [undefined, { kinds: ['numbers'], key: '' } as const]) {
      expect(privacy.pseudonymsFor(found).isActive).toBe(false);
    }
  });
});
