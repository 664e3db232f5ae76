import { describe, expect, it } from 'vitest';
import { type CassettePrivacy, ChosenPrivacy, readPrivacy } from '../../../src/replay/privacy/chosen-privacy.js';

const KEY = 'xK3vQm9RtY7bLp2W';
const chosen = (privacy: CassettePrivacy, key?: string): ChosenPrivacy =>
  new ChosenPrivacy(readPrivacy(privacy, 'privacy'), { SMS_SERVICE_CASSETTE_KEY: key });

describe('the option privacy', () => {
  it.each(['numbers', 'names', 'texts'] as const)('requires a key for %s', (kind) => {
    expect(() => chosen({ [kind]: true })).toThrow(expect.objectContaining({ path: 'privacy.key' }));
    expect(chosen({ [kind]: true }, KEY).pseudonyms.mark).toMatchObject({ kinds: [kind] });
  });

  it('prefers its own key to the environment variable', () => {
    const { mark } = chosen({ numbers: true, key: KEY }, 'weak').pseudonyms;
    expect(mark).toEqual(chosen({ numbers: true }, KEY).pseudonyms.mark);
  });

  it('replaces nothing if no kind is selected, with any key', () => {
    expect(chosen({ key: KEY }, KEY).pseudonyms.isActive).toBe(false);
  });
});
