import type { Group } from '../../client/types.js';

/** Something about a plan that a person should know. */
export interface PlanWarning {
  /**
   * `'not-shown'`: what the interface does not show, and so cannot move; `'name'`, `'info'`: that of a group may be
   * refused; `'same-name'`: a side has several groups of one name; `'shared'`: groups are filled that are there;
   * `'selection'`: what is selected, or mapped, fits nothing.
   */
  readonly kind: 'not-shown' | 'name' | 'info' | 'same-name' | 'shared' | 'selection';
  /** It in words, as it stands in the plan; no name stands in them. */
  readonly text: string;
  /** The name of the group that it is about. */
  readonly group?: string | undefined;
}

/** The warning that names what the SOAP interface does not show, and so cannot move. */
export const NOT_SHOWN: PlanWarning = {
  kind: 'not-shown',
  text: 'unsubscriptions and blacklists do not travel: the SOAP interface does not show them',
};

/** Limits of later versions of the interface for a group (docs/gateway.md section 4). */
const MIN_NAME = 2;
const MAX_NAME = 32;
const MAX_INFO = 200;

/** Returns a warning of what may be refused about a group of the source. */
export function nameWarning({ id, name, info }: Pick<Group, 'id' | 'name' | 'info'>): PlanWarning | undefined {
  const what = nameProblem(name) ?? (info.length > MAX_INFO ? `the info has more than ${MAX_INFO}` : undefined);
  if (what === undefined) return undefined;
  const text = `${what} characters, which later gateways refuse: group ${id} of the source`;
  return { kind: nameProblem(name) === undefined ? 'info' : 'name', text, group: name };
}

function nameProblem(name: string): string | undefined {
  if (name.length < MIN_NAME) return `the name has fewer than ${MIN_NAME}`;
  return name.length > MAX_NAME ? `the name has more than ${MAX_NAME}` : undefined;
}

/** Returns the warning of groups of the source that have one name. */
export function sourceNameWarning({ id, name }: Pick<Group, 'id' | 'name'>): PlanWarning {
  return { kind: 'same-name', text: `the source has several groups of the name of its group ${id}`, group: name };
}

/** Returns the warning of groups of the target that have one name. */
export function targetNameWarning({ id, name }: Pick<Group, 'id' | 'name'>): PlanWarning {
  const text = `the target has several groups of the name of its group ${id}: that one is filled`;
  return { kind: 'same-name', text, group: name };
}

/**
 * Returns a warning of what nobody can see from here. @param groups - how many groups of the target are filled that are
 * there already
 */
export function sharedWarning(groups: number): PlanWarning | undefined {
  if (groups === 0) return undefined;
  const which = groups === 1 ? 'a group that is' : `${groups} groups that are`;
  const text =
    `numbers are added to ${which} there already: what somebody else adds to them while the plan is carried out ` +
    'may then be there twice, which verify shows';
  return { kind: 'shared', text };
}
