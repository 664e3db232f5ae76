import type { CallOptions } from '../../calls/call-options.js';
import type { Contact, Group } from '../../client/types.js';
import { groupsOf, type ReadingClient } from '../accounts/account.js';
import { Selection } from './selection.js';
import type { PlannedSelection } from './selection-options.js';

/** An account of which only the selected part can be read, with the new names. */
export class SelectedSide implements ReadingClient {
  readonly #side: ReadingClient;
  readonly #selection: Selection;
  readonly #isChecked: boolean;
  /** The groups of the account by id. */
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

  /** Returns a group as it is in the account. */
  original(group: Group): Group {
    return this.#groups.get(group.id) ?? group;
  }
}

/**
 * Returns an account of which only the selected part can be read.
 *
 * @param planned - `undefined`: all of it
 * @param isChecked - see {@link SelectedSide}
 */
export function selectedSide(
  side: ReadingClient,
  planned: PlannedSelection | undefined,
  isChecked: boolean,
): ReadingClient {
  return planned === undefined ? side : new SelectedSide(side, planned, isChecked);
}
