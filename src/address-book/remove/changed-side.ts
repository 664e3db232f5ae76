import type { Group } from '../../client/types.js';
import type { ReadingClient } from '../sides/account.js';
import { readContacts } from '../sides/contact-table.js';
import { Fingerprint } from '../sides/fingerprint.js';
import type { NotMovedKind } from '../sides/not-moved.js';
import type { RemovedGroup } from './removal-overview.js';

/** The two accounts, and what of them is there at this moment. */
export interface Sides {
  readonly from: ReadingClient;
  readonly to: ReadingClient;
  readonly signal: AbortSignal | undefined;
}

/** The groups of a target, by their ids. */
export type GroupsById = ReadonlyMap<number, Group>;

/**
 * Compares a group with what stands in the plan, and with what the target has of it.
 *
 * @param group - as the source shows it
 * @param targets - the groups of the target
 * @param accepted - what the target need not have
 * @returns the side that is not as it was; `undefined` where both are
 */
export async function changedSide(
  { from, to, signal }: Sides,
  planned: RemovedGroup,
  group: Group | undefined,
  targets: GroupsById,
  accepted: readonly NotMovedKind[],
): Promise<'from' | 'to' | undefined> {
  const { name, info, as, targetIds, fingerprint } = planned;
  if (group === undefined || group.name !== name || group.info !== info) return 'from';
  const theirs = targetIds.map((id) => targets.get(id));
  if (targetIds.length === 0 || theirs.some((target) => target?.name !== as)) return 'to';
  const hasInfo = info === '' || theirs.some((target) => target?.info === info);
  if (!hasInfo && !accepted.includes('info')) return 'to';
  const there = await readContacts(to, targetIds, { signal });
  const now = new Fingerprint();
  let hasAll = true;
  for await (const contact of from.streamNumbers(group.id, { signal })) {
    now.number({ ...contact, groupId: planned.id });
    const found = there.find(contact.number, contact.name);
    const isGivenUp =
      (found === 'fewer' && accepted.includes('double')) || (found === 'other-name' && accepted.includes('name'));
    hasAll &&= found === 'same' || isGivenUp;
  }
  if (now.toString() !== fingerprint) return 'from';
  return hasAll ? undefined : 'to';
}
