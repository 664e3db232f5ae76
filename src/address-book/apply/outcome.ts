import { FileLockedError, ValidationError } from '../../errors/errors.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { Stop, type StopReason, stopOf } from './failed-step.js';

/** The progress of a plan, all runs together. */
export interface ApplyProgress {
  /** Steps of the plan that were carried out: each made or deleted something. */
  readonly done: number;
  /** Steps that the gateway has refused. */
  readonly rejected: number;
  /** All steps of the plan. */
  readonly total: number;
}

/** The result of a run. */
export interface ApplyResult extends ApplyProgress {
  /** `'done'`: all of it; `'rejects'`: all but what the gateway refuses; `'conflicts'`: the plan has some. */
  readonly status: 'done' | 'rejects' | 'conflicts' | StopReason;
  /** The error that has ended the run, where it was one. */
  readonly error?: unknown;
}

/** Returns the progress that a journal has. */
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
    return endedBy(error, progressOf(journal, total));
  } finally {
    await journal.close();
  }
}

/** Tells of a run that an error has ended. @throws what is no error of a gateway */
export function endedBy(error: unknown, progress: ApplyProgress): ApplyResult {
  const { reason, cause } = error instanceof Stop ? error : stopOf(error);
  return { status: reason, ...progress, ...(cause === undefined ? {} : { error: cause }) };
}

/** Adds the steps that earlier plans have carried out. */
export function addedTo<P extends ApplyProgress>(progress: P, done: number): P {
  return { ...progress, done: progress.done + done, total: progress.total + done };
}
