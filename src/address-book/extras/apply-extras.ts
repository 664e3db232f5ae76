import { failureOf, Stop } from '../apply/failed-step.js';
import { runWithJournal } from '../apply/journal-run.js';
import { type ApplyProgress, type ApplyResult, progressOf } from '../apply/outcome.js';
import { Settling } from '../apply/settling.js';
import { CorrectionRun } from '../correct/correction-run.js';
import type { Journal } from '../journal/journal.js';
import { STATES } from '../journal/steps.js';
import { planIdentity } from '../plan/plan-file.js';
import { checkAccounts } from '../plan/plan-labels.js';
import { type DeletingClient, groupsOf } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { extrasOverview, type WholeGroup } from './extras-overview.js';

/** Something that stays, because it is not as it was when its deletion was planned: a number, or a whole group. */
export interface KeptExtra {
  /** The name of the group. */
  readonly group: string;
  /** Absent for a whole group. */
  readonly number?: string | undefined;
}

/** A group of which more was deleted than was compared: somebody has added to it in the last moment. */
export interface SurplusExtra {
  /** The name of the group. */
  readonly group: string;
  /** The number of entries that were compared: the backup has these. */
  readonly compared: number;
  /** The number of entries that were deleted, as the gateway says. */
  readonly deleted: number;
}

/** The facts that deletions are carried out by. */
export interface ExtrasRun {
  readonly plan: string;
  readonly client: DeletingClient;
  /** The hash of the account, where it is known. */
  readonly account: string | undefined;
  readonly concurrency: number;
  readonly settleMs: number;
  readonly signal: AbortSignal | undefined;
  readonly onLocked?: ((holder: string) => void) | undefined;
  readonly onKept: (kept: KeptExtra) => void;
  readonly onSurplus: (surplus: SurplusExtra) => void;
  readonly onProgress: (progress: ApplyProgress) => void;
  readonly onWaiting: (ms: number) => void;
}

/**
 * Carries a plan of deletions out: each number and each group only if it is still as it stands in the plan, else the
 * result is `'changed'`. A run that ended is resumed by the next one with the same plan.
 *
 * @throws ValidationError when the plan is none of deletions, was edited or made of another account
 */
export async function applyExtras(given: ExtrasRun): Promise<ApplyResult> {
  const { plan, client, account, concurrency, settleMs, signal, onLocked, onKept, onSurplus, onWaiting } = given;
  const identity = planIdentity(plan);
  const { corrected, whole, lines, hash, head } = await extrasOverview(plan);
  checkAccounts(head.accounts, account === undefined ? undefined : { from: account });
  const total = whole.length + corrected.reduce((sum, { corrections }) => sum + corrections.length, 0);
  const run = { plan, identity, journal: undefined, total, lines, hash, dryRun: false, account, signal, onLocked };
  return runWithJournal(run, async (journal) => {
    const tell = (): void => given.onProgress(progressOf(journal, total));
    const settling = new Settling(settleMs, signal, onWaiting, journal.doubtfulMs);
    const numbers = { journal, client, concurrency, settling, signal, dryRun: false, onKept, tell };
    const isChanged = await endsChanged(() => new CorrectionRun(numbers).run(corrected));
    const isAlsoChanged = await deleteGroups(whole, { journal, client, signal, onKept, onSurplus, tell });
    if (isChanged || isAlsoChanged) throw new Stop('changed');
  });
}

/** Tells whether something ends because a part of it was not as it was; the rest of it is done then. */
async function endsChanged(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return false;
  } catch (error) {
    if (error instanceof Stop && error.reason === 'changed' && error.cause === undefined) return true;
    throw error;
  }
}

interface Deleting extends Pick<ExtrasRun, 'client' | 'signal' | 'onKept' | 'onSurplus'> {
  readonly journal: Journal;
  readonly tell: () => void;
}

/** @returns whether some stay */
async function deleteGroups(whole: readonly WholeGroup[], deleting: Deleting): Promise<boolean> {
  const { journal, client, signal, onKept, tell } = deleting;
  const left = whole.filter(({ line }) => journal.steps.stateOf(line) < STATES.done);
  if (left.length === 0) return false;
  // A request that arrives late is a deletion that the plan wants, of a group that was compared.
  journal.settled();
  let isChanged = false;
  for (const planned of left) {
    if (signal?.aborted) throw new Stop('interrupted', signal.reason);
    const { line, id, name } = planned;
    const group = (await groupsOf(client, { signal })).find((one) => one.id === id);
    if (group === undefined) journal.done(line);
    else if (group.name === name && group.info === planned.info && (await isAsPlanned(client, planned, signal))) {
      if (await deleteGroup(planned, deleting)) isChanged = true;
    } else {
      isChanged = true;
      onKept({ group: name });
    }
    tell();
  }
  return isChanged;
}

async function isAsPlanned(
  client: DeletingClient,
  { id, fingerprint }: WholeGroup,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const now = new Fingerprint();
  for await (const contact of client.streamNumbers(id, { signal })) now.number(contact);
  return now.toString() === fingerprint;
}

/** @returns whether more was deleted than was compared, as the gateway says */
async function deleteGroup(
  { line, id, name, numbers: compared }: WholeGroup,
  { journal, client, onSurplus }: Deleting,
): Promise<boolean> {
  await journal.begin(line);
  try {
    const { numberCount: deleted } = await client.delGroup(id);
    journal.done(line);
    if (deleted === null || deleted <= compared) return false;
    onSurplus({ group: name, compared, deleted });
    return true;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'stop' && failure.reason === 'changed') {
      // Somebody has deleted it.
      journal.done(line);
      return false;
    }
    if (failure.kind === 'rejected' || failure.kind === 'there') {
      journal.reject(line, failure.code);
      return false;
    }
    if (failure.kind === 'later') journal.undo(line);
    throw new Stop(failure.kind === 'stop' ? failure.reason : 'transient', error);
  }
}
