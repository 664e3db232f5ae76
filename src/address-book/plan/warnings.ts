import type { Group } from '../../client/types.js';

/** What the SOAP interface does not show, and so cannot move. */
export const NOT_CARRIED = 'unsubscriptions and blacklists do not travel: the SOAP interface does not show them';

/** What later versions of the interface want of a group (docs/gateway.md section 4). */
const MIN_NAME = 2;
const MAX_NAME = 32;
const MAX_INFO = 200;

/** What may be refused about a group's name; nothing of the name itself. */
export function nameWarning({ name, info }: Pick<Group, 'name' | 'info'>): string | undefined {
  if (name.length < MIN_NAME) return `the name has fewer than ${MIN_NAME} characters, which later gateways refuse`;
  if (name.length > MAX_NAME) return `the name has more than ${MAX_NAME} characters, which later gateways refuse`;
  if (info.length > MAX_INFO) return `the info has more than ${MAX_INFO} characters, which later gateways refuse`;
  return undefined;
}
