import type { PlanGroup } from '../plan/plan-lines.js';
import { type NumberSet, readNumbers } from '../sides/number-set.js';
import { Stop } from './failed-step.js';
import { STATES } from './journal.js';
import { MAX_ROUNDS, noteFailure, noteRejected, type RunContext } from './run-context.js';

/** A group of the target that numbers are added to. */
export interface TargetGroup {
  readonly id: number;
  /** Whether an earlier run may have added numbers to it. */
  readonly isEarlier: boolean;
}

/** Finds and makes the groups of the target, as the plan says. */
export class TargetGroups {
  readonly #context: RunContext;
  /** By the line of the plan; `undefined` for those that are not filled. */
  readonly #groups = new Map<number, TargetGroup | undefined>();
  /** What earlier runs have added, by the id of the group; for those in which something is to be done. */
  readonly #numbers = new Map<number, NumberSet>();

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** The group that the numbers after a line are added to; `undefined` where none are. */
  async at(line: number, group: PlanGroup['group']): Promise<TargetGroup | undefined> {
    const found = await this.#of(line, group);
    this.#groups.set(line, found);
    return found;
  }

  /** Whether a number is there that the plan did not find: a journal may have lost that an earlier run has added it. */
  async has({ id, isEarlier }: TargetGroup, number: string): Promise<boolean> {
    if (!isEarlier) return false;
    const known = this.#numbers.get(id);
    if (known !== undefined) return known.has(number);
    const { to, signal } = this.#context;
    const numbers = await readNumbers(to, id, { signal });
    this.#numbers.set(id, numbers);
    return numbers.has(number);
  }

  async #of(line: number, group: PlanGroup['group']): Promise<TargetGroup | undefined> {
    const { action, name, info, as = name, targetId, line: earlierLine = 0 } = group;
    const { journal, isResumed } = this.#context;
    if (action === 'into') return this.#groups.get(earlierLine);
    if (action === 'merge') return targetId === undefined ? undefined : { id: targetId, isEarlier: isResumed };
    if (action !== 'create' || journal.stateOf(line) === STATES.rejected) return undefined;
    const id = journal.stateOf(line) === STATES.done ? journal.idOf(line) : undefined;
    return id === undefined ? this.#make(line, as, info) : { id, isEarlier: true };
  }

  /** Makes a group, unless an earlier run has. @returns `undefined` for one that is refused */
  async #make(line: number, name: string, info: string): Promise<TargetGroup | undefined> {
    const { journal, to, settling, tell, isResumed } = this.#context;
    if (journal.stateOf(line) === STATES.begun) await settling.wait();
    let mayBeThere = isResumed;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const found = mayBeThere ? await this.#find(line, name) : undefined;
      if (found !== undefined) return found;
      await journal.begin(line);
      try {
        const { groupId } = await to.addGroup({ name, info });
        journal.done(line, groupId);
        tell({ type: 'group-created', groupId });
        return { id: groupId, isEarlier: false };
      } catch (error) {
        const failure = noteFailure(this.#context, line, error);
        if (failure.kind === 'rejected') return undefined;
        if (failure.kind === 'there') return this.#thereAlready(line, name, failure.code, mayBeThere, error);
        mayBeThere = true;
        await settling.wait();
      }
    }
    throw new Stop('transient');
  }

  /** What to do where the gateway says that it has a group. */
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
      throw new Stop('changed', error);
    }
    const found = mayBeOwn ? await this.#find(line, name) : undefined;
    if (found !== undefined) return found;
    // For the gateway the name is the same as one that is written otherwise.
    noteRejected(this.#context, line, code);
    return undefined;
  }

  async #find(line: number, name: string): Promise<TargetGroup | undefined> {
    const { journal, tell } = this.#context;
    const found = await this.#groupOf(name);
    if (found === undefined) return undefined;
    journal.done(line, found.id);
    tell({ type: 'settled', carriedOut: 1, again: 0 });
    return { id: found.id, isEarlier: true };
  }

  async #groupOf(name: string): Promise<{ readonly id: number } | undefined> {
    const { to, signal } = this.#context;
    const groups = await to.getGroups({ signal });
    return groups.find((group) => group.name === name);
  }
}
