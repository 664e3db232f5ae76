import { invalid } from '../../options/check.js';
import { PlanCounts } from './plan-counts.js';
import { readPlan } from './plan-file.js';
import type { PlanEnd, PlanHead, PlanLine, SeenGroup } from './plan-lines.js';

/** The facts of any plan that are known before it is carried out. */
interface Overview {
  readonly lines: number;
  /** Tells plans apart. */
  readonly hash: string;
}

/** A group of the target that numbers are added to. */
interface PlannedTarget {
  /** The line of the plan. */
  readonly line: number;
  readonly name: string;
  /** `undefined` where it is made. */
  readonly id: number | undefined;
}

/** The facts of a plan of migration that are known before it is carried out. */
export interface MigrationOverview extends Overview {
  readonly head: PlanHead;
  readonly end: PlanEnd['end'];
  /** The groups of the target that numbers are added to. */
  readonly targets: readonly PlannedTarget[];
  /** The groups of both sides as they were; none in a plan of an earlier version. */
  readonly seen: readonly SeenGroup[];
}

/** Reads the plan of a migration through. @throws ValidationError when it is none, or not whole */
export async function migrationOverview(file: string): Promise<MigrationOverview> {
  const targets: PlannedTarget[] = [];
  const seen: SeenGroup[] = [];
  const counts = new PlanCounts(file);
  let head: PlanHead | undefined;
  let end: PlanEnd['end'] | undefined;
  const overview = await readThrough(file, (value, line) => {
    if (end !== undefined) invalid('plan', `has lines behind its end: ${file}`);
    counts.see(value, line);
    if ('plan' in value)
      head = line === 1 ? value : invalid('plan', `has a second first line in line ${line}: ${file}`);
    else if ('end' in value) end = value.end;
    else if ('seen' in value) seen.push(value.seen);
    else if ('group' in value) {
      const { action, name, as = name, targetId: id } = value.group;
      if (action === 'create' || action === 'merge') targets.push({ line, name: as, id });
    }
  });
  if (head === undefined || end === undefined) return invalid('plan', `is not whole: ${file} has no last line`);
  counts.check(end);
  return { ...overview, head, end, targets, seen };
}

async function readThrough(file: string, see: (value: PlanLine, line: number) => void): Promise<Overview> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  let lines = 0;
  for await (const { line, value } of readPlan(file)) {
    if (line === 1 && !('plan' in value && value.plan === 1)) invalid('plan', `is no plan of this version: ${file}`);
    hash.update(`${JSON.stringify(value)}\n`);
    lines = line;
    see(value, line);
  }
  return { lines, hash: hash.digest('hex') };
}
