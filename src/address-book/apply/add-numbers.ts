import { numberKey } from '../../domain/phone-number.js';
import { STATES } from '../journal/read-journal.js';
import type { StepRef } from './events.js';
import type { Pool } from './pool.js';
import { MAX_ROUNDS, type RunState } from './run-state.js';
import { isGone, Stop } from './step-failure.js';
import type { TargetGroup, TargetGroups } from './target-groups.js';

/** After so many requests in a row with unknown outcome the gateway counts as unreachable. */
const MAX_UNKNOWN = 20;
/** The same for requests that were postponed although no other was in flight. */
const MAX_POSTPONED = 5;

export interface AddStep {
  readonly line: number;
  readonly number: string;
  readonly name: string;
  readonly group: TargetGroup;
}

export class NumberAdder {
  readonly #state: RunState;
  readonly #groups: TargetGroups;
  readonly #pool: Pool;
  #unknown: AddStep[] = [];
  #postponed: AddStep[] = [];
  #unknownInARow = 0;
  #postponedInARow = 0;

  constructor(state: RunState, groups: TargetGroups, pool: Pool) {
    this.#state = state;
    this.#groups = groups;
    this.#pool = pool;
  }

  async add(step: AddStep): Promise<void> {
    const { journal, dryRun } = this.#state.parts;
    const before = journal.steps.stateOf(step.line);
    if (before >= STATES.done) return;
    if (before === STATES.begun && !dryRun) {
      this.#unknown.push(step);
      return;
    }
    let exists: boolean;
    try {
      exists = await this.#groups.has(step.group, step.number);
    } catch (error) {
      if (!isGone(error)) throw error;
      return this.#groupIsGone(step, error);
    }
    if (exists) this.#state.unchanged(refOf(step));
    else if (await this.#stillInSource(step)) await this.#start(step);
    else this.#state.skip(refOf(step), 'source-changed');
  }

  async finish(): Promise<void> {
    await this.#drain();
    for (let round = 0; this.#unknown.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Stop('transient');
      await this.#resolve();
    }
  }

  async #stillInSource({ number, name, group }: AddStep): Promise<boolean> {
    const { source } = this.#state.parts;
    return source === undefined || group.source === undefined || source.hasEntry(group.source, number, name);
  }

  async #start(step: AddStep): Promise<void> {
    if (this.#state.parts.dryRun) this.#added(step);
    else await this.#pool.add(() => this.#request(step));
  }

  async #request(step: AddStep): Promise<void> {
    const { journal, client } = this.#state.parts;
    const { line, number, name, group } = step;
    // Another request may just have found that the group is gone.
    if (!this.#groups.exists(group)) return this.#state.skip(refOf(step), 'group-missing');
    const wasAlone = this.#pool.isSingle;
    await journal.begin(line);
    try {
      await client.addNumber({ number, name, groupId: group.id as number });
      this.#added(step);
    } catch (error) {
      if (isGone(error)) {
        journal.undo(line);
        return this.#groupIsGone(step, error);
      }
      const { kind } = this.#state.requestFailed(refOf(step), error);
      if (kind === 'refused') return;
      if (kind === 'postponed') return this.#postpone(step, wasAlone, error);
      if (kind === 'unknown') {
        this.#unknown.push(step);
        this.#unknownInARow += 1;
        if (this.#unknownInARow >= MAX_UNKNOWN) throw new Stop('transient', error);
        return;
      }
      this.#state.unchanged(refOf(step));
    }
    this.#unknownInARow = 0;
    this.#postponedInARow = 0;
  }

  #added({ name, ...step }: AddStep): void {
    this.#state.changed('number-added', { ...refOf(step), name }, [step.line]);
  }

  #groupIsGone(step: AddStep, error: unknown): void {
    if (step.group.id !== undefined) this.#groups.isGone(step.group.name, step.group.id);
    this.#state.skip(refOf(step), 'group-missing', [step.line], error);
  }

  #postpone(step: AddStep, wasAlone: boolean, error: unknown): void {
    this.#postponed.push(step);
    this.#pool.slower();
    if (wasAlone) this.#postponedInARow += 1;
    if (this.#postponedInARow > MAX_POSTPONED) throw new Stop('transient', error);
  }

  async #drain(): Promise<void> {
    await this.#pool.drain();
    while (this.#postponed.length > 0) {
      const postponed = this.#postponed;
      this.#postponed = [];
      for (const step of postponed) {
        this.#state.checkSignal();
        await this.#start(step);
      }
      await this.#pool.drain();
    }
  }

  async #resolve(): Promise<void> {
    const unknown = this.#unknown;
    this.#unknown = [];
    const { client, settling, signal } = this.#state.parts;
    await settling.wait();
    const repeated: AddStep[] = [];
    const byGroup = new Map<number, AddStep[]>();
    for (const step of unknown) {
      const id = step.group.id as number;
      byGroup.set(id, [...(byGroup.get(id) ?? []), step]);
    }
    for (const [id, steps] of byGroup) {
      const missing = new Map(steps.map((step) => [numberKey(step.number), step]));
      try {
        for await (const { number } of client.streamNumbers(id, { signal })) {
          const found = missing.get(numberKey(number));
          if (found === undefined) continue;
          missing.delete(numberKey(number));
          this.#added(found);
        }
      } catch (error) {
        if (!isGone(error)) throw error;
        for (const step of missing.values()) this.#groupIsGone(step, error);
        continue;
      }
      repeated.push(...missing.values());
    }
    this.#state.emit({ type: 'resolved', executed: unknown.length - repeated.length, repeated: repeated.length });
    for (const step of repeated) {
      this.#state.checkSignal();
      if (await this.#stillInSource(step)) await this.#start(step);
      else this.#state.skip(refOf(step), 'source-changed');
    }
    await this.#drain();
  }
}

function refOf({ line, number, group }: Pick<AddStep, 'line' | 'number' | 'group'>): StepRef {
  return { line, group: group.name, number };
}
