import type { Contact, Group } from '../../client/types.js';
import type { ReadingClient } from '../accounts/account.js';
import { Spool } from './spool.js';

interface FileGroup {
  readonly id?: number | undefined;
  readonly name: string;
  readonly info: string;
}

/** A group that was read. Its `info` may follow its numbers. */
interface StoredGroup {
  id: number | undefined;
  readonly name: string;
  info: string;
}

/**
 * The content of a file, read like an account: groups, and the entries of each, in any order of the file. The entries
 * are kept in a temporary file until {@link close}.
 */
export class FileAccount implements ReadingClient {
  readonly #spool = new Spool();
  readonly #groups: StoredGroup[] = [];
  readonly #byId = new Map<number, number>();
  readonly #byName = new Map<string, number>();
  #highestId = 0;
  #shown: ReadonlyMap<number, number> | undefined;

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

  number(index: number, entry: Pick<Contact, 'number' | 'name'>): Promise<void> {
    return this.#spool.put(index, entry);
  }

  async getGroups(): Promise<Group[]> {
    let next = this.#highestId;
    const shown = new Map<number, number>();
    const groups = this.#groups.map((group, index) => {
      // An id that the file uses for no other group.
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
    for (const { number, name } of this.#spool.entries(index)) yield { groupId, number, name };
  }

  close(): void {
    this.#spool.close();
  }
}
