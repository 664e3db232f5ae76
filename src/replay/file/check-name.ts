import path from 'node:path';
import { internationalNumber } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import type { PrivacyValues } from '../privacy/chosen-privacy.js';
import { digitRuns } from '../privacy/digits.js';

/** So many digits has the shortest number that a name may be of. */
const SHORTEST = 9;

/** A date, and what may stand behind it: a time of the day. */
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d*$/;

/**
 * Refuses a name of a cassette that holds a telephone number, where these are not kept: everybody sees it.
 *
 * @param option - the name of the option
 */
export function checkName(file: string, { numbers }: PrivacyValues, option: string): string {
  const { name } = path.parse(file);
  for (const { digits } of numbers ? digitRuns(name, SHORTEST) : []) {
    if (DATE.test(digits) || internationalNumber(digits) === undefined) continue;
    invalid(option, 'has what may be a telephone number in its name, and privacy.numbers keeps none; rename it');
  }
  return file;
}
