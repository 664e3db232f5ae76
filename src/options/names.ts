import { invalid, isObject, refuse } from './check.js';
import { nearestName } from './nearest-name.js';

/** The names that an object may have, as a table that stops compiling when the type gains one. */
export type KnownNames<T> = Readonly<Record<keyof T, true>>;

/**
 * Refuses a value that is not an object, and unknown names, so that a misspelt name is not ignored.
 *
 * @param what - the name of the object in errors
 * @throws ValidationError whose path is the unknown name; the message lists the known ones
 */
export function checkNames<T extends object>(value: T, known: KnownNames<T>, what: string, operation?: string): T {
  return checkedNames(value, known, what, '', operation);
}

export function checkObject<T extends object>(value: T, known: KnownNames<T>, path: string): T {
  return checkedNames(value, known, path, `${path}.`, undefined);
}

/** @param prefix - of the path of a name */
export function checkedNames<T extends object>(
  value: T,
  known: object,
  what: string,
  prefix: string,
  operation: string | undefined,
): T {
  for (const name of namesOf(value, what, operation)) {
    if (!Object.hasOwn(known, name)) invalid(prefix + name, notKnown(known, name), { operation });
  }
  return value;
}

export function notKnown(table: object, name: string): string {
  const known = Object.keys(table);
  const nearest = nearestName(name, known);
  const hint = nearest === undefined ? '' : `; perhaps ${nearest} is meant`;
  return `is not known here; known are ${known.join(', ')}${hint}`;
}

/** No function is made for it: it is asked at every call. */
function namesOf(value: unknown, what: string, operation: string | undefined): readonly string[] {
  let names: readonly string[] | undefined;
  try {
    names = isObject(value) ? Object.keys(value) : undefined;
  } catch {
    invalid(what, 'cannot be read', { operation });
  }
  return names ?? refuse(value, what, 'is not an object', operation);
}

/** Reads what a caller has given; what a getter of his throws is not shown. */
export function readOption<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch {
    return invalid(path, 'cannot be read');
  }
}
