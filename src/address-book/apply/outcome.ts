import { FileLockedError, ValidationError } from '../../errors/errors.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { Stop, type StopReason, stopOf } from './failed-step.js';

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
  /** `'done'`: all of it; `'rejects'`: all but what the gateway refuses; `'conflicts'`: the plan has some. */
  readonly status: 'done' | 'rejects' | 'conflicts' | StopReason;
  /** What has ended the run, where it was an error. */
  readonly error?: unknown;
}

/** How far a journal has come. */
export function progressOf(journal: Journal, total: number): ApplyProgress {
  return { done: journal.steps.count(STATES.done), rejected: journal.steps.count(STATES.rejected), total };
}

/** Does something by a journal, closes it, and tells how it has ended. @throws what is no error of a gateway */
export async function endOf(journal: Journal, total: number, act: () => Promise<void>): Promise<ApplyResult> {
  try {
    await act();
    const result = progressOf(journal, total);
    return { status: result.rejected > 0 ? 'rejects' : 'done', ...result };
  } catch (error) {
    if (error instanceof FileLockedError || (error instanceof ValidationError && error.path === 'journal')) throw error;
    const { reason, cause } = error instanceof Stop ? error : stopOf(error);
    return { status: reason, ...progressOf(journal, total), ...(cause === undefined ? {} : { error: cause }) };
  } finally {
    await journal.close();
  }
}
