import { createHash } from 'node:crypto';
import { checkFilled } from '../../options/check.js';
import { fitLabel } from '../har/label.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';

const KEPT = 400;
const DIGEST = 16;

/**
 * Returns the name of a track as stored in the file: on one line, at most 500 characters, and with pseudonyms for
 * telephone numbers if numbers are replaced.
 *
 * @throws ValidationError if it is not a text, or is empty (the cassette without a track)
 */
export function trackName(given: unknown, pseudonyms: Pseudonyms): string {
  const cleaned = pseudonyms.others(checkFilled(given, 'name'));
  const name = fitLabel(cleaned);
  if (name.length === cleaned.length) return name;
  const digest = createHash('sha256').update(cleaned).digest('hex').slice(0, DIGEST);
  return fitLabel(`${name.slice(0, KEPT)} … ${digest}`);
}
