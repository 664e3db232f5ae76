import { correctNumber } from '../../domain/recipients/normalize-phone-number.js';
import { invalid } from '../../options/check.js';
import { type Glob, globOf } from './glob.js';
import type { PlannedSelection, SelectionEvent } from './selection-options.js';

type Unused = Extract<SelectionEvent, { readonly kind: 'unused' }>;

/** The groups of a source that are taken, the names that they get, and the form of their numbers. */
export class Selection {
  readonly #include: readonly Glob[] | undefined;
  readonly #exclude: readonly Glob[];
  /** By the names in the source, in one form. */
  readonly #names: ReadonlyMap<string, string>;
  readonly normalizes: boolean;
  readonly #planned: PlannedSelection;

  constructor(planned: PlannedSelection) {
    const { include, exclude = [], normalize = false, names = {} } = planned;
    this.#planned = planned;
    this.#include = include?.map((pattern, index) => globOf(pattern, `include[${index}]`));
    this.#exclude = exclude.map((pattern, index) => globOf(pattern, `exclude[${index}]`));
    this.#names = new Map(Object.entries(names).map(([name, as]) => [name.normalize('NFC'), as]));
    this.normalizes = normalize;
  }

  /** Tells whether a group of this name in the source is taken. */
  has(name: string): boolean {
    const isIncluded = this.#include?.some((fits) => fits(name)) ?? true;
    return isIncluded && !this.#exclude.some((fits) => fits(name));
  }

  /** The name that a group of the source gets. */
  nameOf(name: string): string {
    return this.#names.get(name.normalize('NFC')) ?? name;
  }

  /** The form of a number. @returns `undefined` where it has none, because it is no number that the gateway sends to */
  numberOf(number: string): string | undefined {
    return this.normalizes ? correctNumber(number) : number;
  }

  /** Tells whether a group of this name in the target can have come of one that is taken. */
  covers(name: string): boolean {
    const key = name.normalize('NFC');
    if (!this.#names.has(key) && this.has(name)) return true;
    return [...this.#names].some(([source, as]) => as === name && this.has(source));
  }

  /** The patterns and names that fit none of some groups of the source, by their names. */
  unused(groups: readonly string[]): readonly Unused[] {
    const { include = [], exclude = [], names = {} } = this.#planned;
    const fitsNone = (fits: Glob | undefined): boolean => fits !== undefined && !groups.some(fits);
    const known = new Set(groups.map((name) => name.normalize('NFC')));
    return [
      ...include.flatMap((text, index) => (fitsNone(this.#include?.[index]) ? [unused('include', text)] : [])),
      ...exclude.flatMap((text, index) => (fitsNone(this.#exclude[index]) ? [unused('exclude', text)] : [])),
      ...Object.keys(names).flatMap((text) => (known.has(text.normalize('NFC')) ? [] : [unused('names', text)])),
    ];
  }

  /** @throws ValidationError where `include` fits no group: a misspelt pattern is not taken for an empty source */
  checkUsed(groups: readonly string[]): void {
    if (this.#include?.every((fits) => !groups.some(fits)) === true) {
      invalid('include', `fits none of the ${groups.length} groups of the source`);
    }
  }
}

/**
 * Tells of groups that only the target has which of them belong to the part of the source that is compared; `undefined`
 * where all of it is.
 */
export function coversOf(planned: PlannedSelection | undefined): ((name: string) => boolean) | undefined {
  if (planned === undefined) return undefined;
  const selection = new Selection(planned);
  return (name) => selection.covers(name);
}

function unused(option: Unused['option'], text: string): Unused {
  return { kind: 'unused', option, text };
}
