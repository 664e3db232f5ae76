import { checkList, checkString, invalid, refuse } from '../options/check.js';
import { forbiddenCharacter } from '../xml/chars.js';

/** A text that XML can hold. Numbers are refused: they lose leading zeros and digits. */
export function text(value: unknown, path: string, operation?: string): string {
  const input = checkString(value, path, operation);
  const forbidden = forbiddenCharacter(input);
  if (forbidden === undefined) return input;
  return invalid(path, `contains the character ${forbidden}, which XML does not allow`, { operation });
}

export function optionalText(value: unknown, path: string, operation?: string): string | undefined {
  return value === undefined ? undefined : text(value, path, operation);
}

export function texts(value: unknown, path: string, operation?: string): readonly string[] {
  // Not map(), which skips the holes of a sparse array. The path of an item is built only for an error.
  return Array.from(checkList(value, path, operation), (item, index) =>
    typeof item === 'string' && forbiddenCharacter(item) === undefined
      ? item
      : text(item, `${path}[${index}]`, operation),
  );
}

const OUT_OF_RANGE = 'does not fit into 32 bits (-2^31 to 2^31 - 1)';

/** A whole number that `xsd:int` can hold: -2,147,483,648 to 2,147,483,647. */
export function wholeNumber(value: unknown, path: string, operation?: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return refuse(value, path, 'must be a whole number', operation);
  }
  // `| 0` preserves 32-bit integers.
  return (value | 0) !== value ? invalid(path, OUT_OF_RANGE, { operation }) : value;
}
