import type { Group } from '../../client/types.js';

/** What the SOAP interface does not show, and so cannot move. */
export const NOT_CARRIED = 'unsubscriptions and blacklists do not travel: the SOAP interface does not show them';

/** What later versions of the interface want of a group (docs/gateway.md section 4). */
const MIN_NAME = 2;
const MAX_NAME = 32;
const MAX_INFO = 200;

/** What may be refused about a group of the source; nothing of the name itself. */
export function nameWarning({ id, name, info }: Pick<Group, 'id' | 'name' | 'info'>): string | undefined {
  const what = nameProblem(name, info);
  return what && `${what} characters, which later gateways refuse: group ${id} of the source`;
}

function nameProblem(name: string, info: string): string | undefined {
  if (name.length < MIN_NAME) return `the name has fewer than ${MIN_NAME}`;
  if (name.length > MAX_NAME) return `the name has more than ${MAX_NAME}`;
  return info.length > MAX_INFO ? `the info has more than ${MAX_INFO}` : undefined;
}

/** What is lost where a group of the source goes into one that has an info of its own. */
export function infoWarning({ id, info }: Pick<Group, 'id' | 'info'>, other: string): string | undefined {
  if (info === other || info === '') return undefined;
  return `the info of group ${id} of the source is not moved: the group that it goes into has another`;
}
