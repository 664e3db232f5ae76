import { type ErrorContext, ValidationError } from './errors.js';

/** The names that an object may have, as a table that stops compiling when the type gains one. */
export type KnownNames<T> = Readonly<Record<keyof T, true>>;

/**
 * Refuses what is no object, and names that are not known: a misspelt option must not be lost.
 *
 * @param what - how the object is called in the error, where it is no object at all
 * @throws ValidationError with the name as its path
 */
export function checkNames<T extends object>(value: T, known: KnownNames<T>, what: string, context?: ErrorContext): T {
  return checkedNames(value, known, what, '', context);
}

/** The same for an object that is itself an option: the path of a name in it is `option.name`. */
export function checkOption<T extends object>(value: T, known: KnownNames<T>, option: string): T {
  return checkedNames(value, known, option, `${option}.`, undefined);
}

function checkedNames<T extends object>(
  value: T,
  known: KnownNames<T>,
  what: string,
  prefix: string,
  context: ErrorContext | undefined,
): T {
  if (typeof value !== 'object' || value === null) throw new ValidationError(what, 'is not an object', context);
  const names: Readonly<Record<string, unknown>> = known;
  for (const name of Object.keys(value)) {
    if (names[name] !== true) throw new ValidationError(prefix + name, 'is not known here', context);
  }
  return value;
}

/** Refuses a number that is not above zero. */
export function checkPositive(name: string, value: number, context?: ErrorContext): number {
  if (!(typeof value === 'number' && value > 0)) throw new ValidationError(name, 'is not a number above zero', context);
  return value;
}

/** Refuses a number that is not whole and above zero; `Infinity` stands for no limit. */
export function checkCount(name: string, value: number): number {
  if (Number.isInteger(value) || value === Number.POSITIVE_INFINITY) return checkPositive(name, value);
  throw new ValidationError(name, 'is not a whole number above zero');
}

/** Refuses what cannot be called. */
export function checkFunction<T>(name: string, value: T): T {
  if (value !== undefined && typeof value !== 'function') throw new ValidationError(name, 'is not a function');
  return value;
}
