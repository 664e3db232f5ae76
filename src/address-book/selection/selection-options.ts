import { checkBoolean, checkFilled, checkFunction, entriesOf, invalid, isObject } from '../../options/check.js';
import { readOption } from '../../options/names.js';
import { type OptionValues, optional, withDefault } from '../../options/table.js';
import { globOf } from './glob.js';

/** Something that a selection has done, or could not do. */
export type SelectionEvent =
  /** A group of the source is left out. */
  | { readonly kind: 'left-out'; readonly group: string }
  /** A group gets another name. */
  | { readonly kind: 'renamed'; readonly group: string; readonly as: string }
  /** A number is written otherwise. `group` is the name in the source. */
  | { readonly kind: 'normalized'; readonly group: string; readonly number: string; readonly as: string }
  /** A number is none that the gateway sends to: it stays as it is written. */
  | { readonly kind: 'not-normalized'; readonly group: string; readonly number: string }
  /** A pattern of `include` or `exclude`, or a name of `names`, fits no group of the source. */
  | { readonly kind: 'unused'; readonly option: 'include' | 'exclude' | 'names'; readonly text: string };

/** The options that say which part of an address book is read, and how. */
export const SELECTION = {
  /**
   * Only groups whose names fit one of these patterns: `*` stands for any characters, `?` for one, and a `\` takes that
   * meaning from the character behind it; at least one pattern. Default: all groups.
   */
  include: optional(checkPatterns),
  /** No groups whose names fit one of these patterns, whatever `include` says. Default: all groups. */
  exclude: optional(checkPatterns),
  /**
   * Writes each number as the gateway has it, as `normalizePhoneNumber` does. What is no number that the gateway sends
   * to stays as it is, and `onSelection` is told. Default: false.
   */
  normalize: withDefault(false, checkBoolean),
  /**
   * Other names for groups, by the names that they have in the source: `{ Klienci: 'Customers' }`. Groups that get one
   * name are taken together, as groups of one name are. Default: none.
   */
  names: optional(checkNames),
};

/** The option of what selects a part of an address book for the first time. */
export const SELECTION_TOLD = {
  ...SELECTION,
  /** Told of what is left out, gets another name or is written otherwise, and of what could not be. */
  onSelection: optional<(event: SelectionEvent) => void>(checkFunction),
};

/** A selection as it stands in a plan. */
export interface PlannedSelection {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly normalize?: boolean | undefined;
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** The selection among options that were read; `undefined` where all is taken as it is. */
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
  // Made by a program, an empty list may stand for no group at all, or for no choice: both are said otherwise.
  return patterns.length === 0 && path.endsWith('include') ? invalid(path, 'is an empty list') : patterns;
}

function checkNames(value: Readonly<Record<string, string>>, path: string): Readonly<Record<string, string>> {
  if (!isObject(value)) invalid(path, 'is not an object');
  const seen = new Set<string>();
  const entries = readOption(path, () => Object.entries(value));
  for (const [index, [name, as]] of entries.entries()) {
    const key = name.normalize('NFC');
    if (seen.has(key)) invalid(path, `has the name of its entry ${index} twice, by other code points`);
    seen.add(key);
    checkFilled(as, `${path}[${index}]`);
  }
  return Object.fromEntries(entries);
}
