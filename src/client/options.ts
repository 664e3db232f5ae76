import { CALLS_OPTIONS } from '../calls/options.js';
import { ValidationError } from '../errors/errors.js';
import { checkFunction, checkNames, checkOption, type KnownNames } from '../errors/options.js';
import { ALL_RULES } from './rules.js';
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
  const { isSuccess, validation, now, hash } = checkNames(options, KNOWN, 'options');
  for (const [name, value] of Object.entries({ isSuccess, now })) checkFunction(name, value);
  if (hash !== undefined && hash !== 'none' && hash !== 'md5') {
    throw new ValidationError('hash', "is neither 'none' nor 'md5'");
  }
  if (validation === undefined || typeof validation === 'boolean') return;
  for (const [rule, value] of Object.entries(checkOption(validation, ALL_RULES, 'validation'))) {
    if (value !== undefined && typeof value !== 'boolean') {
      throw new ValidationError(`validation.${rule}`, 'is not true or false');
    }
  }
}
