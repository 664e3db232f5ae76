import { ValidationError } from '../errors/errors.js';
import { checkNames, checkPositive, type KnownNames } from '../errors/options.js';
import { ALL_RULES } from './rules.js';
import type { SmsServiceClientOptions } from './types.js';

const KNOWN: KnownNames<SmsServiceClientOptions> = {
  url: true,
  credentials: true,
  hash: true,
  transport: true,
  timeoutMs: true,
  isSuccess: true,
  validation: true,
  limits: true,
  now: true,
};

/**
 * Checks the options of the client as far as they are not checked where they are used: a mistake must show before the
 * first message is paid for.
 *
 * @throws ValidationError that names the option
 */
export function checkOptions(options: SmsServiceClientOptions): void {
  const { timeoutMs, isSuccess, validation, now } = checkNames(options, KNOWN, 'options');
  if (timeoutMs !== undefined) checkPositive('timeoutMs', timeoutMs);
  for (const [name, value] of Object.entries({ isSuccess, now })) {
    if (value !== undefined && typeof value !== 'function') throw new ValidationError(name, 'is not a function');
  }
  if (validation === undefined || typeof validation === 'boolean') return;
  for (const [rule, value] of Object.entries(checkNames(validation, ALL_RULES, 'validation'))) {
    if (value !== undefined && typeof value !== 'boolean') {
      throw new ValidationError(`validation.${rule}`, 'is not true or false');
    }
  }
}
