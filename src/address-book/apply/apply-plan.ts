import { isSmsServiceError, ValidationError } from '../../errors/errors.js';
import { changesOf, hasNone, type SideChange } from '../changes/side-change.js';
import { SourceGroups } from '../changes/source-groups.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { type MigrationOverview, migrationOverview } from '../plan/overview.js';
import { planIdentity } from '../plan/plan-file.js';
import { selectedSide } from '../selection/selected-side.js';
import { groupsOf, type ReadingClient, readingClient, type WritingClient } from '../sides/account.js';
import { Fingerprint, fingerprintOf } from '../sides/fingerprint.js';
import { settleAll } from './doubts.js';
import { Stop, stopOf } from './failed-step.js';
import { runWithJournal } from './journal-run.js';
import { type ApplyProgress, type ApplyResult, progressOf } from './outcome.js';
import { Run } from './run.js';
import type { ApplyEvent, Fitting } from './run-context.js';
import { Settling } from './settling.js';

/** A plan, and how it is carried out. */
export interface PlanRun {
  readonly plan: string;
  /** The path of the journal, where the caller has named one. */
  readonly journal: string | undefined;
  readonly from: ReadingClient | undefined;
  readonly to: WritingClient;
  /** The hash of what tells the target from others. */
  readonly account: string | undefined;
  readonly concurrency: number;
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onLocked: ((holder: string) => void) | undefined;
  readonly dryRun: boolean;
  readonly onEvent: ((event: ApplyEvent, progress: ApplyProgress) => void) | undefined;
  /**
   * What is done where a side has changed since: `'refuse'` does nothing, `'fit'` carries out what still fits,
   * `'go-on'` does so without looking first at what has changed.
   */
  readonly ifChanged: 'refuse' | 'fit' | 'go-on';
  /** True where it is known that both sides are the accounts of the plan. */
  readonly areKnown: boolean;
  /** True for a source that cannot have changed since: it is not read again. */
  readonly isFixed?: boolean | undefined;
}

/** The result of a plan. */
export interface PlanOutcome extends ApplyResult {
  /** True where what is left may be planned anew. */
  readonly mayPlanAnew: boolean;
}

/** Carries out one plan. @throws what `applyMigration` throws */
export async function applyPlan(given: PlanRun): Promise<PlanOutcome> {
  const { plan, from, ifChanged, signal } = given;
  const identity = planIdentity(plan);
  const overview = await migrationOverview(plan);
  const { head, end, lines, hash } = overview;
  const total = end.create + end.add;
  if (end.conflicts > 0) return { status: 'conflicts', done: 0, rejected: 0, total, mayPlanAnew: false };
  const side = end.source === '' ? from : readingClient(from as ReadingClient, 'from');
  const source = side && given.isFixed !== true ? selectedSide(side, head.selection) : undefined;
  let mayPlanAnew = false;
  const result = await runWithJournal({ ...given, identity, total, lines, hash }, async (journal) => {
    // Of nothing that is to be done it does not matter what has become of the accounts.
    if (total === 0) return;
    const { to, dryRun, concurrency } = given;
    const tell = (event: ApplyEvent): void => given.onEvent?.(event, progressOf(journal, total));
    const wait = (ms: number): void => tell({ type: 'waiting', ms });
    const settling = new Settling(given.settleMs, signal, wait, journal.doubtfulMs);
    const isResumed = !journal.steps.isFresh;
    const context = { plan, journal, isResumed, to, concurrency, settling, signal, tell };
    // A copy of the journal of a run that did not end by itself may lack what is on its way.
    if (!dryRun && journal.doubtfulMs === 0) {
      await settling.wait();
      journal.settled();
    }
    try {
      const check = new SidesCheck({ overview, journal, source, to, signal, tell });
      const fits = ifChanged !== 'refuse' && saysWhatChanged(overview);
      const isChanged = ifChanged === 'go-on' && fits ? false : await check.isChanged(isResumed);
      if (fits && !given.areKnown) await check.refuseOthers();
      if (isChanged && !fits) throw new Stop('changed');
      mayPlanAnew = fits;
      const fitting = fits ? await fittingOf(source, signal) : undefined;
      if (!dryRun) await new Run({ ...context, fitting }).run();
      // What is new stands in no plan yet.
      if (isChanged) throw new Stop('changed');
    } catch (error) {
      if (!(error instanceof Stop || isSmsServiceError(error))) throw error;
      const stop = error instanceof Stop ? error : stopOf(error);
      // Before anybody plans anew: what is in flight would be planned again.
      if (!dryRun && stop.reason === 'changed') await settleAll(context);
      throw stop;
    }
  });
  return { ...result, mayPlanAnew };
}

/** The part of an outcome that callers see. */
export function resultOf(outcome: PlanOutcome): ApplyResult {
  const { mayPlanAnew: _, ...result } = outcome;
  return result;
}

/** Tells whether a plan names the groups that it has seen: there may have been none. Earlier versions named none. */
function saysWhatChanged({ seen, end }: MigrationOverview): boolean {
  return seen.length > 0 || (end.file !== undefined && end.target === new Fingerprint().toString());
}

async function fittingOf(source: ReadingClient | undefined, signal: AbortSignal | undefined): Promise<Fitting> {
  return { source: source === undefined ? undefined : await SourceGroups.read(source, signal) };
}

interface CheckedSides {
  readonly overview: MigrationOverview;
  readonly journal: Journal;
  readonly source: ReadingClient | undefined;
  readonly to: ReadingClient;
  readonly signal: AbortSignal | undefined;
  readonly tell: (event: ApplyEvent) => void;
}

/** Compares both sides with what a plan has seen of them. */
class SidesCheck {
  readonly #sides: CheckedSides;

  constructor(sides: CheckedSides) {
    this.#sides = sides;
  }

  /** @throws Stop where a side shows nothing of what it has shown */
  async refuseOthers(): Promise<void> {
    const { overview, source, to, signal, journal } = this.#sides;
    const isOther = source !== undefined && hasNone('source', await groupsOf(source, { signal }), overview.seen);
    const made = overview.targets.flatMap(({ line, name, id = journal.steps.idOf(line) }) =>
      id === undefined ? [] : [{ side: 'target' as const, id, name, info: '' }],
    );
    const isElsewhere = hasNone('target', await groupsOf(to, { signal }), [...overview.seen, ...made]);
    const what = 'shows none of the groups that it had when the plan was made: it may be another account';
    if (isOther || isElsewhere) throw new Stop('changed', new ValidationError(isOther ? 'from' : 'to', what));
  }

  /** Tells of each change; a run that has begun has changed the target itself. */
  async isChanged(isResumed: boolean): Promise<boolean> {
    const { overview, journal, source, to, signal } = this.#sides;
    const total = overview.end.create + overview.end.add;
    // If nothing is left to be done, it does not matter what has become of the source.
    const isOpen = journal.steps.count(STATES.done) < total;
    const ofSource = source !== undefined && isOpen && (await this.#isSourceChanged(source));
    if (isResumed) return (await this.#areMadeGone()) || ofSource;
    if (saysWhatChanged(overview))
      return (await this.#tellAll(changesOf('target', to, overview.seen, signal))) || ofSource;
    // With others of the same name: what they have is not added again either.
    const merged = new Set(overview.targets.flatMap(({ id, name }) => (id === undefined ? [] : [name])));
    const now = await fingerprintOf(to, ({ name }) => merged.has(name), { signal });
    return now !== overview.end.target || ofSource;
  }

  async #isSourceChanged(source: ReadingClient): Promise<boolean> {
    const { overview, signal } = this.#sides;
    if (saysWhatChanged(overview)) return this.#tellAll(changesOf('source', source, overview.seen, signal));
    return (await fingerprintOf(source, () => true, { signal })) !== overview.end.source;
  }

  /** The groups that a run fills, and those that it has made, must be there: else it is another account. */
  async #areMadeGone(): Promise<boolean> {
    const { overview, journal, to, signal } = this.#sides;
    const names = new Map((await groupsOf(to, { signal })).map(({ id, name }) => [id, name]));
    let isChanged = false;
    for (const { line, name: group, id = journal.steps.idOf(line) } of overview.targets) {
      const now = id === undefined ? group : names.get(id);
      if (now === group) continue;
      isChanged = true;
      this.#tell({ side: 'target', group, kind: now === undefined ? 'gone' : 'renamed' });
    }
    return isChanged;
  }

  async #tellAll(changes: AsyncIterable<SideChange>): Promise<boolean> {
    let isChanged = false;
    for await (const change of changes) {
      isChanged = true;
      this.#tell(change);
    }
    return isChanged;
  }

  #tell(change: SideChange): void {
    this.#sides.tell({ type: 'changed', ...change });
  }
}
