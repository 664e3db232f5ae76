import type { CallOptions } from '../../calls/call-options.js';
import type { Contact, Group } from '../../client/types.js';
import { groupsOf, type ReadingClient } from '../sides/account.js';
import { Selection } from './selection.js';
import type { PlannedSelection, SelectionEvent } from './selection-options.js';

/** Told of what a selection does, once for each time that something is read. */
type Tell = (event: SelectionEvent) => void;

/** A part of an account, under other names: what reads it knows nothing of the rest. */
export class SelectedSide implements ReadingClient {
  readonly #side: ReadingClient;
  readonly #selection: Selection;
  readonly #tell: Tell;
  readonly #isChecked: boolean;
  /** As the account shows them, by their ids. */
  readonly #groups = new Map<number, Group>();

  /**
   * @param tell - for a selection that is made by it: an `include` that fits no group is refused then. Absent where the
   *   selection was made before, and groups may have gone since
   */
  constructor(side: ReadingClient, planned: PlannedSelection, tell?: Tell) {
    this.#side = side;
    this.#selection = new Selection(planned);
    this.#isChecked = tell !== undefined;
    this.#tell = tell ?? (() => undefined);
  }

  async getGroups(options?: CallOptions): Promise<Group[]> {
    const all = await groupsOf(this.#side, options ?? {});
    const names = all.map(({ name }) => name);
    if (this.#isChecked) this.#selection.checkUsed(names);
    for (const event of this.#selection.unused(names)) this.#tell(event);
    return all.flatMap((group) => {
      const { id, name } = group;
      if (!this.#selection.has(name)) {
        this.#tell({ kind: 'left-out', group: name });
        return [];
      }
      this.#groups.set(id, group);
      const as = this.#selection.nameOf(name);
      if (as === name) return [group];
      this.#tell({ kind: 'renamed', group: name, as });
      return [{ ...group, name: as }];
    });
  }

  async *streamNumbers(groupId: number, options?: CallOptions): AsyncGenerator<Contact, void, undefined> {
    if (!this.#selection.normalizes) {
      yield* this.#side.streamNumbers(groupId, options);
      return;
    }
    const group = this.#groups.get(groupId)?.name ?? '';
    for await (const contact of this.#side.streamNumbers(groupId, options)) {
      const { number } = contact;
      const as = this.#selection.numberOf(number);
      if (as === undefined) this.#tell({ kind: 'not-normalized', group, number });
      else if (as !== number) this.#tell({ kind: 'normalized', group, number, as });
      yield as === undefined || as === number ? contact : { ...contact, number: as };
    }
  }

  /** A group as the account shows it, of those that were read. */
  original(group: Group): Group {
    return this.#groups.get(group.id) ?? group;
  }
}

/**
 * The part of a side that is selected.
 *
 * @param planned - `undefined` for all of it
 * @param tell - see {@link SelectedSide}
 */
export function selectedSide(side: ReadingClient, planned: PlannedSelection | undefined, tell?: Tell): ReadingClient {
  return planned === undefined ? side : new SelectedSide(side, planned, tell);
}
