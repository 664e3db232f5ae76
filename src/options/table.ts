import { invalid } from './check.js';
import { checkedNames } from './names.js';
import { unreadable } from './readable.js';

/** Checks a value that a caller has given, and gives it back as it is used. */
type CheckGiven<Given, Read> = (value: Given, path: string, operation?: string) => Read;

/** An option: its check, and its default. */
export interface Option<Given, Read> {
  readonly read: (value: Given | undefined, path: string, operation: string | undefined) => Read;
}

/** An option that has to be given. */
export interface RequiredOption<Given, Read> extends Option<Given, Read> {
  readonly isRequired: true;
}

type GivenFor<Given, Read> = unknown extends Given ? Read : Given;

/**
 * Options by name, each with its docstring. {@link OptionsOf} derives the type for callers, {@link readOptions} the
 * type of the values.
 */
export type OptionTable = Readonly<Record<string, Option<never, unknown>>>;

type GivenOf<O> = O extends Option<infer Given, unknown> ? Given : never;
type RequiredNames<T> = { [K in keyof T]: T[K] extends { readonly isRequired: true } ? K : never }[keyof T];

/** The options of a table, as callers give them. */
export type OptionsOf<T> = {
  readonly [K in keyof T as K extends RequiredNames<T> ? K : never]: GivenOf<T[K]>;
} & {
  readonly [K in keyof T as K extends RequiredNames<T> ? never : K]?: GivenOf<T[K]> | undefined;
};

/** The options of a table after they were read: checked, and with their defaults. */
export type OptionValues<T> = { readonly [K in keyof T]: T[K] extends Option<never, infer Read> ? Read : never };

/** Makes an option that has to be given. */
export function required<Given, Read = Given>(
  check: CheckGiven<Given, Read>,
): RequiredOption<GivenFor<Given, Read>, Read> {
  return {
    read: (value, path, operation) =>
      value === undefined ? invalid(path, 'is missing', { operation }) : check(value as Given, path, operation),
    isRequired: true,
  };
}

/** Makes an option that may be absent. */
export function optional<Given, Read = Given>(
  check: CheckGiven<Given, Read>,
): Option<GivenFor<Given, Read>, Read | undefined> {
  return {
    read: (value, path, operation) => (value === undefined ? undefined : check(value as Given, path, operation)),
  };
}

/** Makes an option that has a default, which is taken as it is. */
export function withDefault<Given, Read = Given>(
  fallback: NoInfer<Read>,
  check: CheckGiven<Given, Read>,
): Option<GivenFor<Given, Read>, Read> {
  return {
    read: (value, path, operation) => (value === undefined ? fallback : check(value as Given, path, operation)),
  };
}

/**
 * Returns a table with other defaults.
 *
 * @param onGiven - called with each option that the caller has set
 */
export function withDefaultsOf<T extends OptionTable>(
  table: T,
  values: object,
  onGiven: (name: string, value: unknown) => void,
): T {
  const defaults = values as Readonly<Record<string, unknown>>;
  const made: Record<string, Option<unknown, unknown>> = {};
  for (const [name, option] of Object.entries<Option<never, unknown>>(table)) {
    const fallback = defaults[name] as never;
    made[name] = {
      ...option,
      read: (value, path, operation) => {
        if (value === undefined) return option.read(fallback, path, operation);
        onGiven(name, value);
        return option.read(value as never, path, operation);
      },
    };
  }
  return made as unknown as T;
}

/** The place of a table's options in a call, for errors. */
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
  given: object,
  table: T,
  { path, what = path ?? 'options', operation }: OptionsPlace = {},
): OptionValues<T> {
  const prefix = path === undefined ? '' : `${path}.`;
  checkedNames(given, table, what, prefix, operation);
  const values = given as Readonly<Record<string, unknown>>;
  const read: Record<string, unknown> = {};
  for (const name in table) {
    // Others may have given all objects of the program a name more.
    if (!Object.hasOwn(table, name)) continue;
    read[name] = readOne(table[name] as Option<unknown, unknown>, values, name, prefix + name, operation);
  }
  return read as OptionValues<T>;
}

/** No function is made for an option: those of calls are read at every call. */
function readOne(
  option: Option<unknown, unknown>,
  given: Readonly<Record<string, unknown>>,
  name: string,
  path: string,
  operation: string | undefined,
): unknown {
  let value: unknown;
  try {
    value = given[name];
  } catch {
    return invalid(path, 'cannot be read', { operation });
  }
  try {
    return option.read(value, path, operation);
  } catch (error) {
    throw unreadable(error, { [path]: value }, path, { operation });
  }
}
