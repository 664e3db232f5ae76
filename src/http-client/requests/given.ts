import { invalid, isObject } from '../../options/check.js';
import { checkedNames } from '../../options/names.js';
import { reading } from '../../options/readable.js';

/**
 * Takes one name out of what a caller has given, and copies the others: his getters are asked once.
 *
 * @param what - how it is called where it is no object, or cannot be read
 * @throws ValidationError
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
 * Puts what is an argument of its own beside what a caller has given.
 *
 * @param table - the names that there are, with that of the argument
 * @throws ValidationError when it cannot be read, is no object, or has that name as well
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
