import type { Group } from '../../client/types.js';

/** Something that the person who reviews a plan should know. */
export interface PlanWarning {
  /** `'not-shown'`: data that the interface does not show; `'same-name'`: an account has several groups of one name. */
  readonly kind: 'not-shown' | 'same-name';
  /** The warning as the plan contains it, without names. */
  readonly text: string;
  /** The name of the group. */
  readonly group?: string | undefined;
}

export const NOT_SHOWN: PlanWarning = {
  kind: 'not-shown',
  text: 'unsubscriptions and blacklists are not copied: the SOAP interface does not show them',
};

/** Returns the warning about several groups of one name. */
export function sameNameWarning(side: 'source' | 'target', { id, name }: Pick<Group, 'id' | 'name'>): PlanWarning {
  const which = side === 'source' ? '' : '; numbers are added to this one';
  return {
    kind: 'same-name',
    text: `the ${side} has several groups with the name of group ${id}${which}`,
    group: name,
  };
}
