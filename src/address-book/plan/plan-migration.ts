import path from 'node:path';
import { checkBoolean, checkFilled, checkFunction, checkOneOf, checkPositive, optional } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { groupsOf, type ReadingClient, type ReadProgress, readingSides } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { groupsByName } from '../sides/groups-by-name.js';
import { writePlan } from './plan-file.js';
import { checkedLabels, hashedAccounts } from './plan-labels.js';
import {
  type ConflictPolicy,
  type NotMoved,
  type PlanAccounts,
  type PlanLabels,
  type PlanSummary,
  POLICIES,
} from './plan-lines.js';
import { Planner } from './planner.js';
import { settleUnfinished, type Unfinished } from './unfinished.js';

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
  /**
   * What tells the two accounts from all others, such as address and user name; the plan holds hashes of it. A run into
   * the same account that is at work beside the plan is then seen. Default: none.
   */
  readonly accounts?: PlanAccounts | undefined;
  /** Whether a file that is there already is replaced; a plan that was begun never is. Default: false. */
  readonly force?: boolean | undefined;
  /**
   * How long a request of an earlier run may still be on its way, in milliseconds. Where a journal beside the plan says
   * that something may be, so long is waited before the accounts are read. Default: 30,000.
   */
  readonly settleMs?: number | undefined;
  /** Told of what the target will not have. */
  readonly onNotMoved?: ((what: NotMoved) => void) | undefined;
  /** Told of what an earlier run has left in doubt, and how long is waited for it. */
  readonly onUnfinished?: ((unfinished: Unfinished) => void) | undefined;
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
  accounts: true,
  force: true,
  settleMs: true,
  onNotMoved: true,
  onUnfinished: true,
  signal: true,
  onProgress: true,
  now: true,
};

/**
 * Reads two accounts and writes a plan that a person can review: JSON Lines with each group that will be made, each
 * number that will be added, conflicts and warnings. Nothing is changed on either side.
 *
 * Of a number that a group has twice, in whatever spelling, one is planned, and the others are told of. Numbers that
 * the target's group has already are not planned again. It takes some 40 bytes of memory for a number of the largest
 * group, and one or two for each character of its name.
 *
 * @throws ValidationError when an option is not usable
 * @throws SmsServiceError when an account cannot be read; the plan does not exist then
 */
export async function planMigration(options: PlanOptions): Promise<PlanSummary> {
  const { from, to, out, policy = 'merge', labels, accounts, onProgress, now, ...more } = readOptions(options, KNOWN);
  const { force = false, settleMs = 30_000, onNotMoved = NOTHING, onUnfinished = NOTHING, signal } = more;
  const { from: source, to: target } = readingSides(from, to);
  checkOneOf(policy, POLICIES, 'policy');
  for (const [name, told] of Object.entries({ onProgress, onNotMoved, onUnfinished }))
    optional(told, checkFunction, name);
  checkBoolean(force, 'force');
  checkPositive(settleMs, 'settleMs');
  const called = labels === undefined ? {} : { labels: checkedLabels(labels) };
  const hashed = hashedAccounts(accounts);
  const file = path.resolve(checkFilled(out, 'out'));
  const call = { signal };
  const head = { policy, ...called, ...hashed };
  return writePlan(file, { option: 'out', force }, head, now?.() ?? new Date(), async (writer) => {
    await settleUnfinished(file, hashed.accounts?.to, { settleMs, signal, onUnfinished });
    const planner = new Planner(target, policy, writer, call, onNotMoved);
    const groups = await groupsOf(source, call);
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

const NOTHING = (): void => undefined;
