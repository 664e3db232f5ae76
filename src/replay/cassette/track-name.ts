import { createHash } from 'node:crypto';
import { checkFilled } from '../../options/check.js';
import { fitLabel } from '../har/label.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';

/** So many characters of a name that is too long stay, before what tells it from others. */
const KEPT = 400;
const DIGEST = 16;

/**
 * The name of a track as it stands in the file: with pseudonyms for the telephone numbers in it where numbers are
 * replaced, in one line, and of no more than 500 characters.
 *
 * @throws ValidationError when it is no text, or empty: that is the track of the cassette itself
 */
export function trackName(given: unknown, pseudonyms: Pseudonyms): string {
  const cleaned = pseudonyms.others(checkFilled(given, 'name'));
  const name = fitLabel(cleaned);
  if (name.length === cleaned.length) return name;
  const digest = createHash('sha256').update(cleaned).digest('hex').slice(0, DIGEST);
  return fitLabel(`${name.slice(0, KEPT)} … ${digest}`);
}
