import { numberKey } from '../../domain/phone-number.js';
import { readPlan } from '../plan/plan-file.js';
import { Stop } from './failed-step.js';
import { STATES } from './journal.js';
import { Pool } from './pool.js';
import { MAX_ROUNDS, noteFailure, type RunContext } from './run-context.js';
import { type TargetGroup, TargetGroups } from './target-groups.js';

/** A number that may have been added. */
interface Doubt {
  readonly line: number;
  readonly number: string;
  readonly name: string;
  readonly groupId: number;
}

/** After so many requests in a row that came to nothing the gateway is taken to be away. */
const MAX_IN_A_ROW = 20;

/** Carries a plan out, from where its journal has come to. @throws Stop when it has to end before */
export class Run {
  readonly #context: RunContext;
  readonly #pool: Pool;
  readonly #groups: TargetGroups;
  #doubts: Doubt[] = [];
  #failedInARow = 0;

  constructor(context: RunContext) {
    this.#context = context;
    this.#pool = new Pool(context.concurrency);
    this.#groups = new TargetGroups(context);
  }

  async run(): Promise<void> {
    try {
      await this.#carryOut();
      for (let round = 0; this.#doubts.length > 0; round++) {
        if (round === MAX_ROUNDS) throw new Stop('transient');
        await this.#settle();
      }
    } catch (error) {
      // What is in flight is brought to its end, and noted.
      await this.#pool.drain().catch(() => undefined);
      throw error;
    }
  }

  async #carryOut(): Promise<void> {
    const { plan, journal, tell } = this.#context;
    let group: TargetGroup | undefined;
    for await (const { line, value } of readPlan(plan)) {
      this.#checkSignal();
      if ('group' in value) group = await this.#groups.at(line, value.group);
      if (!('add' in value) || group === undefined) continue;
      const doubt = { line, ...value.add, groupId: group.id };
      const state = journal.stateOf(line);
      if (state === STATES.begun) this.#doubts.push(doubt);
      if (state !== STATES.none) continue;
      if (await this.#groups.has(group, doubt.number)) {
        journal.done(line);
        tell({ type: 'settled', carriedOut: 1, again: 0 });
      } else await this.#pool.add(() => this.#add(doubt));
    }
    await this.#pool.drain();
  }

  #checkSignal(): void {
    const { signal } = this.#context;
    if (signal?.aborted) throw new Stop('interrupted', signal.reason);
  }

  async #add(step: Doubt): Promise<void> {
    const { journal, to, tell } = this.#context;
    const { line, number, name, groupId } = step;
    await journal.begin(line);
    try {
      await to.addNumber({ number, name, groupId });
    } catch (error) {
      const { kind } = noteFailure(this.#context, line, error);
      if (kind === 'rejected') return;
      if (kind === 'doubt') {
        this.#doubts.push(step);
        this.#failedInARow += 1;
        if (this.#failedInARow >= MAX_IN_A_ROW) throw new Stop('transient', error);
        return;
      }
    }
    this.#failedInARow = 0;
    journal.done(line);
    tell({ type: 'number-added' });
  }

  /** Looks up what is in doubt, and makes again what was not carried out. */
  async #settle(): Promise<void> {
    const { journal, to, signal, settling, tell } = this.#context;
    await settling.wait();
    const doubts = this.#doubts;
    this.#doubts = [];
    const byGroup = new Map<number, Map<string, Doubt>>();
    for (const doubt of doubts) {
      const wanted = byGroup.get(doubt.groupId) ?? new Map<string, Doubt>();
      byGroup.set(doubt.groupId, wanted.set(numberKey(doubt.number), doubt));
    }
    const again: Doubt[] = [];
    for (const [groupId, wanted] of byGroup) {
      for await (const { number } of to.streamNumbers(groupId, { signal })) {
        const key = numberKey(number);
        const found = wanted.get(key);
        if (found === undefined) continue;
        wanted.delete(key);
        journal.done(found.line);
      }
      again.push(...wanted.values());
    }
    tell({ type: 'settled', carriedOut: doubts.length - again.length, again: again.length });
    for (const doubt of again) {
      this.#checkSignal();
      await this.#pool.add(() => this.#add(doubt));
    }
    await this.#pool.drain();
  }
}
