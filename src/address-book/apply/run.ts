import { STATES } from '../journal/steps.js';
import { readPlan } from '../plan/plan-file.js';
import { type Doubt, lookUp } from './doubts.js';
import { Stop } from './failed-step.js';
import { Pool } from './pool.js';
import { MAX_ROUNDS, noteFailure, type RunContext } from './run-context.js';
import { type TargetGroup, TargetGroups } from './target-groups.js';

/** After so many requests in a row that came to nothing the gateway is taken to be away. */
const MAX_IN_A_ROW = 20;
/** The same for those that never had their turn, one at a time. */
const MAX_LATE = 5;

/** Carries a plan out, from where its journal has come to. @throws Stop when it has to end before */
export class Run {
  readonly #context: RunContext;
  readonly #pool: Pool;
  readonly #groups: TargetGroups;
  #doubts: Doubt[] = [];
  /** Numbers that are added later, because their turn did not come. */
  #late: Doubt[] = [];
  #failedInARow = 0;
  #lateInARow = 0;

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
      // Requests in flight are brought to their end, and noted.
      await this.#pool.drain().catch(() => undefined);
      throw error;
    }
  }

  async #carryOut(): Promise<void> {
    const { plan, journal, tell } = this.#context;
    let group: TargetGroup | undefined;
    let name = '';
    for await (const { line, value } of readPlan(plan)) {
      this.#checkSignal();
      if ('group' in value) {
        group = await this.#groups.at(line, value.group);
        name = value.group.name;
      }
      if (!('add' in value) || group === undefined) continue;
      const doubt = { line, ...value.add, groupId: group.id, group: name };
      const state = journal.steps.stateOf(line);
      if (state === STATES.begun) this.#doubts.push(doubt);
      if (state !== STATES.none) continue;
      if (await this.#groups.has(group, doubt.number)) {
        journal.done(line);
        tell({ type: 'settled', carriedOut: 1, again: 0 });
      } else await this.#pool.add(() => this.#add(doubt));
    }
    await this.#finish();
  }

  /** Waits until all is over, and makes again what did not have its turn. */
  async #finish(): Promise<void> {
    await this.#pool.drain();
    while (this.#late.length > 0) {
      const late = this.#late;
      this.#late = [];
      for (const step of late) {
        this.#checkSignal();
        await this.#pool.add(() => this.#add(step));
      }
      await this.#pool.drain();
    }
  }

  #checkSignal(): void {
    const { signal } = this.#context;
    if (signal?.aborted) throw new Stop('interrupted', signal.reason);
  }

  async #add(step: Doubt): Promise<void> {
    const { journal, to, tell } = this.#context;
    const { line, number, name, groupId } = step;
    const isAlone = this.#pool.isSingle;
    await journal.begin(line);
    try {
      await to.addNumber({ number, name, groupId });
    } catch (error) {
      const { kind } = noteFailure(this.#context, step, error);
      if (kind === 'rejected') return;
      if (kind === 'later') return this.#addLater(step, isAlone, error);
      if (kind === 'doubt') {
        this.#doubts.push(step);
        this.#failedInARow += 1;
        if (this.#failedInARow >= MAX_IN_A_ROW) throw new Stop('transient', error);
        return;
      }
    }
    this.#failedInARow = 0;
    this.#lateInARow = 0;
    journal.done(line);
    tell({ type: 'number-added' });
  }

  #addLater(step: Doubt, wasAlone: boolean, error: unknown): void {
    this.#late.push(step);
    this.#pool.slower();
    if (wasAlone) this.#lateInARow += 1;
    if (this.#lateInARow > MAX_LATE) throw new Stop('transient', error);
  }

  /** Looks up what is in doubt, and makes again what was not carried out. */
  async #settle(): Promise<void> {
    const doubts = this.#doubts;
    this.#doubts = [];
    for (const doubt of await lookUp(this.#context, doubts)) {
      this.#checkSignal();
      await this.#pool.add(() => this.#add(doubt));
    }
    await this.#finish();
  }
}
