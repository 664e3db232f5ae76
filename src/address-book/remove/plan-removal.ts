import path from 'node:path';
import type { ContactNumber, Group } from '../../client/types.js';
import { checkBoolean, checkFilled, checkFunction, invalid, optional } from '../../options/check.js';
import { type KnownNames, readOptions } from '../../options/names.js';
import { BackupWriter } from '../backup/backup-writer.js';
import { newPlanFile, planHead } from '../plan/plan-file.js';
import { checkAccounts, hashedAccounts } from '../plan/plan-labels.js';
import type { PlanAccounts } from '../plan/plan-lines.js';
import {
  type ReadingClient,
  type ReadProgress,
  type RemovingClient,
  readingSides,
  removingClient,
} from '../sides/account.js';
import { checkedKinds, NOT_MOVED_KINDS, type NotMovedKind } from '../sides/not-moved.js';
import { isOneAccount } from '../sides/two-accounts.js';
import type { Difference, VerifyResult } from '../verify/difference.js';
import { planScope } from '../verify/plan-scope.js';
import { type SourceVisitor, Verification } from '../verify/verification.js';

/** Options of {@link planRemoval}. */
export interface PlanRemovalOptions {
  /**
   * The account of which groups will be deleted. A group is made in it, and deleted again, to see whether `to` is
   * another.
   */
  readonly from: RemovingClient;
  readonly to: ReadingClient;
  /** The path of the plan that was carried out: its groups are removed, and no others. */
  readonly plan: string;
  /** The path of the plan of removal. It has the labels of the plan that was carried out. */
  readonly out: string;
  /** What tells the accounts from others: see `planMigration`. The removal is carried out only with the same. */
  readonly accounts?: PlanAccounts | undefined;
  /**
   * What the target does not have and will be given up: further names of numbers, infos of groups, numbers that stand
   * in a group again. Default: nothing.
   */
  readonly accept?: readonly NotMovedKind[] | undefined;
  /** Whether a file that is there already is replaced; a plan that was begun never is. Default: false. */
  readonly force?: boolean | undefined;
  /** Told of each difference between the two accounts. */
  readonly onDifference?: ((difference: Difference) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of how much was read, of both sides together. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** The current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

const KNOWN: KnownNames<PlanRemovalOptions> = {
  from: true,
  to: true,
  plan: true,
  out: true,
  accounts: true,
  accept: true,
  force: true,
  onDifference: true,
  signal: true,
  onProgress: true,
  now: true,
};

/**
 * Plans the deletion of the groups that were moved, in the account that they were moved from: only when the target is
 * another account, and has all of them. Nothing is deleted by it but the group that is made to see that. The plan holds
 * all that it deletes, and can be imported as an export can.
 *
 * @returns how much would be deleted
 * @throws ValidationError when an option is not usable, verifying finds a difference, or both are one account
 * @throws SmsServiceError when an account cannot be read
 */
export async function planRemoval(options: PlanRemovalOptions): Promise<ReadProgress> {
  const { from: source, to, plan: given, out, accounts, accept, ...more } = readOptions(options, KNOWN);
  const { force = false, onDifference, signal, onProgress, now } = more;
  const from = removingClient(source, 'from');
  const sides = { from, to: readingSides(from, to).to };
  optional(onProgress, checkFunction, 'onProgress');
  optional(onDifference, checkFunction, 'onDifference');
  checkBoolean(force, 'force');
  const accepted = checkedKinds(accept);
  const plan = path.resolve(checkFilled(given, 'plan'));
  const file = path.resolve(checkFilled(out, 'out'));
  const { labels, accounts: planned } = await planHead(plan);
  const hashed = hashedAccounts(accounts);
  checkAccounts(planned, hashed.accounts);
  const scope = await planScope(plan);
  return newPlanFile(file, { option: 'out', force }, async (made) => {
    const writer = new BackupWriter(made);
    const createdAt = (now?.() ?? new Date()).toISOString();
    await writer.head({ of: 'removal', createdAt, ...(labels === undefined ? {} : { labels }), ...hashed, accepted });
    let isMoved = false;
    // As they were when they were compared: what comes later is in no target, and must not be deleted.
    const visitor: SourceVisitor = {
      group: async (group, targets) => {
        isMoved = scope.nameOf(group) !== undefined;
        if (isMoved) await writer.group(removedGroup(group, targets));
      },
      number: async ({ number, name }: ContactNumber) => {
        if (isMoved) await writer.number(number, name);
      },
    };
    const result = await new Verification(sides, {
      scope,
      visitor,
      accept: accepted,
      onDifference,
      onProgress,
      signal,
    }).run();
    const lacking = lackingOf(result, accepted);
    if (lacking !== undefined) return invalid('to', `has not all: ${lacking}`);
    const { groups, numbers } = await writer.end();
    if (groups > 0 && (await isOneAccount(sides, `${file}.mark`, signal))) {
      return invalid('from', 'is the same account as to, reached another way: what is deleted in one is gone in both');
    }
    return { groups, numbers };
  });
}

/** What the target lacks that is not given up; what stands there more often is no loss. */
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
