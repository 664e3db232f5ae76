import { invalid } from '../../options/check.js';
import type { PrivacyMark } from '../har/har.js';

export function checkMark(found: PrivacyMark | undefined, own: PrivacyMark | undefined, file: string): void {
  const [recorded, given] = [kindsOf(found), kindsOf(own)];
  if (recorded !== given) {
    invalid(
      'privacy',
      `is ${given}, but the cassette ${file} was recorded with ${recorded}; record it anew, or redact it`,
    );
  }
  if (found?.key !== own?.key) invalid('privacy.key', `is not the one that the cassette ${file} was recorded with`);
}

export function isSameMark(one: PrivacyMark | undefined, other: PrivacyMark | undefined): boolean {
  return kindsOf(one) === kindsOf(other) && one?.key === other?.key;
}

function kindsOf(mark: PrivacyMark | undefined): string {
  return mark === undefined ? 'no pseudonyms' : `pseudonyms for ${mark.kinds.join(', ')}`;
}
