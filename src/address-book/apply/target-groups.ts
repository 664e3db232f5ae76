import { groupsByName, groupsOf } from '../accounts/account.js';
import { type ContactTable, readContacts } from '../accounts/contact-table.js';
import { STATES } from '../journal/read-journal.js';
import type { AddGroup, ExistingGroup, GroupRef } from '../plan/plan-lines.js';
import { MAX_ROUNDS, type RunState } from './run-state.js';
import { Stop } from './step-failure.js';

export interface TargetGroup {
  readonly name: string;
  /** `undefined` in a dry run that would add the group. */
  readonly id: number | undefined;
  /** All groups of its name whose numbers count as existing. */
  readonly readIds: readonly number[];
  readonly source: GroupRef | undefined;
}

/** A group that cannot be changed: `'missing'`: its steps are skipped; `'failed'`: the gateway refused to add it. */
export type Unavailable = 'missing' | 'failed';

export class TargetGroups {
  readonly #state: RunState;
  readonly #byLine = new Map<number, TargetGroup | Unavailable>();
  #ids: Map<string, number[]> | undefined;
  #contacts: { readonly id: number; readonly table: ContactTable } | undefined;

  constructor(state: RunState) {
    this.#state = state;
  }

  async existing({ id, line, name, source }: ExistingGroup): Promise<TargetGroup | Unavailable> {
    if (id === undefined) {
      const added = this.#byLine.get(line ?? 0) ?? 'missing';
      return typeof added === 'string' ? added : { ...added, source };
    }
    const ids = await this.#idsOf(name);
    if (!ids.includes(id)) return 'missing';
    return { name, id, readIds: [id, ...ids.filter((other) => other !== id)], source };
  }

  async add(line: number, group: AddGroup): Promise<TargetGroup | Unavailable> {
    const added = await this.#add(line, group);
    this.#byLine.set(line, added);
    return added;
  }

  isGone(name: string, id: number): void {
    this.#ids?.set(
      name,
      (this.#ids.get(name) ?? []).filter((other) => other !== id),
    );
  }

  exists({ name, id }: TargetGroup): boolean {
    return id === undefined || this.#ids?.get(name)?.includes(id) !== false;
  }

  async has({ id, readIds }: TargetGroup, number: string): Promise<boolean> {
    if (id === undefined || readIds.length === 0) return false;
    if (this.#contacts?.id !== id) {
      const { client, signal } = this.#state.parts;
      this.#contacts = { id, table: await readContacts(client, readIds, { signal }) };
    }
    return this.#contacts.table.has(number);
  }

  async #idsOf(name: string, isFresh: boolean = false): Promise<readonly number[]> {
    if (this.#ids === undefined || isFresh) {
      const { client, signal } = this.#state.parts;
      const byName = groupsByName(await groupsOf(client, { signal }));
      this.#ids = new Map([...byName].map(([name, groups]) => [name, groups.map(({ id }) => id)]));
    }
    return this.#ids.get(name) ?? [];
  }

  async #add(line: number, { name, info, source }: AddGroup): Promise<TargetGroup | Unavailable> {
    const state = this.#state;
    const { journal, dryRun, source: check } = state.parts;
    const step = { line, group: name };
    const before = journal.steps.stateOf(line);
    if (before === STATES.failed) return 'failed';
    const ids = await this.#idsOf(name);
    if (before === STATES.done) {
      const id = journal.steps.idOf(line);
      return id !== undefined && ids.includes(id) ? { name, id, readIds: ids, source } : 'missing';
    }
    if (ids.length > 0) return this.#adopt(line, name, ids, source);
    if (source !== undefined && check !== undefined && !(await check.hasGroup(source))) {
      state.skip(step, 'source-changed');
      return 'missing';
    }
    if (!dryRun) return this.#request(line, { name, info, source });
    state.changed('group-added', step, []);
    return { name, id: undefined, readIds: [], source };
  }

  #adopt(line: number, name: string, ids: readonly number[], source: GroupRef | undefined): TargetGroup {
    const [id] = ids;
    this.#state.unchanged({ line, group: name }, [line], id);
    return { name, id, readIds: ids, source };
  }

  async #request(line: number, { name, info, source }: AddGroup): Promise<TargetGroup | Unavailable> {
    const state = this.#state;
    const { journal, client, settling } = state.parts;
    const step = { line, group: name };
    for (let round = 0; round < MAX_ROUNDS; round++) {
      await journal.begin(line);
      try {
        const { groupId: id } = await client.addGroup({ name, info });
        this.#ids?.set(name, [...(this.#ids.get(name) ?? []), id]);
        state.changed('group-added', step, [line], id);
        return { name, id, readIds: [], source };
      } catch (error) {
        const failure = state.requestFailed(step, error);
        if (failure.kind === 'refused') return 'failed';
        if (failure.kind === 'postponed') continue;
        if (failure.kind === 'unknown') await settling.wait();
        const ids = await this.#idsOf(name, true);
        if (ids.length > 0) return this.#adopt(line, name, ids, source);
        if (failure.kind === 'unknown') continue;
        // The gateway treats a name that is written differently as the same.
        state.failed(step, failure.kind === 'exists' ? failure.code : 0);
        return 'failed';
      }
    }
    throw new Stop('transient');
  }
}
