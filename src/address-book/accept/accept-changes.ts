import { existsSync } from 'node:fs';
import { FileLockedError, ValidationError } from '../../errors/errors.js';
import type { HeldLock } from '../../files/lock/held-lock.js';
import { applyPlan, type PlanOutcome, type PlanRun, resultOf } from '../apply/apply-plan.js';
import { type ApplyProgress, type ApplyResult, addedTo, endedBy } from '../apply/outcome.js';
import type { ApplyEvent } from '../apply/run-context.js';
import { isGone } from '../changes/side-change.js';
import { plannedSide } from '../file-sides/planned-side.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { migrationOverview } from '../plan/overview.js';
import { planHead } from '../plan/plan-file.js';
import { furtherPlan, furtherPlans, journalOf, roundsOf } from '../plan/plan-journal.js';
import type { PlanSummary } from '../plan/plan-lines.js';
import { planSides } from '../plan/plan-migration.js';
import { reportRun } from '../report/report-run.js';
import { selectedSide } from '../selection/selected-side.js';
import { type ReadingClient, readingClient } from '../sides/account.js';
import { type EarlierPlans, earlierPlans } from './earlier-plans.js';

/** The number of times that one call plans anew what no longer fits. */
const MAX_ROUNDS = 5;

/** Carries out what still fits of a plan, and plans the rest anew, until nothing changes. */
export async function applyAccepting(given: Omit<PlanRun, 'ifChanged'>): Promise<ApplyResult> {
  const { plan, signal, onLocked } = given;
  let lock: HeldLock;
  try {
    lock = await lockedForJournal(roundsOf(plan), 'is in use: another run carries the plan out', {
      signal,
      onLocked,
    });
  } catch (error) {
    if (error instanceof FileLockedError) throw error;
    return endedBy(error, { done: 0, rejected: 0, total: 0 });
  }
  try {
    if ((await migrationOverview(plan)).end.file === undefined) {
      return await new Rounds(given, readingClient(given.from as ReadingClient, 'from')).run();
    }
    const side = await plannedSide(plan);
    try {
      return await new Rounds({ ...given, from: side, isFixed: true }, side, true).run();
    } finally {
      side.close();
    }
  } finally {
    lock.release();
  }
}

/** The plans of one move, the one after the other. */
class Rounds {
  readonly #given: Omit<PlanRun, 'ifChanged'>;
  readonly #from: ReadingClient;
  /** True where the source is what the first plan adds: it has been selected already. */
  readonly #isOfPlan: boolean;
  #plans: string[];

  constructor(given: Omit<PlanRun, 'ifChanged'>, from: ReadingClient, isOfPlan: boolean = false) {
    this.#given = given;
    this.#from = from;
    this.#isOfPlan = isOfPlan;
    this.#plans = [given.plan, ...furtherPlans(given.plan)];
  }

  async run(): Promise<ApplyResult> {
    const last = this.#plans.at(-1) ?? '';
    // A further plan that nobody has begun may be old: it is made again.
    if (this.#plans.length > 1 && journalOf(last) === undefined) {
      this.#plans.pop();
      const problem = await this.#planAnew();
      if (problem !== undefined) return problem;
    }
    for (let round = 1; ; round++) {
      const result = await this.#apply();
      if (result.status !== 'changed' || !result.mayPlanAnew || round > MAX_ROUNDS) return this.#together(result);
      const problem = await this.#planAnew();
      if (problem !== undefined) return problem;
    }
  }

  /** Carries the last plan out. */
  async #apply(): Promise<PlanOutcome> {
    const { journal, onEvent } = this.#given;
    const [plan = '', ...others] = [...this.#plans].reverse();
    const { done } = await this.#earlier(others.reverse());
    const result = await applyPlan({
      ...this.#given,
      plan,
      journal: this.#plans.length === 1 ? journal : undefined,
      ifChanged: 'fit',
      onEvent: (event: ApplyEvent, progress: ApplyProgress) => {
        const isFurther = event.type === 'rejected' && plan !== this.#given.plan;
        onEvent?.(isFurther ? { ...event, plan } : event, addedTo(progress, done));
      },
    });
    return addedTo(result, done);
  }

  /** The result of all plans: with what earlier ones were refused, and no later one has carried out. */
  async #together(outcome: PlanOutcome): Promise<ApplyResult> {
    const result = resultOf(outcome);
    const { plan, journal } = this.#given;
    if (this.#plans.length === 1) return result;
    const { refused } = await reportRun({ plan, journal });
    const earlier = Math.max(0, refused - result.rejected);
    const status = result.status === 'done' && earlier > 0 ? 'rejects' : result.status;
    return { ...result, status, rejected: result.rejected + earlier, total: result.total + earlier };
  }

  #earlier(plans: readonly string[]): Promise<EarlierPlans> {
    return earlierPlans(plans, this.#given.journal, this.#isOfPlan);
  }

  /** Plans what is left. @returns the result where that cannot be done now */
  async #planAnew(): Promise<ApplyResult | undefined> {
    const { plan, to, signal, settleMs, onEvent } = this.#given;
    const { plan: _, createdAt: __, ...head } = await planHead(plan);
    const own = await this.#earlier(this.#plans);
    const out = furtherPlan(plan, this.#plans.length + 1);
    // Whatever else has this name is nobody's to replace.
    if (existsSync(out)) await planHead(out);
    const tell = (event: ApplyEvent): void => onEvent?.(event, { done: own.done, rejected: 0, total: own.done });
    let summary: PlanSummary;
    try {
      summary = await planSides({
        from: this.#isOfPlan ? this.#from : selectedSide(this.#from, head.selection),
        to,
        out,
        head,
        own,
        force: true,
        signal,
        settleMs,
        onUnfinished: ({ ms }) => tell({ type: 'waiting', ms }),
      });
    } catch (error) {
      const { done } = own;
      // A group was deleted while it was read: the next run plans anew.
      if (isGone(error)) return { status: 'changed', done, rejected: 0, total: done };
      if (error instanceof FileLockedError || error instanceof ValidationError) throw error;
      return endedBy(error, { done, rejected: 0, total: done });
    }
    this.#plans.push(out);
    tell({ type: 'planned', plan: out, create: summary.create, add: summary.add });
    return undefined;
  }
}
