import type { GroupRef } from '../plan/plan-lines.js';
import { readPlan } from '../plan/read-plan.js';

/** The groups of the source that a plan copies. */
export interface PlanScope {
  /** Returns true if a group of the source, by id and name, is in the plan. */
  has(group: GroupRef): boolean;
  /** Returns the name that a group of the source has in the target; `undefined` if it is not copied. */
  nameOf(group: GroupRef): string | undefined;
}

/** Reads which groups a plan copies, and under which names. @throws ValidationError if it is not a plan */
export async function planScope(plan: string): Promise<PlanScope> {
  const names = new Map<string, string>();
  for await (const { value } of readPlan(plan)) {
    const group = 'addGroup' in value ? value.addGroup : 'group' in value ? value.group : undefined;
    if (group?.source !== undefined) names.set(keyOf(group.source), group.name);
  }
  return { has: (group) => names.has(keyOf(group)), nameOf: (group) => names.get(keyOf(group)) };
}

function keyOf({ id, name }: GroupRef): string {
  return `${id}\0${name}`;
}
