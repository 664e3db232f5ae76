import { invalid, isObject } from '../../options/check.js';
import { reading } from '../../options/readable.js';
import { checkedNames } from '../../options/table.js';

/**
 * Removes one property from an argument, and copies the others. Each getter is called once.
 *
 * @param what - the name of the argument in errors
 * @throws ValidationError if it is not an object, or cannot be read
 */
export function takeOut<T extends object, K extends keyof T & string>(
  given: T,
  name: K,
  what: string,
  operation: string,
): [T[K], Omit<T, K>] {
  return reading(given, what, { operation }, () => {
    if (!isObject(given)) invalid(what, 'is not an object', { operation });
    const { [name]: taken, ...others } = given;
    return [taken, others];
  });
}

/**
 * Adds an argument to the properties of another one.
 *
 * @param table - the known names, including that of the argument
 * @throws ValidationError if it is not an object, cannot be read, or already has that name
 */
export function putBeside<T extends object, N extends string, V>(
  given: T,
  name: N,
  value: V,
  table: object,
  operation: string,
): T & { readonly [K in N]: V } {
  const { [name]: _own, ...others } = table as Readonly<Record<string, unknown>>;
  checkedNames(given, others, 'the argument', '', operation);
  const beside = { [name]: value } as { readonly [K in N]: V };
  return reading(given, 'the argument', { operation }, () => ({ ...given, ...beside }));
}
