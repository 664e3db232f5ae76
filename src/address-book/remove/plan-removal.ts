import type { Contact, Group } from '../../client/types.js';
import { checkFunction, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { BackupWriter } from '../backup/backup-writer.js';
import { filePath, PLAN_FILE_OPTIONS } from '../options/shared-options.js';
import { newPlanFile, planHead } from '../plan/plan-file.js';
import { checkAccounts, hashedAccounts } from '../plan/plan-labels.js';
import { SelectedSide } from '../selection/selected-side.js';
import { checkTwoClients, type ReadProgress, readingClient, removingClient } from '../sides/account.js';
import { checkKinds, NOT_MOVED_KINDS, type NotMovedKind } from '../sides/not-moved.js';
import { isOneAccount } from '../sides/two-accounts.js';
import type { AddressBookDifference, VerifyResult } from '../verify/difference.js';
import { planScope } from '../verify/plan-scope.js';
import { type SourceVisitor, Verification } from '../verify/verification.js';

const OPTIONS = {
  /**
   * The account of which groups will be deleted. A group is made in it, and deleted again, to see whether `to` is
   * another.
   */
  from: required(removingClient),
  /** The account that has them; it is read only. */
  to: required(readingClient),
  /** The path of the plan that was carried out: its groups are removed, and no others. */
  plan: required(filePath),
  ...PLAN_FILE_OPTIONS,
  /** Texts that tell the accounts from others: see `planMigration`. The removal is carried out only with the same. */
  accounts: optional(hashedAccounts),
  /**
   * Kinds of data that the target does not have and that will be given up: further names of numbers, infos of groups,
   * numbers that stand in a group again. Default: nothing.
   */
  accept: withDefault([], checkKinds),
  /** Told of each difference between the two accounts. */
  onDifference: optional<(difference: AddressBookDifference) => void>(checkFunction),
  /** Told of how much was read, of both sides together. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

/** Options of {@link planRemoval}. */
export interface PlanRemovalOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Plans the deletion of the groups that were moved, in the account that they were moved from: only when the target is
 * another account, and has all of them. Nothing is deleted by it but the group that is made to see that. The plan holds
 * all that it deletes, and can be imported as an export can.
 *
 * @returns how much would be deleted
 * @throws ValidationError when an option is not usable, verifying finds a difference, or both are one account
 * @throws SmsServiceError when an account cannot be read
 *
 * @example
 * ```ts
 * const { groups, numbers } = await planRemoval({ from: source, to: target, plan: 'move.json', out: 'remove.json' });
 * console.log(`${groups} groups with ${numbers} numbers would be deleted`);
 * ```
 */
export async function planRemoval(options: PlanRemovalOptions): Promise<ReadProgress> {
  const { from, to, plan, out, accounts, accept: accepted, ...more } = readOptions(options, OPTIONS);
  const { force, onDifference, signal, onProgress, now } = more;
  checkTwoClients(from, to);
  const sides = { from, to };
  const { labels, accounts: planned, selection } = await planHead(plan);
  checkAccounts(planned, accounts);
  const scope = await planScope(plan);
  // Numbers as they are written: the plan is their backup, and they are compared in whatever spelling.
  const selected = selection && new SelectedSide(from, { ...selection, normalize: false });
  return newPlanFile(out, { option: 'out', force }, async (made) => {
    const writer = new BackupWriter(made);
    const called = { ...(labels && { labels }), ...(accounts && { accounts }) };
    await writer.head({ of: 'removal', createdAt: now().toISOString(), ...called, accepted });
    let isMoved = false;
    // As they were when they were compared: what comes later is in no target, and must not be deleted.
    const visitor: SourceVisitor = {
      group: async (group, targets) => {
        isMoved = scope.nameOf(group) !== undefined;
        if (isMoved) await writer.group(removedGroup(selected?.original(group) ?? group, targets));
      },
      number: async ({ number, name }: Contact) => {
        if (isMoved) await writer.number(number, name);
      },
    };
    const result = await new Verification(
      { from: selected ?? from, to },
      {
        scope,
        visitor,
        accept: accepted,
        onDifference,
        onProgress,
        signal,
      },
    ).run();
    const lacking = lackingOf(result, accepted);
    if (lacking !== undefined) return invalid('to', `has not all: ${lacking}`);
    const { groups, numbers } = await writer.end();
    if (groups > 0 && (await isOneAccount(sides, `${out}.mark`, signal))) {
      return invalid('from', 'is the same account as to, reached another way: what is deleted in one is gone in both');
    }
    return { groups, numbers };
  });
}

/** Counts what the target lacks and is not given up, in words; entries that stand there more often are no loss. */
function lackingOf(
  { missing, otherNames: name, infos: info, fewer: double }: VerifyResult,
  accepted: readonly NotMovedKind[],
): string | undefined {
  const counts: Readonly<Record<NotMovedKind, number>> = { name, info, double };
  const isLacking = missing > 0 || NOT_MOVED_KINDS.some((kind) => counts[kind] > 0 && !accepted.includes(kind));
  if (!isLacking) return undefined;
  return `${missing} missing, ${name} names of numbers, ${info} infos, ${double} numbers that stand there again`;
}

function removedGroup({ id, name, info }: Group, targets: readonly Group[]): Parameters<BackupWriter['group']>[0] {
  const [first] = targets;
  const as = first === undefined || first.name === name ? {} : { as: first.name };
  return { id, name, info, ...as, targetIds: targets.map((target) => target.id) };
}
