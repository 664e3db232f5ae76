import path from 'node:path';
import { checkFilled, invalid } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { writePlan } from '../plan/plan-file.js';
import { type ReadingClient, readingClient } from '../sides/account.js';
import { groupFingerprint } from '../sides/fingerprint.js';
import { namesOf, verifyMigration } from '../verify/verify-migration.js';

/** Options of {@link planRemoval}. */
export interface PlanRemovalOptions {
  readonly from: ReadingClient;
  readonly to: ReadingClient;
  /** The path of the plan that was carried out: its groups are removed, and no others. */
  readonly plan: string;
  /** The path of the plan of removal. */
  readonly out: string;
  readonly signal?: AbortSignal | undefined;
  /** The current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

const KNOWN: KnownNames<PlanRemovalOptions> = { from: true, to: true, plan: true, out: true, signal: true, now: true };

/**
 * Plans the deletion of the groups that were moved, in the account that they were moved from: only when the target has
 * all of them. Nothing is deleted by it.
 *
 * @throws ValidationError when an option is not usable, or verifying finds a difference
 * @throws SmsServiceError when an account cannot be read
 */
export async function planRemoval(options: PlanRemovalOptions): Promise<{ readonly groups: number }> {
  const { from: source, to, plan: given, out, signal, now } = readOptions(options, KNOWN);
  const from = readingClient(source, 'from');
  const plan = path.resolve(checkFilled(given, 'plan'));
  const file = path.resolve(checkFilled(out, 'out'));
  const { isComplete, missing, otherNames, doubles } = await verifyMigration({
    from,
    to: readingClient(to, 'to'),
    plan,
    signal,
  });
  if (!isComplete) {
    return invalid('to', `has not all: ${missing} missing, ${otherNames} under other names, ${doubles} more than once`);
  }
  const names = await namesOf(plan);
  const call = { signal };
  return writePlan(file, {}, now?.() ?? new Date(), async (writer) => {
    let groups = 0;
    for (const group of await from.getGroups(call)) {
      if (names.get(group.id) === undefined) continue;
      const { id, name } = group;
      await writer.write({ remove: { id, name, fingerprint: await groupFingerprint(from, group, call) } });
      groups += 1;
    }
    await writer.write({ removed: groups });
    return { groups };
  });
}
