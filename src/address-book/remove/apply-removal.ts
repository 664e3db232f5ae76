import path from 'node:path';
import type { Group } from '../../client/types.js';
import { checkBoolean, checkFilled, checkFunction, optional } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { failureOf, Stop } from '../apply/failed-step.js';
import { Journal, STATES } from '../apply/journal.js';
import { type ApplyProgress, type ApplyResult, endOf, progressOf } from '../apply/outcome.js';
import { removalOverview } from '../plan/overview.js';
import { readPlan } from '../plan/plan-file.js';
import { type ReadingClient, type RemovingClient, readingSides, removingClient } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { groupsByName } from '../sides/groups-by-name.js';
import { readNumbers } from '../sides/number-set.js';

/** Options of {@link applyRemoval}. */
export interface ApplyRemovalOptions {
  /** The path of the plan of removal. */
  readonly plan: string;
  /** The path of the journal. Default: that of the plan and `.journal`. */
  readonly journal?: string | undefined;
  /** The account of which groups are deleted. */
  readonly from: RemovingClient;
  /** The account that has them; it is read only. */
  readonly to: ReadingClient;
  /** Ends the run: what is in flight is brought to its end, and the next run resumes. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each group that stays, because it or what the target has of it is not as it was. */
  readonly onKept?: ((group: { readonly id: number; readonly name: string }) => void) | undefined;
  /** Told after each group. */
  readonly onProgress?: ((progress: ApplyProgress) => void) | undefined;
  /** Only looks whether the plan still fits; the journal is read, and not begun. Default: false. */
  readonly dryRun?: boolean | undefined;
}

const KNOWN: KnownNames<ApplyRemovalOptions> = {
  plan: true,
  journal: true,
  from: true,
  to: true,
  signal: true,
  onKept: true,
  onProgress: true,
  dryRun: true,
};

/**
 * Deletes the groups of a plan of removal, each only if it is still as it was when the plan was made, and the target
 * still has all of it; where one is not, the result is `'changed'`. A run that ended is resumed by the next one with
 * the same journal.
 *
 * @throws ValidationError when an option is not usable, the plan is none of removal, or the journal does not fit
 * @throws Error of `node:fs` when the journal cannot be written
 */
export async function applyRemoval(options: ApplyRemovalOptions): Promise<ApplyResult> {
  const {
    plan: given,
    journal: other,
    signal,
    onKept,
    onProgress,
    dryRun = false,
    ...sides
  } = readOptions(options, KNOWN);
  const plan = path.resolve(checkFilled(given, 'plan'));
  const journalFile = path.resolve(checkFilled(other ?? `${plan}.journal`, 'journal'));
  const from = removingClient(sides.from, 'from');
  const { to } = readingSides(sides.from, sides.to);
  optional(onKept, checkFunction, 'onKept');
  optional(onProgress, checkFunction, 'onProgress');
  checkBoolean(dryRun, 'dryRun');
  const { total, ...overview } = await removalOverview(plan);
  const journal = await Journal.open(journalFile, { ...overview, dryRun });
  return endOf(journal, total, async () => {
    const groups = new Map((await from.getGroups({ signal })).map((group) => [group.id, group]));
    // Of several the first, as in comparing.
    const targets = groupsByName(await to.getGroups({ signal }));
    let isChanged = false;
    for await (const { line, value } of readPlan(plan)) {
      if (!('remove' in value) || journal.stateOf(line) >= STATES.done) continue;
      if (signal?.aborted) throw new Stop('interrupted', signal.reason);
      const { id, name, as = name, fingerprint } = value.remove;
      const [group, target] = [groups.get(id), targets.get(as)?.[0]];
      if (group === undefined && journal.stateOf(line) === STATES.begun) {
        // An earlier run has deleted it, and did not live to note it.
        journal.done(line);
      } else if (!group || !target || (await movedFingerprint({ from, to }, group, target, signal)) !== fingerprint) {
        isChanged = true;
        onKept?.({ id, name });
      } else if (!dryRun) await remove(from, journal, line, id);
      if (!dryRun) onProgress?.(progressOf(journal, total));
    }
    if (isChanged) throw new Stop('changed');
  });
}

/** Reads what a group is now. @returns `undefined` when the target does not have all of its numbers */
async function movedFingerprint(
  { from, to }: { readonly from: ReadingClient; readonly to: ReadingClient },
  group: Group,
  target: Group,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const there = await readNumbers(to, target.id, { signal });
  const fingerprint = new Fingerprint();
  fingerprint.group(group);
  for await (const contact of from.streamNumbers(group.id, { signal })) {
    if (!there.has(contact.number)) return undefined;
    fingerprint.number(contact);
  }
  return fingerprint.toString();
}

async function remove(from: RemovingClient, journal: Journal, line: number, id: number): Promise<void> {
  await journal.begin(line);
  try {
    await from.delGroup(id);
    journal.done(line);
  } catch (error) {
    const failure = failureOf(error);
    // Where it is not refused, the next run sees whether it is gone.
    if (failure.kind !== 'rejected') throw new Stop(failure.kind === 'stop' ? failure.reason : 'transient', error);
    journal.reject(line, failure.code);
  }
}
