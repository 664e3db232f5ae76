import { checkBoolean, checkFilled, entriesOf, invalid, isObject } from '../../options/check.js';
import { type OptionValues, optional, readOption, readOptions, withDefault } from '../../options/table.js';
import { globOf } from './glob.js';

/** The options that select a part of an address book. */
export const SELECTION = {
  /**
   * Only groups whose names match one of these patterns: `*` matches any characters, `?` one, and `\` escapes the next
   * character. At least one pattern, and each must match a group. Default: all groups.
   */
  include: optional(checkPatterns),
  /** No groups whose names match one of these patterns; overrides `include`. Default: all groups. */
  exclude: optional(checkPatterns),
  /** Writes each number as `normalizePhoneNumber` does. Other texts are not changed. Default: false. */
  normalize: withDefault(false, checkBoolean),
  /**
   * New names of groups, by their names in the source, which must exist: `{ Klienci: 'Customers' }`. Groups with the
   * same new name become one. Default: none.
   */
  names: optional(checkNames),
};

export interface PlannedSelection {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly normalize?: boolean | undefined;
  readonly names?: Readonly<Record<string, string>> | undefined;
}

export function plannedSelection({
  include,
  exclude,
  normalize,
  names,
}: OptionValues<typeof SELECTION>): PlannedSelection | undefined {
  const planned = {
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined || exclude.length === 0 ? {} : { exclude }),
    ...(normalize ? { normalize } : {}),
    ...(names === undefined || Object.keys(names).length === 0 ? {} : { names }),
  };
  return Object.keys(planned).length === 0 ? undefined : planned;
}

function checkPatterns(value: readonly string[], path: string): readonly string[] {
  const patterns = entriesOf(value, path).map(([place, pattern]) => {
    globOf(pattern, place);
    return pattern;
  });
  // An empty list of a program could mean no group, or all groups.
  return patterns.length === 0 && path.endsWith('include') ? invalid(path, 'must contain a pattern') : patterns;
}

function checkNames(value: Readonly<Record<string, string>>, path: string): Readonly<Record<string, string>> {
  if (!isObject(value)) invalid(path, 'must be an object');
  const seen = new Set<string>();
  const entries = readOption(path, () => Object.entries(value));
  for (const [index, [name, as]] of entries.entries()) {
    const key = name.normalize('NFC');
    if (seen.has(key)) invalid(path, `contains the name of entry ${index} twice, with different code points`);
    seen.add(key);
    checkFilled(as, `${path}[${index}]`);
  }
  return Object.fromEntries(entries);
}

export function isSelection(value: unknown): boolean {
  if (!isObject(value)) return false;
  try {
    readOptions(value, SELECTION);
    return true;
  } catch {
    return false;
  }
}
