import { isObject } from '../../errors/check.js';
import type { PlanLine } from './plan-lines.js';
import { having, isCount, isText, isWhole, orNothing, type Shape } from './shape.js';

const isGroup = having({ id: isWhole, name: isText, info: isText, as: orNothing(isText) });
const ACTIONS: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  ['create', isGroup],
  ['merge', having({ targetId: isWhole })],
  ['into', having({ line: isCount })],
  ['skip', isGroup],
  ['conflict', isGroup],
]);

/** What stands in each kind of line, which is told by the name of its field. */
const PARTS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['plan', isWhole],
  ['group', (value) => isGroup(value) && ACTIONS.get((value as { action?: unknown }).action)?.(value) === true],
  ['add', having({ number: isText, name: isText })],
  ['notMoved', having({ kind: isText, group: isText })],
  ['warning', isText],
  ['end', having({ create: isCount, add: isCount, conflicts: isCount, source: isText, target: isText })],
]);

/** What stands beside `plan` in the first line. */
const BESIDE_PLAN: ReadonlySet<string> = new Set(['createdAt', 'policy', 'labels', 'accounts']);

/** Whether something is a line of a plan, and of one kind only: one that was edited by hand may be none. */
export function isPlanLine(value: unknown): value is PlanLine {
  if (!isObject(value)) return false;
  const parts = Object.entries(value);
  const [[name, part] = ['', undefined], ...others] = parts;
  if (PARTS.get(name)?.(part) !== true) return false;
  return name === 'plan' ? others.every(([other]) => BESIDE_PLAN.has(other)) : others.length === 0;
}
