import { checkFunction, oneOf } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { PLAN_FILE_OPTIONS, SETTLING } from '../options/shared-options.js';
import { selectedSide } from '../selection/selected-side.js';
import { plannedSelection, SELECTION_TOLD } from '../selection/selection-options.js';
import { SelectionWarnings } from '../selection/selection-warnings.js';
import { checkTwoClients, groupsOf, READ_SIDES, type ReadProgress } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';
import { groupsByName } from '../sides/groups-by-name.js';
import { writePlan } from './plan-file.js';
import { checkLabels, hashedAccounts } from './plan-labels.js';
import { type NotMoved, type PlanHead, type PlanSummary, POLICIES, type SeenGroup } from './plan-lines.js';
import { type OwnGroups, Planner } from './planner.js';
import { settleUnfinished, UNFINISHED } from './unfinished.js';
import type { PlanWarning } from './warnings.js';

const OPTIONS = {
  ...READ_SIDES,
  ...SELECTION_TOLD,
  ...PLAN_FILE_OPTIONS,
  /** The policy for a group whose name the target has already. Default: `'merge'`. */
  policy: withDefault('merge', oneOf(...POLICIES)),
  /** Names of the two accounts, for whoever carries the plan out: see {@link readPlanLabels}. Default: none. */
  labels: optional(checkLabels),
  /**
   * Texts that tell the two accounts from all others, such as address and user name; the plan holds hashes of them. A
   * run into the same account that is at work beside the plan is then seen. Default: none.
   */
  accounts: optional(hashedAccounts),
  ...SETTLING,
  /** Told of what the target will not have. */
  onNotMoved: withDefault<(what: NotMoved) => void>(() => undefined, checkFunction),
  /** Told of each warning that stands in the plan. */
  onWarning: withDefault<(warning: PlanWarning) => void>(() => undefined, checkFunction),
  ...UNFINISHED,
  /** Told of how many numbers of the source were read. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

/** Options of {@link planMigration}. */
export interface PlanMigrationOptions extends OptionsOf<typeof OPTIONS> {}

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
 *
 * @example
 * ```ts
 * const { create, add, conflicts } = await planMigration({ from: source, to: target, out: 'move.json' });
 * console.log(`${create} groups to make, ${add} numbers to add, ${conflicts} conflicts`);
 * ```
 */
export async function planMigration(options: PlanMigrationOptions): Promise<PlanSummary> {
  const { labels, accounts, policy, onSelection, from, onUnfinished, ...more } = readOptions(options, OPTIONS);
  checkTwoClients(from, more.to);
  const selection = plannedSelection(more);
  const warnings = new SelectionWarnings(onSelection);
  return planSides({
    ...more,
    from: selectedSide(from, selection, warnings.see),
    head: { policy, ...(labels && { labels }), ...(accounts && { accounts }), ...(selection && { selection }) },
    warnings: () => warnings.all(),
    onUnfinished,
  });
}

/** The facts that a plan of two sides is made by; nobody need be told of anything. */
export interface SidesToPlan extends Pick<ReadOptions, PlanningOption>, Partial<Pick<ReadOptions, TellingOption>> {
  readonly head: Omit<PlanHead, 'plan' | 'createdAt'>;
  /** Groups that earlier plans of this move have made: they are gone on with, whatever the policy is. */
  readonly own?: OwnGroups | undefined;
  /** Returns what is to be known of what was read. */
  readonly warnings?: (() => readonly string[]) | undefined;
}

type ReadOptions = ReturnType<typeof readOptions<typeof OPTIONS>>;
type PlanningOption = 'from' | 'to' | 'out' | 'force' | 'signal' | 'settleMs' | 'onUnfinished';
type TellingOption = 'now' | 'onNotMoved' | 'onWarning' | 'onProgress';

/** Writes the plan of a move between two sides. */
export async function planSides(sides: SidesToPlan): Promise<PlanSummary> {
  const { from: source, to: target, out: file, force, signal, head, own, settleMs, ...tell } = sides;
  const { now = () => new Date(), onUnfinished, onProgress, warnings = () => [] } = tell;
  const { onNotMoved = () => undefined, onWarning = () => undefined } = tell;
  const call = { signal };
  return writePlan(file, { option: 'out', force }, head, now(), async (writer) => {
    await settleUnfinished(file, head.accounts?.to, { settleMs, signal, onUnfinished });
    const planner = new Planner({ to: target, policy: head.policy, writer, call, onNotMoved, onWarning, own });
    const groups = await groupsOf(source, call);
    await planner.begin(groups);
    const fingerprint = new Fingerprint();
    const seen: SeenGroup[] = [];
    for (const group of groups) fingerprint.group(group);
    const read = { groups: 0, numbers: 0 };
    // Those of one name one after the other: their numbers go to one group.
    for (const group of [...groupsByName(groups).values()].flat()) {
      await planner.group(group);
      read.groups += 1;
      const entries = new Fingerprint();
      for await (const contact of source.streamNumbers(group.id, call)) {
        entries.number(contact);
        await planner.number(contact);
        read.numbers += 1;
        onProgress?.({ ...read });
      }
      fingerprint.addAll(entries);
      const { id, name, info } = group;
      seen.push({ side: 'source', id, name, info, numbers: entries.toString() });
    }
    for (const text of warnings()) await planner.warn({ kind: 'selection', text });
    return planner.finish(fingerprint.toString(), seen);
  });
}
