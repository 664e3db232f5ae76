import { meaningOfCode } from '../../domain/gateway-codes.js';
import { isSmsServiceError } from '../../errors/errors.js';
import type { SideChange } from '../changes/side-change.js';
import type { SourceGroups } from '../changes/source-groups.js';
import type { Journal } from '../journal/journal.js';
import type { WritingClient } from '../sides/account.js';
import { failureOf, type StepFailure, Stop } from './failed-step.js';
import type { Settling } from './settling.js';

/** Something that happens while a plan is carried out. */
export type ApplyEvent =
  | { readonly type: 'group-created'; readonly groupId: number }
  | { readonly type: 'number-added' }
  /** The gateway refuses a line of the plan, and always will. */
  | ({ readonly type: 'rejected' } & Refusal)
  /** The run waits for so long before it looks up what may have been carried out. */
  | { readonly type: 'waiting'; readonly ms: number }
  /** Counts of requests in doubt: those that had been carried out, and those that are made again. */
  | { readonly type: 'settled'; readonly carriedOut: number; readonly again: number }
  /** A side is not as it was when the plan was made. */
  | ({ readonly type: 'changed' } & SideChange)
  /** What no longer fits is planned anew, into another file. */
  | { readonly type: 'planned'; readonly plan: string; readonly create: number; readonly add: number };

/** What of a plan is carried out where its sides have changed since. */
export interface Fitting {
  /** What the source still has; `undefined` for a plan that was made of a file. */
  readonly source: SourceGroups | undefined;
}

/** The parts of a run that its steps share. */
export interface RunContext {
  readonly plan: string;
  readonly journal: Journal;
  /** True where an earlier run has begun something. */
  readonly isResumed: boolean;
  readonly to: WritingClient;
  readonly concurrency: number;
  /** Where it is given, lines that no longer fit are left, and all others are carried out. */
  readonly fitting?: Fitting | undefined;
  readonly settling: Settling;
  readonly signal: AbortSignal | undefined;
  readonly tell: (event: ApplyEvent) => void;
}

/** A step of a plan that the gateway refuses. */
export interface Refusal {
  /** The line of the plan. */
  readonly line: number;
  /** The path of the plan, where that is a further one than the plan that was given: `<plan>.2` and so on. */
  readonly plan?: string | undefined;
  /** The gateway code; 0: it was refused before it was sent. */
  readonly code: number;
  /** The meaning of the code in a few words; empty for one that nobody knows. */
  readonly meaning: string;
  /** The name of the group. */
  readonly group: string;
  /** The number; absent where the group itself is refused. */
  readonly number?: string | undefined;
}

/** A step of a plan, as it is told of. */
export type Step = Pick<Refusal, 'line' | 'group' | 'number'>;

/** The number of times that requests in doubt are looked up and made again, before the run gives up. */
export const MAX_ROUNDS = 5;

/** Notes what the failure of a request means for its line. @throws Stop where it ends the run */
export function noteFailure(
  context: RunContext,
  step: Step,
  error: unknown,
): Exclude<StepFailure, { readonly kind: 'stop' }> {
  const { journal } = context;
  const { line } = step;
  const failure = failureOf(error);
  if (failure.kind === 'stop') {
    // A request that was certainly not carried out need not be looked up.
    if (isSmsServiceError(error) && error.outcome !== 'unknown') journal.undo(line);
    else noteDoubt(context, line);
    throw new Stop(failure.reason, error);
  }
  if (failure.kind === 'rejected') noteRejected(context, step, failure.code);
  if (failure.kind === 'later') journal.undo(line);
  if (failure.kind === 'doubt') noteDoubt(context, line);
  return failure;
}

function noteDoubt({ journal, settling }: RunContext, line: number): void {
  settling.doubt();
  journal.doubt(line);
}

/** Notes that the gateway refuses a line, and always will. */
export function noteRejected({ journal, tell }: RunContext, { line, group, number }: Step, code: number): void {
  journal.reject(line, code);
  const meaning = meaningOfRefusal(code);
  tell({ type: 'rejected', line, code, meaning, group, ...(number === undefined ? {} : { number }) });
}

/** Says what the code of a refusal means. */
export function meaningOfRefusal(code: number): string {
  return code === 0 ? 'it is not sent: the gateway would refuse it' : meaningOfCode(code);
}
