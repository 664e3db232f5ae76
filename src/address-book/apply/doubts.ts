import { numberKey } from '../../domain/phone-number.js';
import { isSmsServiceError } from '../../errors/errors.js';
import { STATES } from '../journal/steps.js';
import { readPlan } from '../plan/plan-file.js';
import type { PlanGroup } from '../plan/plan-lines.js';
import { groupsOf } from '../sides/account.js';
import type { RunContext } from './run-context.js';

/** A number that may have been added. */
export interface Doubt {
  readonly line: number;
  readonly number: string;
  readonly name: string;
  readonly groupId: number;
  /** The group of the source. */
  readonly of: Pick<PlanGroup['group'], 'id' | 'name'>;
}

/** Waits until none of it can be on its way, and looks it up. @returns what was not carried out */
export async function lookUp(context: RunContext, doubts: readonly Doubt[]): Promise<readonly Doubt[]> {
  const { journal, to, signal, settling, tell } = context;
  await settling.wait();
  const byGroup = new Map<number, Map<string, Doubt>>();
  for (const doubt of doubts) {
    const wanted = byGroup.get(doubt.groupId) ?? new Map<string, Doubt>();
    byGroup.set(doubt.groupId, wanted.set(numberKey(doubt.number), doubt));
  }
  const again: Doubt[] = [];
  for (const [groupId, wanted] of byGroup) {
    for await (const { number } of to.streamNumbers(groupId, { signal })) {
      const key = numberKey(number);
      const found = wanted.get(key);
      if (found === undefined) continue;
      wanted.delete(key);
      journal.done(found.line);
    }
    again.push(...wanted.values());
  }
  tell({ type: 'settled', carriedOut: doubts.length - again.length, again: again.length });
  return again;
}

/**
 * Settles all that an earlier run, or this one, has left in doubt, and makes none of it again: whoever plans anew then
 * finds what was carried out.
 */
export async function settleAll(context: RunContext): Promise<void> {
  const { journal, plan, to, signal, settling } = context;
  if (journal.steps.count(STATES.begun) === 0) return;
  await settling.wait();
  const groups = await groupsOf(to, { signal });
  const ids = new Map<number, number>();
  const doubts: Doubt[] = [];
  let groupId: number | undefined;
  let of: Doubt['of'] = { id: 0, name: '' };
  for await (const { line, value } of readPlan(plan)) {
    if ('group' in value) {
      const { action, name, as = name, targetId, line: earlier = 0 } = value.group;
      of = value.group;
      if (action === 'create' && journal.steps.stateOf(line) === STATES.begun) {
        const made = groups.find((group) => group.name === as);
        if (made === undefined) journal.undo(line);
        else journal.done(line, made.id);
      }
      groupId = action === 'into' ? ids.get(earlier) : (targetId ?? journal.steps.idOf(line));
      if (groupId !== undefined) ids.set(line, groupId);
    } else if ('add' in value && journal.steps.stateOf(line) === STATES.begun) {
      // A group that is there no more has none of them.
      if (groupId === undefined || !groups.some(({ id }) => id === groupId)) journal.undo(line);
      else doubts.push({ line, ...value.add, groupId, of });
    }
  }
  try {
    for (const { line } of await lookUp(context, doubts)) journal.undo(line);
  } catch (error) {
    // Somebody deletes it at this moment: another look tells of the others.
    if (isSmsServiceError(error) && error.code === 'NOT_FOUND') return settleAll(context);
    throw error;
  }
}
