import { ValidationError } from '../errors/errors.js';
import { checkFunction, checkNames, checkOption, checkPositive, type KnownNames } from '../errors/options.js';
import { reading } from '../errors/reading.js';
import type { CloseOptions } from './lifetime.js';
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
  acceptSurrogateReferences: true,
  now: true,
  retry: true,
  maxConcurrency: true,
  maxPerSecond: true,
  onEvent: true,
  logger: true,
};

/**
 * Checks the options of the client as far as they are not checked where they are used: a mistake must show before the
 * first message is paid for.
 *
 * @throws ValidationError that names the option
 */
export function checkOptions(options: SmsServiceClientOptions): void {
  const { timeoutMs, isSuccess, validation, now, onEvent, logger, retry, transport } = checkNames(
    options,
    KNOWN,
    'options',
  );
  if (timeoutMs !== undefined) checkPositive('timeoutMs', timeoutMs);
  for (const [name, value] of Object.entries({ isSuccess, now, onEvent })) checkFunction(name, value);
  const isOptions = typeof retry === 'object' && retry !== null && !Array.isArray(retry);
  if (retry !== undefined && typeof retry !== 'boolean' && !isOptions) {
    throw new ValidationError('retry', 'is neither true, false nor an object');
  }
  if (transport !== undefined && typeof transport?.send !== 'function') {
    throw new ValidationError('transport', 'has no send()');
  }
  for (const level of logger === undefined ? [] : (['debug', 'info', 'warn'] as const)) {
    if (typeof logger?.[level] !== 'function') throw new ValidationError('logger', `has no ${level}()`);
  }
  if (validation === undefined || typeof validation === 'boolean') return;
  for (const [rule, value] of Object.entries(checkOption(validation, ALL_RULES, 'validation'))) {
    if (value !== undefined && typeof value !== 'boolean') {
      throw new ValidationError(`validation.${rule}`, 'is not true or false');
    }
  }
}

const CLOSE_OPTIONS: KnownNames<CloseOptions> = { abort: true, timeoutMs: true };

/**
 * Checks how a client is to be closed.
 *
 * @throws ValidationError that names the option
 */
export function checkCloseOptions(options: CloseOptions): CloseOptions {
  return reading(options, 'the options of close', {}, () => {
    const { abort, timeoutMs } = checkNames(options, CLOSE_OPTIONS, 'the options of close');
    if (abort !== undefined && typeof abort !== 'boolean') throw new ValidationError('abort', 'is not true or false');
    if (timeoutMs !== undefined) checkPositive('timeoutMs', timeoutMs);
    return { abort, timeoutMs };
  });
}
