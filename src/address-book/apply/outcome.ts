import { Stop, type StopReason, stopOf } from './failed-step.js';
import { type Journal, STATES } from './journal.js';

/** How far a plan is carried out, all runs together. */
export interface ApplyProgress {
  /** What was made, or deleted. */
  readonly done: number;
  /** What the gateway has refused. */
  readonly rejected: number;
  /** What is in the plan. */
  readonly total: number;
}

/** How a run has ended. */
export interface ApplyResult extends ApplyProgress {
  /** `'done'`: all of it; `'rejects'`: all but what the gateway refuses. */
  readonly status: 'done' | 'rejects' | StopReason;
  /** What has ended the run, where it was an error. */
  readonly error?: unknown;
}

/** Does something by a journal, closes it, and tells how it has ended. @throws what is no error of a gateway */
export async function endOf(journal: Journal, total: number, act: () => Promise<void>): Promise<ApplyResult> {
  const progress = (): ApplyProgress => ({
    done: journal.count(STATES.done),
    rejected: journal.count(STATES.rejected),
    total,
  });
  try {
    await act();
    const result = progress();
    return { status: result.rejected > 0 ? 'rejects' : 'done', ...result };
  } catch (error) {
    const { reason, cause } = error instanceof Stop ? error : stopOf(error);
    return { status: reason, ...progress(), ...(cause === undefined ? {} : { error: cause }) };
  } finally {
    await journal.close();
  }
}
