import { type ErrorContext, isSmsServiceError, ValidationError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';

/**
 * Runs a function that reads objects of the caller, whose getters may throw and whose proxies may be revoked.
 *
 * @param what - the name of the object in the error
 * @throws ValidationError that names the object; the original error may quote a secret and is not passed on
 */
export function reading<T>(what: string, context: ErrorContext, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(error, what, context);
  }
}

export function unreadable(error: unknown, what: string, context: ErrorContext): unknown {
  if (isSmsServiceError(error) || error instanceof Problem) return error;
  return new ValidationError(what, 'cannot be read', context);
}
