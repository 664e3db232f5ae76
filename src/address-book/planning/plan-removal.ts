import type { Contact, Group } from '../../client/types.js';
import { checkFunction, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import {
  checkAccounts,
  checkReader,
  checkTwoClients,
  checkWriter,
  type ReadingClient,
  type WritingClient,
} from '../accounts/account.js';
import { filePath, PLANNING } from '../accounts/options.js';
import { isSameAccount } from '../accounts/same-account.js';
import { type AddressBookDifference, type CompareResult, compare } from '../compare/compare.js';
import { waitForUnfinishedRuns } from '../journal/unfinished-runs.js';
import {
  checkKinds,
  type DeleteGroup,
  NOT_COPIED_KINDS,
  type NotCopiedKind,
  type PlanSummary,
} from '../plan/plan-lines.js';
import { planHeader, planScope } from '../plan/read-plan.js';
import { writePlan } from '../plan/write-plan.js';
import { SelectedSide } from '../selection/selection.js';

type RemovingClient = ReadingClient & Pick<WritingClient, 'addGroup' | 'delGroup'>;

const OPTIONS = {
  /** The account in which groups will be deleted. An empty group is added to it for a moment. */
  from: required((client: RemovingClient, path: string) => checkWriter(client, ['addGroup', 'delGroup'], path)),
  /** The account that has the copies. It is only read. */
  to: required<ReadingClient>(checkReader),
  /** The path of the plan that was applied: only its groups are deleted. */
  plan: required(filePath),
  ...PLANNING,
  /** Kinds of data that the target lacks and that may be lost. Default: none. */
  accept: withDefault([], checkKinds),
  /** Called for each difference between the accounts. */
  onDifference: optional<(difference: AddressBookDifference) => void>(checkFunction),
};

/** Options of {@link planRemoval}. */
export interface PlanRemovalOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Plans to delete the groups that a plan has copied, in the account that they were copied from: only if the target is
 * another account and has all of them. The plan contains everything that it deletes; {@link importAddressBook}
 * accepts it.
 *
 * @throws ValidationError if an option is invalid, the target lacks something, or both clients reach the same account
 * @throws SmsServiceError if an account cannot be read
 *
 * @example
 * ```ts
 * const { deleteGroups } = await planRemoval({ from: source, to: target, plan: 'move.jsonl', out: 'remove.jsonl' });
 * console.log(`${deleteGroups} groups to delete`);
 * ```
 */
export async function planRemoval(options: PlanRemovalOptions): Promise<PlanSummary> {
  const { from, to, plan, accounts, accept, ...more } = readOptions(options, OPTIONS);
  const { out, settleMs, signal, onUnfinished, onDifference, onProgress } = more;
  checkTwoClients(from, to);
  const { purpose, labels, accounts: planned, selection } = await planHeader(plan);
  if (purpose !== 'copy') invalid('plan', `must be the plan of a copy, and has the purpose ${purpose}`);
  checkAccounts(planned, accounts);
  const scope = await planScope(plan);
  // Numbers as they are written: the plan is their backup.
  const selected = selection && new SelectedSide(from, { ...selection, normalize: false }, false);
  const header = { purpose: 'remove' as const, accept, ...(labels && { labels }), ...(accounts && { accounts }) };
  return writePlan(more, header, async (writer) => {
    await waitForUnfinishedRuns(out, { account: accounts?.from, settleMs, signal, onUnfinished });
    let isCopied = false;
    // Entries as they were compared: what is added later has no copy, and must not be deleted.
    const visitor = {
      group: async (group: Group, targets: readonly Group[]): Promise<void> => {
        isCopied = scope(group) !== undefined;
        if (isCopied) await writer.write({ deleteGroup: deletionOf(selected?.original(group) ?? group, targets) });
      },
      number: async ({ number, name }: Contact): Promise<void> => {
        if (isCopied) await writer.write({ entry: { number, name } });
      },
    };
    const comparing = { scope, visitor, accept, onDifference, onProgress, signal, covers: () => false };
    const problem = lackingOf(await compare(selected ?? from, to, comparing), accept);
    if (problem !== undefined) invalid('to', `lacks data: ${problem}`);
    if (writer.summary.deleteGroups > 0 && (await isSameAccount(from, to, signal))) {
      invalid('from', 'is the same account as to, reached by another address');
    }
  });
}

function lackingOf(
  { missing, otherNames: name, infos: info, fewer: duplicate }: CompareResult,
  accept: readonly NotCopiedKind[],
): string | undefined {
  const counts: Readonly<Record<NotCopiedKind, number>> = { name, info, duplicate };
  const isLacking = missing > 0 || NOT_COPIED_KINDS.some((kind) => counts[kind] > 0 && !accept.includes(kind));
  return isLacking ? `${missing} missing, ${name} names, ${info} infos, ${duplicate} duplicates` : undefined;
}

function deletionOf({ id, name, info }: Group, targets: readonly Group[]): DeleteGroup {
  return { id, name, info, copies: { name: targets[0]?.name ?? name, ids: targets.map((target) => target.id) } };
}
