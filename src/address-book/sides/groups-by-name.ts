import type { Group } from '../../client/types.js';

/**
 * Groups of one name together, in the order of the account.
 *
 * @param nameOf - the name that counts; a group for which it gives none is left out
 */
export function groupsByName(
  groups: readonly Group[],
  nameOf: (group: Group) => string | undefined = ({ name }) => name,
): ReadonlyMap<string, readonly Group[]> {
  const byName = new Map<string, Group[]>();
  for (const group of groups) {
    const name = nameOf(group);
    const same = name === undefined ? undefined : byName.get(name);
    if (same !== undefined) same.push(group);
    else if (name !== undefined) byName.set(name, [group]);
  }
  return byName;
}
