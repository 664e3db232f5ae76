import type { CallOptions } from '../../calls/call-options.js';
import type { Contact, Group } from '../../client/types.js';
import { correctNumber } from '../../domain/phone-number.js';
import { invalid } from '../../options/check.js';
import { groupsOf, type ReadingClient } from '../accounts/account.js';
import { type Glob, globOf } from './glob.js';
import type { PlannedSelection } from './selection-options.js';

export class Selection {
  readonly #include: readonly Glob[] | undefined;
  readonly #exclude: readonly Glob[];
  readonly #names: ReadonlyMap<string, string>;
  readonly #normalizes: boolean;

  constructor(planned: PlannedSelection) {
    const { include, exclude = [], normalize = false, names = {} } = planned;
    this.#include = include?.map((pattern, index) => globOf(pattern, `include[${index}]`));
    this.#exclude = exclude.map((pattern, index) => globOf(pattern, `exclude[${index}]`));
    this.#names = new Map(Object.entries(names).map(([name, as]) => [name.normalize('NFC'), as]));
    this.#normalizes = normalize;
  }

  has(name: string): boolean {
    const isIncluded = this.#include?.some((fits) => fits(name)) ?? true;
    return isIncluded && !this.#exclude.some((fits) => fits(name));
  }

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
    if (index >= 0) invalid(`names[${index}]`, 'renames a group that does not exist in the source');
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

/** The selected part of an account, with the new names. */
export class SelectedSide implements ReadingClient {
  readonly #side: ReadingClient;
  readonly #selection: Selection;
  readonly #isChecked: boolean;
  readonly #groups = new Map<number, Group>();

  /**
   * @param isChecked - refuses patterns and names that match no group. False for the selection of a plan, whose groups
   *   may have been deleted since
   */
  constructor(side: ReadingClient, planned: PlannedSelection, isChecked: boolean) {
    this.#side = side;
    this.#selection = new Selection(planned);
    this.#isChecked = isChecked;
  }

  async getGroups(options?: CallOptions): Promise<Group[]> {
    const all = await groupsOf(this.#side, options ?? {});
    if (this.#isChecked) this.#selection.checkUsed(all.map(({ name }) => name));
    const selected = all.filter(({ name }) => this.#selection.has(name));
    for (const group of selected) this.#groups.set(group.id, group);
    return selected.map((group) => ({ ...group, name: this.#selection.nameOf(group.name) }));
  }

  async *streamNumbers(groupId: number, options?: CallOptions): AsyncGenerator<Contact, void, undefined> {
    for await (const contact of this.#side.streamNumbers(groupId, options)) {
      yield { ...contact, number: this.#selection.numberOf(contact.number) };
    }
  }

  original(group: Group): Group {
    return this.#groups.get(group.id) ?? group;
  }
}

export function selectedSide(
  side: ReadingClient,
  planned: PlannedSelection | undefined,
  isChecked: boolean,
): ReadingClient {
  return planned === undefined ? side : new SelectedSide(side, planned, isChecked);
}
