import { type ErrorContext, isSmsServiceError, ValidationError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';

const MAX_DEPTH = 6;
const MAX_VALUES = 200_000;

/**
 * Runs a function that reads objects of the caller, whose getters may throw and whose proxies may be revoked.
 *
 * @param input - the values that are read, by their names
 * @param what - the name in the error if no single value is the cause
 * @throws ValidationError that names the value; the original error may quote a secret and is not passed on
 */
export function reading<T>(input: unknown, what: string, context: ErrorContext, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(error, input, what, context);
  }
}

export function unreadable(error: unknown, input: unknown, what: string, context: ErrorContext): unknown {
  if (isSmsServiceError(error) || error instanceof Problem) return error;
  const path = pathOfUnreadable(input, '', MAX_DEPTH, { remaining: MAX_VALUES }) || what;
  return new ValidationError(path, 'cannot be read', context);
}

function pathOfUnreadable(
  value: unknown,
  path: string,
  depth: number,
  budget: { remaining: number },
): string | undefined {
  budget.remaining -= 1;
  if (typeof value !== 'object' || value === null || depth < 0 || budget.remaining < 0) return undefined;
  let names: readonly string[];
  let isList: boolean;
  try {
    isList = Array.isArray(value);
    // A proxy of a Date throws here.
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
