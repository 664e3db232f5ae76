import type { Group } from '../../client/types.js';

/** The warning that names what the SOAP interface does not show, and so cannot move. */
export const NOT_SHOWN = 'unsubscriptions and blacklists do not travel: the SOAP interface does not show them';

/** Limits of later versions of the interface for a group (docs/gateway.md section 4). */
const MIN_NAME = 2;
const MAX_NAME = 32;
const MAX_INFO = 200;

/** Returns a warning of what may be refused about a group of the source; it shows nothing of the name itself. */
export function nameWarning({ id, name, info }: Pick<Group, 'id' | 'name' | 'info'>): string | undefined {
  const what = nameProblem(name, info);
  return what && `${what} characters, which later gateways refuse: group ${id} of the source`;
}

function nameProblem(name: string, info: string): string | undefined {
  if (name.length < MIN_NAME) return `the name has fewer than ${MIN_NAME}`;
  if (name.length > MAX_NAME) return `the name has more than ${MAX_NAME}`;
  return info.length > MAX_INFO ? `the info has more than ${MAX_INFO}` : undefined;
}

/**
 * Returns a warning of what nobody can see from here. @param groups - how many groups of the target are filled that are
 * there already
 */
export function sharedWarning(groups: number): string | undefined {
  if (groups === 0) return undefined;
  const which = groups === 1 ? 'a group that is' : `${groups} groups that are`;
  return (
    `numbers are added to ${which} there already: what somebody else adds to them while the plan is carried out ` +
    'may then be there twice, which verify shows'
  );
}
