import path from 'node:path';
import { internationalNumber } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import type { PrivacyValues } from '../privacy/chosen-privacy.js';
import { digitRuns } from '../privacy/digits.js';

/** The minimum number of digits of a telephone number in a name. */
const SHORTEST = 9;

const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d*$/;

/**
 * Throws if the file name contains a telephone number and `privacy` replaces numbers: everyone can see the name.
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
