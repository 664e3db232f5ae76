import type { Group } from '../../client/types.js';
import { readPlan } from '../plan/plan-file.js';

/** The groups of two accounts that belong to a plan. */
export interface PlanScope {
  /** Tells whether a group of the source is in the plan: its id and its name are. */
  has(group: Pick<Group, 'id' | 'name'>): boolean;
  /** The name of a group of the source in the target; `undefined` for one that is not moved. */
  nameOf(group: Pick<Group, 'id' | 'name'>): string | undefined;
  /** The names of groups that are there on both sides, and were skipped. */
  readonly leftOut: ReadonlySet<string>;
}

/** Reads what a plan has made, skipped and renamed. @throws ValidationError when it is none */
export async function planScope(plan: string): Promise<PlanScope> {
  const names = new Map<string, string | undefined>();
  const leftOut = new Set<string>();
  for await (const { value } of readPlan(plan)) {
    if (!('group' in value)) continue;
    const { id, name, as = name, action } = value.group;
    const isMoved = action !== 'skip' && action !== 'conflict';
    names.set(keyOf({ id, name }), isMoved ? as : undefined);
    if (!isMoved) leftOut.add(name);
  }
  return { has: (group) => names.has(keyOf(group)), nameOf: (group) => names.get(keyOf(group)), leftOut };
}

function keyOf({ id, name }: Pick<Group, 'id' | 'name'>): string {
  return `${id}\0${name}`;
}
