import type { PlanGroup } from '../plan/plan-lines.js';
import { groupsOf, type ReadingClient } from '../sides/account.js';
import { EntrySet } from '../sides/entry-set.js';
import { isGone } from './side-change.js';

/** Tells what of a plan the source still has, where the source may have changed since. */
export class SourceGroups {
  readonly #client: ReadingClient;
  readonly #signal: AbortSignal | undefined;
  readonly #groups: ReadonlyMap<number, { readonly name: string; readonly info: string }>;
  /** The entries of the group that was asked for last; `undefined` where it is there no more. */
  #entries: { readonly id: number; readonly entries: EntrySet | undefined } | undefined;

  private constructor(
    client: ReadingClient,
    groups: ReadonlyMap<number, { readonly name: string; readonly info: string }>,
    signal: AbortSignal | undefined,
  ) {
    this.#client = client;
    this.#groups = groups;
    this.#signal = signal;
  }

  /** Reads which groups there are. */
  static async read(client: ReadingClient, signal: AbortSignal | undefined): Promise<SourceGroups> {
    const groups = await groupsOf(client, { signal });
    return new SourceGroups(client, new Map(groups.map(({ id, name, info }) => [id, { name, info }])), signal);
  }

  /** Tells whether a group is to be made as the plan says. */
  has({ id, name, info }: PlanGroup['group']): boolean {
    const now = this.#groups.get(id);
    return now?.name === name && now.info === info;
  }

  /** Tells whether a group has an entry, read when its first one is asked for. */
  async hasEntry(group: Pick<PlanGroup['group'], 'id' | 'name'>, number: string, name: string): Promise<boolean> {
    if (this.#groups.get(group.id)?.name !== group.name) return false;
    if (this.#entries?.id !== group.id) this.#entries = { id: group.id, entries: await this.#read(group.id) };
    return this.#entries.entries?.has(number, name) === true;
  }

  async #read(id: number): Promise<EntrySet | undefined> {
    const entries = new EntrySet();
    try {
      for await (const contact of this.#client.streamNumbers(id, { signal: this.#signal })) {
        entries.add(contact.number, contact.name);
      }
      return entries;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }
}
