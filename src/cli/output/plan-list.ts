import { readPlan } from '../../address-book/plan/plan-file.js';
import type { PlanLine } from '../../address-book/plan/plan-lines.js';
import type { Output } from './output.js';
import { printable } from './text.js';

/** The word for what becomes of a group of the source. */
const ACTIONS = { create: '+ group', merge: '= group', into: '= group', skip: '  skipped', conflict: '! conflict' };

/** Prints each change that a plan of a migration would make: to people a line, to machines the line of the plan. */
export async function listPlan(output: Output, file: string): Promise<void> {
  let group = '';
  for await (const { value } of readPlan(file)) {
    if ('group' in value) group = value.group.as ?? value.group.name;
    if ('group' in value || 'add' in value) await output.result(value, () => textOf(value, group));
  }
}

function textOf(
  value: Extract<PlanLine, { readonly group: unknown } | { readonly add: unknown }>,
  group: string,
): string {
  if ('add' in value) {
    const { number, name } = value.add;
    return ['+ number', number, name === '' ? '(no name)' : name, `in ${group}`].map(printable).join('\t');
  }
  return `${ACTIONS[value.group.action]}\t${printable(group)}`;
}
