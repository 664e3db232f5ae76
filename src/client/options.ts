import { CALLS_OPTIONS } from '../calls/options.js';
import { ALL_RULES } from '../domain/sending/rules.js';
import { checkBoolean, checkFunction, checkOneOf, checkSwitch, optional } from '../options/check.js';
import { checkNames, checkObject, type KnownNames } from '../options/names.js';
import type { SmsServiceClientOptions } from './types.js';

const KNOWN: KnownNames<SmsServiceClientOptions> = {
  ...CALLS_OPTIONS,
  credentials: true,
  hash: true,
  isSuccess: true,
  validation: true,
  limits: true,
  acceptSurrogateReferences: true,
  now: true,
};

/**
 * Checks the options that are this client's own, as far as they are not checked where they are used.
 *
 * @throws ValidationError that names the option
 */
export function checkOptions(options: SmsServiceClientOptions): void {
  const { isSuccess, validation = true, now, hash = 'none' } = checkNames(options, KNOWN, 'options');
  optional(isSuccess, checkFunction, 'isSuccess');
  optional(now, checkFunction, 'now');
  checkOneOf(hash, ['none', 'md5'], 'hash');
  const rules = checkSwitch(validation, 'validation');
  if (typeof rules === 'boolean') return;
  for (const [rule, value] of Object.entries(checkObject(rules, ALL_RULES, 'validation'))) {
    optional(value, checkBoolean, `validation.${rule}`);
  }
}
