import type { Group } from '../../client/types.js';
import { numberKey } from '../../domain/phone-number.js';
import { isSmsServiceError } from '../../errors/errors.js';
import { pause } from '../../transport/wait.js';
import { readPlan } from '../plan/plan-file.js';
import type { PlanGroup } from '../plan/plan-lines.js';
import type { WritingClient } from '../sides/account.js';
import { type Failure, failureOf, Stop } from './failed-step.js';
import { type Journal, STATES } from './journal.js';
import { Pool } from './pool.js';

/** Something that happens while a plan is carried out. */
export type ApplyEvent =
  | { readonly type: 'group-created'; readonly groupId: number }
  | { readonly type: 'number-added' }
  /** The gateway refuses a line of the plan, and always will. */
  | { readonly type: 'rejected'; readonly line: number; readonly code: number }
  /** What may have been carried out is looked up when so much time has passed. */
  | { readonly type: 'waiting'; readonly ms: number }
  /** How many of these had been carried out, and how many are made again. */
  | { readonly type: 'settled'; readonly carriedOut: number; readonly again: number };

/** What a run needs. */
export interface RunContext {
  readonly plan: string;
  readonly journal: Journal;
  readonly to: WritingClient;
  readonly concurrency: number;
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
  readonly tell: (event: ApplyEvent) => void;
}

/** A number that may have been added. */
interface Doubt {
  readonly line: number;
  readonly number: string;
  readonly name: string;
  readonly groupId: number;
}

/** How often what is in doubt is looked up and made again, before the run gives up. */
const MAX_ROUNDS = 5;
/** After so many requests in a row that came to nothing the gateway is taken to be away. */
const MAX_IN_A_ROW = 20;

/** Carries a plan out, from where its journal has come to. @throws Stop when it has to end before */
export class Run {
  readonly #context: RunContext;
  readonly #pool: Pool;
  /** The ids of the groups in the target, by the line of the plan; `undefined` for those that are not filled. */
  readonly #ids = new Map<number, number | undefined>();
  #doubts: Doubt[] = [];
  /** When the last request that is in doubt went out, by `performance.now()`. */
  #lastDoubtMs: number;
  #failedInARow = 0;

  constructor(context: RunContext) {
    this.#context = context;
    this.#pool = new Pool(context.concurrency);
    // A request of an earlier run may still be on its way.
    const { lastRunMs = Number.NEGATIVE_INFINITY } = context.journal;
    this.#lastDoubtMs = performance.now() - Math.max(0, Date.now() - lastRunMs);
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
    const { plan, journal } = this.#context;
    let groupId: number | undefined;
    for await (const { line, value } of readPlan(plan)) {
      this.#checkSignal();
      if ('group' in value) {
        groupId = await this.#groupOf(line, value.group);
        this.#ids.set(line, groupId);
      } else if ('add' in value && groupId !== undefined) {
        const doubt = { line, ...value.add, groupId };
        const state = journal.stateOf(line);
        if (state === STATES.begun) this.#doubts.push(doubt);
        else if (state === STATES.none) await this.#pool.add(() => this.#add(doubt));
      }
    }
    await this.#pool.drain();
  }

  #checkSignal(): void {
    const { signal } = this.#context;
    if (signal?.aborted) throw new Stop('interrupted', signal.reason);
  }

  /** The group that numbers are added to; `undefined` where none are. */
  async #groupOf(
    line: number,
    { action, name, info, as = name, ...group }: PlanGroup['group'],
  ): Promise<number | undefined> {
    const { journal } = this.#context;
    if (action === 'merge') return group.targetId;
    if (action === 'into') return this.#ids.get(group.line ?? 0);
    if (action !== 'create' || journal.stateOf(line) === STATES.rejected) return undefined;
    if (journal.stateOf(line) === STATES.done) return journal.idOf(line);
    if (journal.stateOf(line) === STATES.begun) await this.#waitUntilSettled();
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const found = journal.stateOf(line) === STATES.begun ? await this.#findGroup(as) : undefined;
      if (found !== undefined) {
        journal.done(line, found.id);
        this.#context.tell({ type: 'settled', carriedOut: 1, again: 0 });
        return found.id;
      }
      const made = await this.#make(line, as, info);
      if (made !== 'doubt') return made;
      await this.#waitUntilSettled();
    }
    throw new Stop('transient');
  }

  /** Makes a group. @returns its id, `undefined` for one that is refused */
  async #make(line: number, name: string, info: string): Promise<number | undefined | 'doubt'> {
    const { journal, to, tell } = this.#context;
    await journal.begin(line);
    try {
      const { groupId } = await to.addGroup({ name, info });
      journal.done(line, groupId);
      tell({ type: 'group-created', groupId });
      return groupId;
    } catch (error) {
      return this.#failed(line, error) === 'rejected' ? undefined : 'doubt';
    }
  }

  async #findGroup(name: string): Promise<Group | undefined> {
    const { to, signal } = this.#context;
    const groups = await to.getGroups({ signal });
    return groups.find((group) => group.name === name);
  }

  async #add(step: Doubt): Promise<void> {
    const { journal, to, tell } = this.#context;
    const { line, number, name, groupId } = step;
    await journal.begin(line);
    try {
      await to.addNumber({ number, name, groupId });
    } catch (error) {
      const kind = this.#failed(line, error);
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

  /** Notes what the failure of a request means for its line. @throws Stop where it ends the run */
  #failed(line: number, error: unknown): Exclude<Failure['kind'], 'stop'> {
    const { journal, tell } = this.#context;
    const failure = failureOf(error);
    if (failure.kind === 'stop') {
      // What was certainly not carried out need not be looked up by the next run.
      if (isSmsServiceError(error) && error.outcome !== 'unknown') journal.undo(line);
      throw new Stop(failure.reason, error);
    }
    if (failure.kind === 'rejected') {
      journal.reject(line, failure.code);
      tell({ type: 'rejected', line, code: failure.code });
    }
    if (failure.kind === 'doubt') this.#lastDoubtMs = performance.now();
    return failure.kind;
  }

  /** Looks up what is in doubt, and makes again what was not carried out. */
  async #settle(): Promise<void> {
    const { journal, to, signal, tell } = this.#context;
    await this.#waitUntilSettled();
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
        const found = wanted.get(numberKey(number));
        if (found === undefined) continue;
        wanted.delete(numberKey(number));
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

  /** Waits until no request that is in doubt can be on its way any more. */
  async #waitUntilSettled(): Promise<void> {
    const { settleMs, signal, tell } = this.#context;
    const ms = Math.ceil(this.#lastDoubtMs + settleMs - performance.now());
    if (ms <= 0) return;
    tell({ type: 'waiting', ms });
    if (!(await pause(ms, { signal }))) throw new Stop('interrupted', signal?.reason);
  }
}
