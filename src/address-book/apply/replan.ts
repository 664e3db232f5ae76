import { FileLockedError, ValidationError } from '../../errors/errors.js';
import { invalid } from '../../options/check.js';
import type { ReadingClient } from '../accounts/account.js';
import type { FileAccount } from '../files/file-account.js';
import { openFile } from '../files/open-file.js';
import { planHeader } from '../plan/read-plan.js';
import { planCopy } from '../planning/plan-migration.js';
import { selectedSide } from '../selection/selection.js';
import type { PlanEvent, PlanProgress, PlanResult } from './events.js';
import { isGone, stopOf } from './step-failure.js';

interface Replanned {
  readonly plan: string;
  readonly from?: ReadingClient | undefined;
  readonly to?: ReadingClient | undefined;
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onEvent?: ((event: PlanEvent, progress: PlanProgress) => void) | undefined;
}

export async function checkReplannable({ plan, from }: Replanned): Promise<void> {
  const { purpose } = await planHeader(plan);
  if (purpose !== 'copy' && purpose !== 'import') {
    invalid('ifChanged', "'replan' requires a plan that copies. Use 'skip' and create a new plan");
  }
  if (from === undefined && purpose === 'copy') invalid('from', "is missing: 'replan' requires it");
}

/**
 * Creates a plan of a copy again, in the same file: what the source has and the target still lacks. The source of an
 * import is what its plan adds.
 *
 * @returns the end of the run if the plan cannot be created now
 */
export async function replan(values: Replanned): Promise<Pick<PlanResult, 'status' | 'error'> | undefined> {
  const { plan, from, to, settleMs, signal, onEvent } = values;
  const header = await planHeader(plan);
  const { version: _, createdAt: __, ...stored } = header;
  const emit = (event: PlanEvent): void => onEvent?.(event, { done: 0, failed: 0, skipped: 0, total: 0 });
  let file: FileAccount | undefined;
  try {
    if (header.purpose === 'import') file = (await openFile(plan, 'plan')).account;
    const summary = await planCopy({
      out: plan,
      force: true,
      replaceBegun: true,
      header: stored,
      source: file ?? selectedSide(from as ReadingClient, header.selection, false),
      target: to as ReadingClient,
      settleMs,
      signal,
      onUnfinished: ({ ms }) => emit({ type: 'waiting', ms }),
      onNotCopied: () => undefined,
      onWarning: () => undefined,
      onProgress: undefined,
    });
    emit({ type: 'planned', plan, summary });
    return undefined;
  } catch (error) {
    if (error instanceof FileLockedError || error instanceof ValidationError) throw error;
    // A group was deleted while it was read: the next call plans again.
    if (isGone(error)) return { status: 'changed' };
    const { reason, cause } = stopOf(error);
    return { status: reason, error: cause };
  } finally {
    file?.close();
  }
}
