import { ValidationError } from '../errors/errors.js';
import { forbiddenCharacter } from '../xml/chars.js';

/** Where a value stands, for the errors of this file. */
export interface Place {
  readonly operation?: string | undefined;
  /** As the caller named it: `to[3]`. */
  readonly path: string;
}

/** Refuses a value; the error names the field and the gateway code that the refusal saves. */
export function refuse({ operation, path }: Place, reason: string, gatewayCode?: number): never {
  throw new ValidationError(path, reason, { operation, gatewayCode });
}

/** A text that XML can carry. Numbers are refused: they lose leading zeros and digits. */
export function text(value: unknown, place: Place): string {
  if (typeof value !== 'string') return refuse(place, 'is not a string');
  const forbidden = forbiddenCharacter(value);
  return forbidden === undefined ? value : refuse(place, `has the character ${forbidden}, which XML cannot carry`);
}

/** {@link text}, or nothing. */
export function optionalText(value: unknown, place: Place): string | undefined {
  return value === undefined ? undefined : text(value, place);
}

/** A list of texts. */
export function texts(value: unknown, { operation, path }: Place): readonly string[] {
  if (!Array.isArray(value)) return refuse({ operation, path }, 'is not an array');
  // Not map(), which would pass over the holes of a sparse array.
  return Array.from(value, (item, index) => text(item, { operation, path: `${path}[${index}]` }));
}

/** A flag as the wire has it; absent stays absent. */
export function flag(value: unknown, place: Place): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') return refuse(place, 'is not true or false');
  return value ? 1 : 0;
}

const MIN_INT = -2_147_483_648;
const MAX_INT = 2_147_483_647;

/** A whole number that `xsd:int` can hold: -2,147,483,648 to 2,147,483,647. */
export function wholeNumber(value: unknown, place: Place): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) return refuse(place, 'is not a whole number');
  return value < MIN_INT || value > MAX_INT ? refuse(place, 'does not fit into 32 bits') : value;
}

/** A date in unix seconds. */
export function unixSeconds(value: unknown, place: Place): number {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return refuse(place, 'is not a valid Date', 54);
  const seconds = Math.floor(value.getTime() / 1000);
  if (seconds < 0) return refuse(place, 'is before 1970', 54);
  return seconds > MAX_INT ? refuse(place, 'is after 2038-01-19, which does not fit into 32 bits', 54) : seconds;
}
