import { correctNumber } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import { type Glob, globOf } from './glob.js';
import type { PlannedSelection } from './selection-options.js';

/** Which groups of a source are selected, their new names, and the spelling of their numbers. */
export class Selection {
  readonly #include: readonly Glob[] | undefined;
  readonly #exclude: readonly Glob[];
  /** By the normalized name in the source. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #normalizes: boolean;

  constructor(planned: PlannedSelection) {
    const { include, exclude = [], normalize = false, names = {} } = planned;
    this.#include = include?.map((pattern, index) => globOf(pattern, `include[${index}]`));
    this.#exclude = exclude.map((pattern, index) => globOf(pattern, `exclude[${index}]`));
    this.#names = new Map(Object.entries(names).map(([name, as]) => [name.normalize('NFC'), as]));
    this.#normalizes = normalize;
  }

  /** Returns true if a group of the source with this name is selected. */
  has(name: string): boolean {
    const isIncluded = this.#include?.some((fits) => fits(name)) ?? true;
    return isIncluded && !this.#exclude.some((fits) => fits(name));
  }

  /** Returns the new name of a group of the source. */
  nameOf(name: string): string {
    return this.#names.get(name.normalize('NFC')) ?? name;
  }

  /** Returns the spelling of a number. A text that is not a telephone number is not changed. */
  numberOf(number: string): string {
    return (this.#normalizes ? correctNumber(number) : undefined) ?? number;
  }

  /** Returns true if a group of the target with this name can be a copy of a selected group. */
  covers(name: string): boolean {
    const key = name.normalize('NFC');
    if (!this.#names.has(key) && this.has(name)) return true;
    return [...this.#names].some(([source, as]) => as === name && this.has(source));
  }

  /** @throws ValidationError if a pattern of `include`, or a name, matches no group: it may be misspelt */
  checkUsed(groups: readonly string[]): void {
    const unused = this.#include?.findIndex((fits) => !groups.some(fits)) ?? -1;
    if (unused >= 0) invalid(`include[${unused}]`, `matches none of the ${groups.length} groups of the source`);
    const existing = new Set(groups.map((name) => name.normalize('NFC')));
    const index = [...this.#names.keys()].findIndex((name) => !existing.has(name));
    if (index >= 0) invalid(`names[${index}]`, 'is the new name of a group that the source does not have');
  }
}

/**
 * Returns a function that decides whether a group of the target belongs to the selected part; `undefined` if everything
 * is selected.
 */
export function coversOf(planned: PlannedSelection | undefined): ((name: string) => boolean) | undefined {
  if (planned === undefined) return undefined;
  const selection = new Selection(planned);
  return (name) => selection.covers(name);
}
