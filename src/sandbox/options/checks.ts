import { refuse, text } from '../../client/check.js';

/**
 * An object with no keys but the known ones: a misspelt name must not be lost.
 *
 * @param path - how the caller names the object; empty for the argument as a whole
 * @throws ValidationError
 */
export function checkObject<T extends object>(
  value: T | undefined,
  known: Readonly<Record<keyof T, true>>,
  path: string,
): asserts value is T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse({ path: path === '' ? 'options' : path }, 'is not an object');
  }
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(known, key)) {
      refuse({ path: within(path, key) }, `is not known here; known are ${Object.keys(known).join(', ')}`);
    }
  }
}

/** The path of a field. */
function within(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** A text that has to be there. */
export function requiredText(value: unknown, path: string): string {
  return value === undefined ? refuse({ path }, 'is missing') : text(value, { path });
}

/** The entries of an array; none where there is no array. */
export function entriesOf<T>(value: readonly T[] | undefined, path: string): readonly (readonly [path: string, T])[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return refuse({ path }, 'is not an array');
  // Not map(), which would pass over the holes of a sparse array.
  return Array.from(value as readonly T[], (item, index) => [`${path}[${index}]`, item] as const);
}

/** The least amount of points above 0: they have four decimals. */
const LEAST_POINTS = 0.0001;
/** The most points of which a JavaScript number still holds four decimals. */
const MOST_POINTS = 900_000_000_000;

/** An amount of points, or a price in points: 0, or a number from 0.0001 to 900,000,000,000. */
export function amount(value: number, path: string): number {
  if (!Number.isFinite(value) || value < 0) return refuse({ path }, 'is not a number of 0 or more');
  if (value > 0 && value < LEAST_POINTS) refuse({ path }, 'is above 0 but less than 0.0001: points have four decimals');
  if (value > MOST_POINTS) refuse({ path }, 'is more than 900,000,000,000: four decimals would be lost');
  // `+ 0` makes -0 a plain zero.
  return value + 0;
}

/** True or false. */
export function truth(value: boolean, path: string): boolean {
  return typeof value === 'boolean' ? value : refuse({ path }, 'is not true or false');
}

/** One of two words. */
export function oneOf<T extends string>(value: T, [first, second]: readonly [T, T], path: string): T {
  return value === first || value === second ? value : refuse({ path }, `is neither '${first}' nor '${second}'`);
}

/** A function. */
export function callable<F extends () => unknown>(value: F, path: string): F {
  return typeof value === 'function' ? value : refuse({ path }, 'is not a function');
}
