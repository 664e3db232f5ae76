import { invalid, isObject, refuse } from './check.js';
import { unreadable } from './readable.js';

type CheckInput<Input, Value> = (value: Input, path: string, operation?: string) => Value;

export interface Option<Input, Value> {
  readonly read: (value: Input | undefined, path: string, operation: string | undefined) => Value;
}

export interface RequiredOption<Input, Value> extends Option<Input, Value> {
  readonly isRequired: true;
}

type DeclaredInput<Input, Value> = unknown extends Input ? Value : Input;

/**
 * Options by name, each with its docstring. {@link OptionsOf} derives the type for callers, {@link readOptions} the
 * type of the values.
 */
export type OptionTable = Readonly<Record<string, Option<never, unknown>>>;

type InputOf<O> = O extends Option<infer Input, unknown> ? Input : never;
type RequiredNames<T> = { [K in keyof T]: T[K] extends { readonly isRequired: true } ? K : never }[keyof T];

/** The options of a table, as callers give them. */
export type OptionsOf<T> = {
  readonly [K in keyof T as K extends RequiredNames<T> ? K : never]: InputOf<T[K]>;
} & {
  readonly [K in keyof T as K extends RequiredNames<T> ? never : K]?: InputOf<T[K]> | undefined;
};

/** The options of a table after they were read: checked, and with their defaults. */
export type OptionValues<T> = { readonly [K in keyof T]: T[K] extends Option<never, infer Value> ? Value : never };

export function required<Input, Value = Input>(
  check: CheckInput<Input, Value>,
): RequiredOption<DeclaredInput<Input, Value>, Value> {
  return {
    read: (value, path, operation) =>
      value === undefined ? invalid(path, 'is missing', { operation }) : check(value as Input, path, operation),
    isRequired: true,
  };
}

export function optional<Input, Value = Input>(
  check: CheckInput<Input, Value>,
): Option<DeclaredInput<Input, Value>, Value | undefined> {
  return {
    read: (value, path, operation) => (value === undefined ? undefined : check(value as Input, path, operation)),
  };
}

/** Creates an option with a default, which is not checked. */
export function withDefault<Input, Value = Input>(
  fallback: NoInfer<Value>,
  check: CheckInput<Input, Value>,
): Option<DeclaredInput<Input, Value>, Value> {
  return {
    read: (value, path, operation) => (value === undefined ? fallback : check(value as Input, path, operation)),
  };
}

/**
 * Returns a table with other defaults.
 *
 * @param onSet - called with each option that the caller has set
 */
export function withDefaultsOf<T extends OptionTable>(
  table: T,
  values: object,
  onSet: (name: string, value: unknown) => void,
): T {
  const defaults = values as Readonly<Record<string, unknown>>;
  const made: Record<string, Option<unknown, unknown>> = {};
  for (const [name, option] of Object.entries<Option<never, unknown>>(table)) {
    const fallback = defaults[name] as never;
    made[name] = {
      ...option,
      read: (value, path, operation) => {
        if (value === undefined) return option.read(fallback, path, operation);
        onSet(name, value);
        return option.read(value as never, path, operation);
      },
    };
  }
  return made as unknown as T;
}

export interface OptionsPlace {
  /** The path of the options if they are an option themselves. */
  readonly path?: string;
  /** The name of the options in an error if they are not an object. Default: their path, or `options`. */
  readonly what?: string;
  readonly operation?: string;
}

/**
 * Reads and checks every option once, in the order of the table, and applies defaults. Refuses unknown names, so that a
 * misspelt name is not ignored.
 *
 * @throws ValidationError with the path of the option that is unknown, invalid or unreadable
 */
export function readOptions<T extends OptionTable>(
  input: object,
  table: T,
  { path, what = path ?? 'options', operation }: OptionsPlace = {},
): OptionValues<T> {
  const prefix = path === undefined ? '' : `${path}.`;
  checkedNames(input, table, what, prefix, operation);
  const values = input as Readonly<Record<string, unknown>>;
  const read: Record<string, unknown> = {};
  for (const name in table) {
    // `Object.prototype` may have additional enumerable names.
    if (!Object.hasOwn(table, name)) continue;
    read[name] = readOne(table[name] as Option<unknown, unknown>, values, name, prefix + name, operation);
  }
  return read as OptionValues<T>;
}

function readOne(
  option: Option<unknown, unknown>,
  input: Readonly<Record<string, unknown>>,
  name: string,
  path: string,
  operation: string | undefined,
): unknown {
  let value: unknown;
  try {
    value = input[name];
  } catch {
    return invalid(path, 'cannot be read', { operation });
  }
  try {
    return option.read(value, path, operation);
  } catch (error) {
    throw unreadable(error, path, { operation });
  }
}

/** Exactly one of several fields. */
export type OneOf<T, K extends PropertyKey> = {
  [One in K]: { readonly [P in One]-?: Exclude<T[P & keyof T], undefined> } & {
    readonly [P in Exclude<K, One>]?: undefined;
  };
}[K];

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
  const hint = nearest === undefined ? '' : `. Did you mean ${nearest}?`;
  return `is unknown. Known names: ${known.join(', ')}${hint}`;
}

function namesOf(value: unknown, what: string, operation: string | undefined): readonly string[] {
  let names: readonly string[] | undefined;
  try {
    names = isObject(value) ? Object.keys(value) : undefined;
  } catch {
    invalid(what, 'cannot be read', { operation });
  }
  return names ?? refuse(value, what, 'must be an object', operation);
}

/** Reads input of the caller. The error of a getter is not shown. */
export function readOption<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch {
    return invalid(path, 'cannot be read');
  }
}

/** Longer names are not compared. */
const MAX_LENGTH = 40;

/** Returns the known name that is most similar to another one; `undefined` if none is similar. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  if (plain === '' || name.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  // At most a third of the letters, and at most two, may differ.
  let least = Math.min(2, Math.floor(plain.length / 3)) + 1;
  for (const each of known) {
    const distance = distanceOf(plain, plainName(each));
    if (distance >= least) continue;
    least = distance;
    nearest = each;
  }
  return nearest;
}

function plainName(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}

function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_each, index) => index);
  for (let at = 1; at <= a.length; at++) {
    const next = [at];
    for (let to = 1; to <= b.length; to++) {
      const isSame = a[at - 1] === b[to - 1];
      const changed = (row[to - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwapped = at > 1 && to > 1 && a[at - 1] === b[to - 2] && a[at - 2] === b[to - 1];
      const swapped = isSwapped ? (before[to - 2] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
