import { readPlan } from '../plan/plan-file.js';
import { FileSide } from './file-side.js';

/**
 * What a plan of a file adds, as an account shows it: so that the rest of it is planned anew when the file may be read
 * no more. Each group has its own name, as the file has it, and the line of the plan as id.
 */
export async function plannedSide(plan: string): Promise<FileSide> {
  const side = new FileSide();
  try {
    const groups = new Map<number, number>();
    let group: number | undefined;
    for await (const { line, value } of readPlan(plan)) {
      if ('group' in value) {
        const { action, name, info, line: earlier = 0 } = value.group;
        group = action === 'into' ? groups.get(earlier) : undefined;
        if (action === 'create' || action === 'merge') group = side.group({ id: line, name, info });
        if (group !== undefined) groups.set(line, group);
      } else if ('add' in value && group !== undefined) await side.number(group, value.add);
    }
    return side;
  } catch (error) {
    side.close();
    throw error;
  }
}
