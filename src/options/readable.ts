import { type ErrorContext, isSmsServiceError, ValidationError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';

/** The depth to which values are searched for what cannot be read, and the number of values that are looked at. */
const MAX_DEPTH = 6;
const MAX_VALUES = 200_000;

/**
 * Runs what reads the caller's objects, whose getters may throw and whose proxies may be revoked.
 *
 * @param given - all that is read, by the names that the caller knows it by
 * @param what - how it is called where no single value of it is to blame
 * @throws ValidationError that names what cannot be read; what its getter has thrown is not passed on, because it may
 *   quote a secret
 */
export function reading<T>(given: unknown, what: string, context: ErrorContext, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(error, given, what, context);
  }
}

/** The error for whatever was thrown while objects of the caller were read; this library's own remain as they are. */
export function unreadable(error: unknown, given: unknown, what: string, context: ErrorContext): unknown {
  if (isSmsServiceError(error) || error instanceof Problem) return error;
  const path = pathOfUnreadable(given, '', MAX_DEPTH, { left: MAX_VALUES }) || what;
  return new ValidationError(path, 'cannot be read', context);
}

/** The path of the first value that cannot be read. */
function pathOfUnreadable(value: unknown, path: string, depth: number, budget: { left: number }): string | undefined {
  budget.left -= 1;
  if (typeof value !== 'object' || value === null || depth < 0 || budget.left < 0) return undefined;
  let names: readonly string[];
  let isList: boolean;
  try {
    isList = Array.isArray(value);
    // A proxy around a Date is none that tells its time.
    if (value instanceof Date) value.getTime();
    names = ArrayBuffer.isView(value) ? [] : Object.keys(value);
  } catch {
    return path;
  }
  for (const name of names) {
    const inner = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    let found: string | undefined;
    try {
      found = pathOfUnreadable((value as Readonly<Record<string, unknown>>)[name], inner, depth - 1, budget);
    } catch {
      return inner;
    }
    if (found !== undefined) return found;
  }
  return undefined;
}
