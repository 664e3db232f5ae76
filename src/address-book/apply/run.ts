import { isGone } from '../changes/side-change.js';
import { STATES } from '../journal/steps.js';
import { readPlan } from '../plan/plan-file.js';
import { type Doubt, lookUp } from './doubts.js';
import { type StepFailure, Stop } from './failed-step.js';
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
  /** Lines that no longer fit. */
  #left = 0;
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
      if (this.#left > 0) throw new Stop('changed');
    } catch (error) {
      // Requests in flight are brought to their end, and noted.
      await this.#pool.drain().catch(() => undefined);
      throw error;
    }
  }

  async #carryOut(): Promise<void> {
    const { plan, journal } = this.#context;
    let [group, of, groupLine]: [TargetGroup | undefined, Doubt['of'], number] = [undefined, { id: 0, name: '' }, 0];
    for await (const { line, value } of readPlan(plan)) {
      this.#checkSignal();
      if ('group' in value) {
        [of, groupLine] = [value.group, line];
        group = await this.#groups.at(line, value.group);
        if (value.group.action === 'create' && this.#groups.isLeft(line)) this.#leaveIfOpen(line);
      }
      if (!('add' in value)) continue;
      if (this.#groups.isLeft(groupLine)) this.#leaveIfOpen(line);
      else if (group !== undefined) {
        const step = { line, ...value.add, groupId: group.id, of };
        const state = journal.steps.stateOf(line);
        if (state === STATES.begun) this.#doubts.push(step);
        if (state === STATES.none) await this.#addMissing(step, group);
      }
    }
    await this.#finish();
  }

  /** Adds a number, unless it is there, or no longer fits. */
  async #addMissing(step: Doubt, group: TargetGroup): Promise<void> {
    const { journal, tell, fitting } = this.#context;
    let isThere: boolean;
    try {
      isThere = await this.#groups.has(group, step.number);
    } catch (error) {
      if (fitting === undefined || !isGone(error)) throw error;
      return this.#leaveGroup(step);
    }
    if (isThere) {
      journal.done(step.line);
      tell({ type: 'settled', carriedOut: 1, again: 0 });
    } else if (await this.#stillFits(step)) await this.#pool.add(() => this.#add(step));
    else this.#left += 1;
  }

  /** Tells whether the source still has what is to be added. */
  async #stillFits({ of, number, name }: Doubt): Promise<boolean> {
    const source = this.#context.fitting?.source;
    return source === undefined || source.hasEntry(of, number, name);
  }

  #leaveIfOpen(line: number): void {
    const state = this.#context.journal.steps.stateOf(line);
    if (state === STATES.none || state === STATES.begun) this.#left += 1;
  }

  /** Leaves a number of which the group was deleted meanwhile, and those after it. */
  #leaveGroup({ groupId }: Doubt): void {
    this.#left += 1;
    this.#groups.isGone(groupId);
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
      const kind = this.#noteFailure(step, error);
      if (kind === 'left') return;
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

  #noteFailure(step: Doubt, error: unknown): Exclude<StepFailure['kind'], 'stop'> | 'left' {
    try {
      const { line, of, number } = step;
      return noteFailure(this.#context, { line, group: of.name, number }, error).kind;
    } catch (stop) {
      if (this.#context.fitting === undefined || !(stop instanceof Stop) || stop.reason !== 'changed') throw stop;
      this.#leaveGroup(step);
      return 'left';
    }
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
      if (await this.#stillFits(doubt)) await this.#pool.add(() => this.#add(doubt));
      else {
        this.#context.journal.undo(doubt.line);
        this.#left += 1;
      }
    }
    await this.#finish();
  }
}
