import path from 'node:path';
import { checkFilled, checkFunction, checkOneOf, optional } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { type ReadingClient, type ReadProgress, readingSides } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { groupsByName } from '../sides/groups-by-name.js';
import { writePlan } from './plan-file.js';
import { type ConflictPolicy, type PlanLabels, type PlanSummary, POLICIES } from './plan-lines.js';
import { Planner } from './planner.js';

/** Options of {@link planMigration}. */
export interface PlanOptions {
  /** The account that is read. */
  readonly from: ReadingClient;
  /** The account that is to have what the other one has; it is read only. */
  readonly to: ReadingClient;
  /** The path of the plan. It is readable by its owner only, because it holds telephone numbers. */
  readonly out: string;
  /** What to do where the target has a group of the same name. Default: `'merge'`. */
  readonly policy?: ConflictPolicy | undefined;
  /** What the two accounts are called, for whoever carries the plan out: see {@link planLabels}. Default: none. */
  readonly labels?: PlanLabels | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of how many numbers of the source were read. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** The current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

const KNOWN: KnownNames<PlanOptions> = {
  from: true,
  to: true,
  out: true,
  policy: true,
  labels: true,
  signal: true,
  onProgress: true,
  now: true,
};

/**
 * Reads two accounts and writes a plan that a person can review: JSON Lines with each group that will be made, each
 * number that will be added, conflicts and warnings. Nothing is changed on either side.
 *
 * Of a number that a group has twice, in whatever spelling, one is planned. Numbers that the target's group has already
 * are not planned again. It takes some 30 bytes of memory for a number.
 *
 * @throws ValidationError when an option is not usable
 * @throws SmsServiceError when an account cannot be read; the plan does not exist then
 */
export async function planMigration(options: PlanOptions): Promise<PlanSummary> {
  const { from, to, out, policy = 'merge', labels, signal, onProgress, now } = readOptions(options, KNOWN);
  const { from: source, to: target } = readingSides(from, to);
  checkOneOf(policy, POLICIES, 'policy');
  optional(onProgress, checkFunction, 'onProgress');
  const called = labels === undefined ? {} : { labels: checkedLabels(labels) };
  const file = path.resolve(checkFilled(out, 'out'));
  const call = { signal };
  return writePlan(file, 'out', { policy, ...called }, now?.() ?? new Date(), async (writer) => {
    const planner = new Planner(target, policy, writer, call);
    const groups = await source.getGroups(call);
    await planner.begin();
    const fingerprint = new Fingerprint();
    for (const group of groups) fingerprint.group(group);
    const read = { groups: 0, numbers: 0 };
    // Those of one name one after the other: their numbers go to one group.
    for (const group of [...groupsByName(groups).values()].flat()) {
      await planner.group(group);
      read.groups += 1;
      for await (const contact of source.streamNumbers(group.id, call)) {
        fingerprint.number(contact);
        await planner.number(contact);
        read.numbers += 1;
        onProgress?.({ ...read });
      }
    }
    return planner.finish(fingerprint.toString());
  });
}

function checkedLabels(labels: PlanLabels): PlanLabels {
  const { from, to } = readOptions(labels, { from: true, to: true }, 'labels');
  return { from: checkFilled(from, 'labels.from'), to: checkFilled(to, 'labels.to') };
}
