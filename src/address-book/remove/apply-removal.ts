import path from 'node:path';
import { checkBoolean, checkFilled, invalid } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { failureOf, Stop } from '../apply/failed-step.js';
import { Journal, STATES } from '../apply/journal.js';
import { type ApplyResult, endOf } from '../apply/outcome.js';
import { readPlan } from '../plan/plan-file.js';
import type { PlanRemoval } from '../plan/plan-lines.js';
import { type RemovingClient, removingClient } from '../sides/account.js';
import { groupFingerprint } from '../sides/fingerprint.js';

/** Options of {@link applyRemoval}. */
export interface ApplyRemovalOptions {
  /** The path of the plan of removal. */
  readonly plan: string;
  /** The path of the journal. Default: that of the plan and `.journal`. */
  readonly journal?: string | undefined;
  /** The account of which groups are deleted. */
  readonly from: RemovingClient;
  readonly signal?: AbortSignal | undefined;
  /** Only looks whether the plan still fits. Default: false. */
  readonly dryRun?: boolean | undefined;
}

const KNOWN: KnownNames<ApplyRemovalOptions> = { plan: true, journal: true, from: true, signal: true, dryRun: true };

/**
 * Deletes the groups of a plan of removal, each only if it is still as it was when the plan was made. A run that ended
 * is resumed by the next one with the same journal.
 *
 * @throws ValidationError when an option is not usable, the plan is none of removal, or the journal does not fit
 * @throws Error of `node:fs` when the journal cannot be written
 */
export async function applyRemoval(options: ApplyRemovalOptions): Promise<ApplyResult> {
  const { plan: given, journal: journalGiven, from: source, signal, dryRun = false } = readOptions(options, KNOWN);
  const plan = path.resolve(checkFilled(given, 'plan'));
  const from = removingClient(source, 'from');
  checkBoolean(dryRun, 'dryRun');
  const { lines, hash, total } = await removalOf(plan);
  const journal = Journal.open(path.resolve(checkFilled(journalGiven ?? `${plan}.journal`, 'journal')), lines, hash);
  return endOf(journal, total, async () => {
    for await (const { line, value } of readPlan(plan)) {
      if (!('remove' in value) || journal.stateOf(line) >= STATES.done) continue;
      if (signal?.aborted) throw new Stop('interrupted', signal.reason);
      await remove(from, journal, line, value.remove, dryRun);
    }
  });
}

async function remove(
  from: RemovingClient,
  journal: Journal,
  line: number,
  { id, fingerprint }: PlanRemoval['remove'],
  dryRun: boolean,
): Promise<void> {
  const group = (await from.getGroups()).find((one) => one.id === id);
  if (group === undefined) {
    // An earlier run has deleted it, and did not live to note it.
    if (journal.stateOf(line) !== STATES.begun) throw new Stop('changed');
    journal.done(line);
    return;
  }
  if ((await groupFingerprint(from, group, {})) !== fingerprint) throw new Stop('changed');
  if (dryRun) return;
  await journal.begin(line);
  try {
    await from.delGroup(id);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'rejected') {
      journal.reject(line, failure.code);
      return;
    }
    // Whether it is gone is seen by the next run.
    throw new Stop(failure.kind === 'stop' ? failure.reason : 'transient', error);
  }
  journal.done(line);
}

async function removalOf(
  plan: string,
): Promise<{ readonly lines: number; readonly hash: string; readonly total: number }> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  let lines = 0;
  let total: number | undefined;
  for await (const { line, value } of readPlan(plan)) {
    hash.update(`${JSON.stringify(value)}\n`);
    lines = line;
    if ('removed' in value) total = value.removed;
  }
  if (total === undefined) return invalid('plan', `is no whole plan of removal: ${plan}`);
  return { lines, hash: hash.digest('hex'), total };
}
