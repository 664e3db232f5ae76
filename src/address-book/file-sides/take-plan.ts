import { invalid } from '../../options/check.js';
import { type Line, TOO_LONG } from '../formats/records/lines.js';
import { PlanCounts } from '../plan/plan-counts.js';
import type { PlanEnd } from '../plan/plan-lines.js';
import { readPlanLine } from '../plan/plan-shape.js';
import type { FileSide } from './file-side.js';

/**
 * Takes what a plan of a migration moves: its groups under the names that they get, with the numbers that are added.
 *
 * @param name - of the file, for errors
 * @throws ValidationError for a plan that was edited, or is not whole
 */
export async function takePlan(side: FileSide, lines: AsyncIterable<Line>, name: string): Promise<void> {
  const counts = new PlanCounts(name);
  /** The index of each group, by its line. */
  const groups = new Map<number, number>();
  let end: PlanEnd['end'] | undefined;
  let group: number | undefined;
  for await (const { line, text, isTooLong } of lines) {
    if (isTooLong) invalid(`line ${line}`, TOO_LONG);
    if (end !== undefined) invalid('plan', `has lines behind its end: ${name}`);
    const value = readPlanLine(text.replace(/\r?\n$/, ''), line, name);
    counts.see(value, line);
    if ('end' in value) end = value.end;
    else if ('group' in value) {
      const { action, name: own, as = own, info, line: earlier = 0 } = value.group;
      group = undefined;
      if (action === 'into') group = groups.get(earlier);
      // Under the line as id: with the policy rename there are several groups of one name.
      else if (action === 'create' || action === 'merge') group = side.group({ id: line, name: as, info });
      if (group !== undefined) groups.set(line, group);
    } else if ('add' in value && group !== undefined) await side.number(group, value.add);
  }
  if (end === undefined) return invalid('plan', `is not whole: ${name} has no last line`);
  counts.check(end);
}
