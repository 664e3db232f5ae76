import path from 'node:path';
import type { Group } from '../../client/types.js';
import { checkFilled, checkFunction, invalid, optional } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { planLabels, writePlan } from '../plan/plan-file.js';
import type { PlanRemoval } from '../plan/plan-lines.js';
import { type ReadingClient, type ReadProgress, readingSides } from '../sides/account.js';
import { namesOf, Verification } from '../verify/verification.js';

/** Options of {@link planRemoval}. */
export interface PlanRemovalOptions {
  readonly from: ReadingClient;
  readonly to: ReadingClient;
  /** The path of the plan that was carried out: its groups are removed, and no others. */
  readonly plan: string;
  /** The path of the plan of removal. It has the labels of the plan that was carried out. */
  readonly out: string;
  readonly signal?: AbortSignal | undefined;
  /** Told of how much was read, of both sides together. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  /** The current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

const KNOWN: KnownNames<PlanRemovalOptions> = {
  from: true,
  to: true,
  plan: true,
  out: true,
  signal: true,
  onProgress: true,
  now: true,
};

/**
 * Plans the deletion of the groups that were moved, in the account that they were moved from: only when the target has
 * all of them. Nothing is deleted by it.
 *
 * @returns how much would be deleted
 * @throws ValidationError when an option is not usable, or verifying finds a difference
 * @throws SmsServiceError when an account cannot be read
 */
export async function planRemoval(options: PlanRemovalOptions): Promise<ReadProgress> {
  const { from, to, plan: given, out, signal, onProgress, now } = readOptions(options, KNOWN);
  const sides = readingSides(from, to);
  optional(onProgress, checkFunction, 'onProgress');
  const plan = path.resolve(checkFilled(given, 'plan'));
  const file = path.resolve(checkFilled(out, 'out'));
  const names = await namesOf(plan);
  // As they were when they were compared: what comes later is in no target, and must not be deleted.
  const moved: PlanRemoval['remove'][] = [];
  const onSource = ({ id, name }: Group, numbers: number, fingerprint: string): void => {
    const target = names.get(id);
    if (target === undefined) return;
    moved.push({ id, name, ...(target === name ? {} : { as: target }), numbers, fingerprint });
  };
  const result = await new Verification(sides, { names, onSource, onProgress, signal }).run();
  if (!result.isComplete) {
    const { missing, otherNames, doubles } = result;
    return invalid('to', `has not all: ${missing} missing, ${otherNames} under other names, ${doubles} more than once`);
  }
  const labels = await planLabels(plan);
  return writePlan(file, 'out', labels === undefined ? {} : { labels }, now?.() ?? new Date(), async (writer) => {
    for (const remove of moved) await writer.write({ remove });
    await writer.write({ removed: moved.length });
    return { groups: moved.length, numbers: moved.reduce((sum, { numbers }) => sum + numbers, 0) };
  });
}
