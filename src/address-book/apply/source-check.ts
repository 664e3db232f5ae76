import { groupsOf, type ReadingClient } from '../accounts/account.js';
import { ContactTable, readContacts } from '../accounts/contact-table.js';
import type { GroupRef } from '../plan/plan-lines.js';
import { isGone } from './step-failure.js';

export class SourceCheck {
  readonly #client: ReadingClient;
  readonly #signal: AbortSignal | undefined;
  #names: Promise<ReadonlyMap<number, string>> | undefined;
  #entries: { readonly id: number; readonly entries: Promise<ContactTable> } | undefined;

  constructor(client: ReadingClient, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#signal = signal;
  }

  async hasGroup({ id, name }: GroupRef): Promise<boolean> {
    this.#names ??= groupsOf(this.#client, { signal: this.#signal }).then(
      (groups) => new Map(groups.map((group) => [group.id, group.name])),
    );
    return (await this.#names).get(id) === name;
  }

  async hasEntry(group: GroupRef, number: string, name: string): Promise<boolean> {
    if (!(await this.hasGroup(group))) return false;
    if (this.#entries?.id !== group.id) this.#entries = { id: group.id, entries: this.#read(group.id) };
    return (await this.#entries.entries).hasEntry(number, name);
  }

  async #read(id: number): Promise<ContactTable> {
    try {
      return await readContacts(this.#client, [id], { signal: this.#signal });
    } catch (error) {
      if (isGone(error)) return new ContactTable();
      throw error;
    }
  }
}
