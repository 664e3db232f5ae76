import { readSteps } from '../journal/read-steps.js';
import { STATES } from '../journal/steps.js';
import { migrationOverview } from '../plan/overview.js';
import { readPlan } from '../plan/plan-file.js';
import { journalFor, journalOf } from '../plan/plan-journal.js';
import type { OwnGroups, SourceGroup } from '../plan/planner.js';

/** A group that a plan has made. */
interface MadeGroup extends Pick<SourceGroup, 'id' | 'name'> {
  readonly targetId: number;
}

/** The results of plans that are over, for the one that is made of what they have left. */
export interface EarlierPlans extends OwnGroups {
  /** Steps that were carried out. */
  readonly done: number;
}

/**
 * Reads what earlier plans of a move have done.
 *
 * @param journal - of the first one, where the caller has named it
 * @param isOfPlan - whether the later ones are made of the first: its lines are the ids of their groups
 */
export async function earlierPlans(
  plans: readonly string[],
  journal: string | undefined,
  isOfPlan: boolean = false,
): Promise<EarlierPlans> {
  const made: MadeGroup[] = [];
  let done = 0;
  for (const [index, plan] of plans.entries()) {
    if (journalOf(plan) === undefined) continue;
    const steps = readSteps(journalFor(plan, index === 0 ? journal : undefined), await migrationOverview(plan));
    done += steps.count(STATES.done);
    for await (const { line, value } of readPlan(plan)) {
      const targetId = steps.idOf(line);
      if (!('group' in value) || targetId === undefined) continue;
      const { id, name } = value.group;
      made.push({ id: isOfPlan && index === 0 ? line : id, name, targetId });
    }
  }
  const taken = new Set<number>();
  const of = ({ id, name }: SourceGroup, sourceIds: ReadonlySet<number>): number | undefined => {
    const same = made.findLast((one) => one.id === id && one.name === name);
    // One that was deleted at the source and made anew goes on where it was.
    const found =
      same ?? made.findLast((one) => one.name === name && !sourceIds.has(one.id) && !taken.has(one.targetId));
    if (found !== undefined) taken.add(found.targetId);
    return found?.targetId;
  };
  return { done, of };
}
