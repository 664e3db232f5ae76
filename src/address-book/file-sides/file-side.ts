import type { Contact, Group } from '../../client/types.js';
import type { ReadingClient } from '../sides/account.js';
import { Spool } from './spool.js';

/** A group as a file names it. */
interface FileGroup {
  readonly id?: number | undefined;
  readonly name: string;
  readonly info: string;
}

/** A group that was read: `info` may come behind its numbers. */
interface KeptGroup {
  id: number | undefined;
  readonly name: string;
  info: string;
}

/**
 * What a file holds, as an account shows it: groups, and the entries of each, in whatever order they stand in the file.
 * The entries are on the disk until {@link close}.
 */
export class FileSide implements ReadingClient {
  readonly #spool = new Spool();
  readonly #groups: KeptGroup[] = [];
  readonly #byId = new Map<number, number>();
  readonly #byName = new Map<string, number>();
  #highestId = 0;
  /** The index of a group by the id that it is shown with. */
  #shown: ReadonlyMap<number, number> | undefined;

  /** Takes a group, which may have been there before. @returns its index */
  group({ id, name, info }: FileGroup): number {
    const known = id === undefined ? this.#byName.get(name) : this.#byId.get(id);
    if (known !== undefined) {
      const group = this.#groups[known];
      if (group !== undefined && group.info === '') group.info = info;
      return known;
    }
    const index = this.#spool.add();
    this.#groups.push({ id, name, info });
    if (id !== undefined) {
      this.#byId.set(id, index);
      this.#highestId = Math.max(this.#highestId, id);
    }
    if (!this.#byName.has(name)) this.#byName.set(name, index);
    return index;
  }

  /** Takes an entry of a group, by its index. */
  number(index: number, entry: Pick<Contact, 'number' | 'name'>): Promise<void> {
    return this.#spool.put(index, entry);
  }

  async getGroups(): Promise<Group[]> {
    let next = this.#highestId;
    const shown = new Map<number, number>();
    const groups = this.#groups.map((group, index) => {
      // None that the file gives to another group.
      next += group.id === undefined ? 1 : 0;
      group.id ??= next;
      shown.set(group.id, index);
      const { id, name, info } = group;
      return { id, name, info, numberCount: this.#spool.count(index) };
    });
    this.#shown = shown;
    return groups;
  }

  async *streamNumbers(groupId: number): AsyncGenerator<Contact, void, undefined> {
    if (this.#shown === undefined) await this.getGroups();
    const index = this.#shown?.get(groupId);
    if (index === undefined) return;
    for (const entry of this.#spool.entries(index)) yield { ...entry, groupId };
  }

  close(): void {
    this.#spool.close();
  }
}
