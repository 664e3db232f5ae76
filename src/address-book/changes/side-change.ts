import type { Group } from '../../client/types.js';
import { isSmsServiceError } from '../../errors/errors.js';
import type { SeenGroup } from '../plan/plan-lines.js';
import { groupsOf, type ReadingClient } from '../sides/account.js';
import { Fingerprint } from '../sides/fingerprint.js';

/** Something in which a side is not as it was when its plan was made. */
export interface SideChange {
  readonly side: SeenGroup['side'];
  /** The name of the group, as the plan has it; of a new one its own. */
  readonly group: string;
  /**
   * `'gone'`, `'new'`: the group; `'renamed'`: it has another name; `'numbers'`: it has other entries; `'info'`: it has
   * another info. One that was deleted and made anew is gone, and new.
   */
  readonly kind: 'gone' | 'new' | 'renamed' | 'numbers' | 'info';
}

/**
 * Compares a side with what a plan has seen of it, and yields each change. Of the target it matters which groups there
 * are, and what is in those that are filled.
 */
export async function* changesOf(
  side: SeenGroup['side'],
  client: ReadingClient,
  seen: readonly SeenGroup[],
  signal: AbortSignal | undefined,
): AsyncGenerator<SideChange, void, undefined> {
  const groups = await groupsOf(client, { signal });
  const byId = new Map(groups.map((group) => [group.id, group]));
  const known = new Set<number>();
  for (const was of seen) {
    if (was.side !== side) continue;
    known.add(was.id);
    for (const kind of await kindsOf(client, was, byId.get(was.id), signal)) yield { side, group: was.name, kind };
  }
  for (const { id, name } of groups) if (!known.has(id)) yield { side, group: name, kind: 'new' };
}

/** The ways in which a group is not as it was. */
async function kindsOf(
  client: ReadingClient,
  { id, name, info, numbers }: SeenGroup,
  now: Group | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly SideChange['kind'][]> {
  if (now === undefined) return ['gone'];
  const kinds: SideChange['kind'][] = now.name === name ? [] : ['renamed'];
  if (numbers === undefined) return kinds;
  if (now.info !== info) kinds.push('info');
  const entries = new Fingerprint();
  try {
    for await (const contact of client.streamNumbers(id, { signal })) entries.number(contact);
  } catch (error) {
    if (isGone(error)) return ['gone'];
    throw error;
  }
  return entries.toString() === numbers ? kinds : [...kinds, 'numbers'];
}

/** Tells whether an error says that a group is there no more. */
export function isGone(error: unknown): boolean {
  return isSmsServiceError(error) && error.code === 'NOT_FOUND';
}

/**
 * Tells whether a side shows none of the groups that a plan has seen, where it has seen some: it may be another
 * account, of which nothing is to be planned anew.
 */
export function hasNone(side: SeenGroup['side'], groups: readonly Group[], seen: readonly SeenGroup[]): boolean {
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const own = seen.filter((was) => was.side === side);
  return own.length > 0 && own.every(({ id, name }) => names.get(id) !== name);
}
