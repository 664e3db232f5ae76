import { STATES } from '../journal/steps.js';
import type { PlanGroup } from '../plan/plan-lines.js';
import { groupsOf } from '../sides/account.js';
import { type ContactTable, readContacts } from '../sides/contact-table.js';
import { groupsByName } from '../sides/groups-by-name.js';
import { Stop } from './failed-step.js';
import { MAX_ROUNDS, noteFailure, noteRejected, type RunContext } from './run-context.js';

/** A group of the target that numbers are added to. */
export interface TargetGroup {
  readonly id: number;
  /** It, and others of its name, where they may have numbers already: of an earlier run, or of somebody else. */
  readonly readIds: readonly number[];
}

/** Finds and makes the groups of the target, as the plan says. */
export class TargetGroups {
  readonly #context: RunContext;
  /** Lines of groups that no longer fit. */
  readonly #left = new Set<number>();
  /** The ids of groups that somebody has deleted meanwhile. */
  readonly #gone = new Set<number>();
  /** By the line of the plan; `undefined` for those that are not filled. */
  readonly #groups = new Map<number, TargetGroup | undefined>();
  /** The numbers of a group, by its id; read when the first number of it is to be added. */
  readonly #contacts = new Map<number, ContactTable>();
  /** The ids of the groups of the target by their names, read once. */
  #ids: Promise<ReadonlyMap<string, readonly number[]>> | undefined;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** The group that the numbers after a line are added to; `undefined` where none are. */
  async at(line: number, group: PlanGroup['group']): Promise<TargetGroup | undefined> {
    const found = await this.#of(line, group);
    this.#groups.set(line, found);
    return found;
  }

  /** Tells whether the numbers after a line have to be left, because its group no longer fits. */
  isLeft(line: number): boolean {
    const id = this.#groups.get(line)?.id;
    return this.#left.has(line) || (id !== undefined && this.#gone.has(id));
  }

  /** Notes that a group is there no more. */
  isGone(id: number): void {
    this.#gone.add(id);
  }

  /**
   * Tells whether a number is there that the plan did not find: somebody may have added it since, and a journal may
   * have lost that an earlier run has.
   */
  async has({ id, readIds }: TargetGroup, number: string): Promise<boolean> {
    if (readIds.length === 0) return false;
    const known = this.#contacts.get(id);
    if (known !== undefined) return known.has(number);
    const { to, signal } = this.#context;
    const contacts = await readContacts(to, readIds, { signal });
    // One group is filled after the other.
    this.#contacts.clear();
    this.#contacts.set(id, contacts);
    return contacts.has(number);
  }

  async #of(line: number, group: PlanGroup['group']): Promise<TargetGroup | undefined> {
    const { action, name, info, as = name, targetId, line: earlierLine = 0 } = group;
    const { journal, fitting } = this.#context;
    const state = journal.steps.stateOf(line);
    if (action === 'into') {
      if (this.isLeft(earlierLine)) this.#left.add(line);
      return this.#groups.get(earlierLine);
    }
    if (action === 'merge') return targetId === undefined ? undefined : this.#there(line, targetId, as);
    if (action !== 'create' || state === STATES.rejected) return undefined;
    const id = state === STATES.done ? journal.steps.idOf(line) : undefined;
    if (id !== undefined) return fitting === undefined ? { id, readIds: [id] } : this.#there(line, id, as);
    // One that may have been made is looked for first.
    const isWanted = state === STATES.begun || fitting?.source?.has(group) !== false;
    return isWanted ? this.#make(line, as, info, group) : this.#leave(line);
  }

  #leave(line: number): undefined {
    this.#left.add(line);
    return undefined;
  }

  async #there(line: number, id: number, name: string): Promise<TargetGroup | undefined> {
    this.#ids ??= this.#readIds();
    const ids = (await this.#ids).get(name) ?? [];
    if (this.#context.fitting !== undefined && !ids.includes(id)) return this.#leave(line);
    return { id, readIds: [id, ...ids.filter((other) => other !== id)] };
  }

  async #readIds(): Promise<ReadonlyMap<string, readonly number[]>> {
    const { to, signal } = this.#context;
    const byName = groupsByName(await groupsOf(to, { signal }));
    return new Map([...byName].map(([name, groups]) => [name, groups.map(({ id }) => id)]));
  }

  /** Makes a group, unless an earlier run has. @returns `undefined` for one that is refused */
  async #make(line: number, name: string, info: string, group: PlanGroup['group']): Promise<TargetGroup | undefined> {
    const { journal, to, settling, tell, isResumed, fitting } = this.#context;
    if (journal.steps.stateOf(line) === STATES.begun) await settling.wait();
    let mayBeThere = isResumed;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const found = mayBeThere ? await this.#find(line, name) : undefined;
      if (found !== undefined) return found;
      if (fitting !== undefined && !(await this.#isStillToMake(group, name))) {
        if (journal.steps.stateOf(line) === STATES.begun) journal.undo(line);
        return this.#leave(line);
      }
      await journal.begin(line);
      try {
        const { groupId } = await to.addGroup({ name, info });
        journal.done(line, groupId);
        tell({ type: 'group-created', groupId });
        return { id: groupId, readIds: [] };
      } catch (error) {
        const failure = noteFailure(this.#context, { line, group: name }, error);
        if (failure.kind === 'rejected') return undefined;
        if (failure.kind === 'there') return this.#thereAlready(line, name, failure.code, mayBeThere, error);
        if (failure.kind === 'later') continue;
        mayBeThere = true;
        await settling.wait();
      }
    }
    throw new Stop('transient');
  }

  /** Tells whether the source still has a group as it is planned, and the target none of its name. */
  async #isStillToMake(group: PlanGroup['group'], name: string): Promise<boolean> {
    if (this.#context.fitting?.source?.has(group) === false) return false;
    return (await this.#groupOf(name)) === undefined;
  }

  /** Decides what becomes of a group that the gateway says it has already. */
  async #thereAlready(
    line: number,
    name: string,
    code: number,
    mayBeOwn: boolean,
    error: unknown,
  ): Promise<TargetGroup | undefined> {
    const { journal } = this.#context;
    // Somebody else has made it since the plan was made, maybe another run: both would fill it.
    if (!mayBeOwn && (await this.#groupOf(name)) !== undefined) {
      journal.undo(line);
      if (this.#context.fitting !== undefined) return this.#leave(line);
      throw new Stop('changed', error);
    }
    const found = mayBeOwn ? await this.#find(line, name) : undefined;
    if (found !== undefined) return found;
    // For the gateway the name is the same as one that is written otherwise.
    noteRejected(this.#context, { line, group: name }, code);
    return undefined;
  }

  async #find(line: number, name: string): Promise<TargetGroup | undefined> {
    const { journal, tell } = this.#context;
    const found = await this.#groupOf(name);
    if (found === undefined) return undefined;
    journal.done(line, found.id);
    tell({ type: 'settled', carriedOut: 1, again: 0 });
    return { id: found.id, readIds: [found.id] };
  }

  async #groupOf(name: string): Promise<{ readonly id: number } | undefined> {
    const { to, signal } = this.#context;
    const groups = await groupsOf(to, { signal });
    return groups.find((group) => group.name === name);
  }
}
