import { isSmsServiceError } from '../../errors/errors.js';
import { pause } from '../../transport/time-limits.js';
import type { ReadingClient, WritingClient } from '../accounts/account.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/read-journal.js';
import type { PlanHeader } from '../plan/plan-lines.js';
import {
  type ChangeCounts,
  meaningOfFailure,
  NO_CHANGES,
  type PlanEvent,
  type PlanProgress,
  type SkipReason,
  type StepRef,
} from './events.js';
import type { SourceCheck } from './source-check.js';
import { failureOf, type StepFailure, Stop } from './step-failure.js';

export const MAX_ROUNDS = 5;

export interface RunParts {
  readonly plan: string;
  readonly header: PlanHeader;
  readonly journal: Journal;
  readonly client: WritingClient;
  readonly other: ReadingClient | undefined;
  readonly source: SourceCheck | undefined;
  readonly ifChanged: 'fail' | 'skip';
  readonly dryRun: boolean;
  readonly concurrency: number;
  readonly signal: AbortSignal | undefined;
  readonly settling: Settling;
  readonly total: number;
  readonly onEvent: ((event: PlanEvent, progress: PlanProgress) => void) | undefined;
}

const CHANGE_OF = {
  'group-added': 'groupsAdded',
  'group-deleted': 'groupsDeleted',
  'number-added': 'numbersAdded',
  'number-deleted': 'numbersDeleted',
  'number-renamed': 'numbersRenamed',
} as const;

type ChangeType = keyof typeof CHANGE_OF;

export class RunState {
  readonly parts: RunParts;
  readonly #changes: { -readonly [K in keyof ChangeCounts]: number } = { ...NO_CHANGES };
  #skipped = 0;
  #extraDeleted = 0;

  constructor(parts: RunParts) {
    this.parts = parts;
  }

  get changes(): ChangeCounts {
    return { ...this.#changes };
  }

  get extraDeleted(): number {
    return this.#extraDeleted;
  }

  get progress(): PlanProgress {
    const { journal, total } = this.parts;
    const [done, failed] = [journal.steps.count(STATES.done), journal.steps.count(STATES.failed)];
    return { done, failed, skipped: this.#skipped, total };
  }

  emit(event: PlanEvent): void {
    this.parts.onEvent?.(event, this.progress);
  }

  checkSignal(): void {
    const { signal } = this.parts;
    if (signal?.aborted === true) throw new Stop('interrupted', signal.reason);
  }

  changed(type: ChangeType, step: StepRef & { readonly name?: string }, lines: readonly number[], id?: number): void {
    const { journal, dryRun } = this.parts;
    this.#changes[CHANGE_OF[type]] += 1;
    if (!dryRun) for (const line of lines) journal.done(line, id);
    this.emit({ type, ...step });
  }

  unchanged(step: StepRef, lines: readonly number[] = [step.line], id?: number): void {
    if (!this.parts.dryRun) for (const line of lines) this.parts.journal.done(line, id);
    this.emit({ type: 'unchanged', ...step });
  }

  failed(step: StepRef, code: number, lines: readonly number[] = [step.line]): void {
    for (const line of lines) this.parts.journal.fail(line, code);
    this.emit({ type: 'failed', ...step, code, meaning: meaningOfFailure(code) });
  }

  skip(step: StepRef, reason: SkipReason, lines: readonly number[] = [step.line], cause?: unknown): void {
    const { journal, ifChanged, dryRun } = this.parts;
    const open = lines.filter((line) => !journal.steps.isOver(line));
    if (open.length === 0) return;
    this.#skipped += open.length;
    if (!dryRun) for (const line of open) if (journal.steps.stateOf(line) === STATES.begun) journal.undo(line);
    this.emit({ type: 'skipped', ...step, reason });
    // A dry run reports all of them.
    if (ifChanged === 'fail' && !dryRun) throw new Stop('changed', cause);
  }

  extraDeletedWith(group: string, expected: number, deleted: number): never {
    this.#extraDeleted += deleted - expected;
    this.emit({ type: 'extra-deleted', group, expected, deleted });
    throw new Stop('changed');
  }

  requestFailed(step: StepRef, error: unknown): Exclude<StepFailure, { readonly kind: 'stop' }> {
    const { journal, settling } = this.parts;
    const failure = failureOf(error);
    const isUnknown =
      failure.kind === 'unknown' ||
      (failure.kind === 'stop' && !(isSmsServiceError(error) && error.outcome !== 'unknown'));
    if (isUnknown) settling.restart();
    else if (failure.kind === 'stop' || failure.kind === 'postponed') journal.undo(step.line);
    if (failure.kind === 'stop') throw new Stop(failure.reason, error);
    if (failure.kind === 'refused') this.failed(step, failure.code);
    return failure;
  }
}

export class Settling {
  readonly #settleMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onWait: (ms: number) => void;
  /** When the last request with unknown outcome was sent at the latest, by `performance.now()`. */
  #lastUnknownMs: number;

  /** @param hasUnknown - whether an earlier run has sent a request with unknown outcome */
  constructor(settleMs: number, signal: AbortSignal | undefined, onWait: (ms: number) => void, hasUnknown: boolean) {
    this.#settleMs = settleMs;
    this.#signal = signal;
    this.#onWait = onWait;
    this.#lastUnknownMs = hasUnknown ? performance.now() : Number.NEGATIVE_INFINITY;
  }

  restart(): void {
    this.#lastUnknownMs = performance.now();
  }

  async wait(): Promise<void> {
    const ms = Math.ceil(this.#lastUnknownMs + this.#settleMs - performance.now());
    if (ms <= 0) return;
    this.#onWait(ms);
    if (!(await pause(ms, { signal: this.#signal }))) throw new Stop('interrupted', this.#signal?.reason);
  }
}
