import type { Group } from '../../client/types.js';
import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import { checkFunction, checkList } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import type { NotMoved } from '../plan/plan-lines.js';
import { groupsOf, type ReadingClient, type ReadProgress, readingClient } from '../sides/account.js';
import { readContacts } from '../sides/contact-table.js';
import { checkKinds } from '../sides/not-moved.js';
import { CORRECTION_PLAN_OPTIONS, type CorrectionSummary, writeCorrections } from './correction-plan.js';
import { type Entry, readEntries } from './entries.js';

const OPTIONS = {
  /** The account. */
  client: required(readingClient),
  ...CORRECTION_PLAN_OPTIONS,
  /** The ids of the groups that are looked through. Default: all. */
  groupIds: optional<readonly number[]>(checkList),
  /** With `'name'`, of several names of a number all but the first are given up. Default: such a number stays. */
  accept: withDefault([], checkKinds),
  /** Told of each name that keeps a number from being planned, or is given up. */
  onName: withDefault<(name: NotMoved) => void>(() => undefined, checkFunction),
  /** Told of how much was read. */
  onProgress: optional<(progress: ReadProgress) => void>(checkFunction),
};

/** Options of {@link planDedupe}. */
export interface PlanDedupeOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Plans that each number that stands in a group more than once, in whatever spelling, is left there once. Nothing is
 * changed by it. The plan holds all entries of these numbers, and can be imported as an export can.
 *
 * @returns how much the plan has; `left` are the numbers that stay as they are, because they have several names, or are
 *   no telephone numbers and could not be added again
 * @throws ValidationError when an option is not usable
 * @throws SmsServiceError when the account cannot be read
 *
 * @example
 * ```ts
 * const { corrections, left } = await planDedupe({ client, out: 'dedupe.json' });
 * console.log(`${corrections} numbers are there more than once; ${left} more stay as they are`);
 * ```
 */
export async function planDedupe(options: PlanDedupeOptions): Promise<CorrectionSummary> {
  const { client, groupIds, accept: accepted, onName, onProgress, ...more } = readOptions(options, OPTIONS);
  const { signal } = more;
  let left = 0;
  const read = { groups: 0, numbers: 0 };
  const summary = await writeCorrections(more, accepted, async (writer) => {
    for (const group of await groupsOf(client, { signal })) {
      if (groupIds !== undefined && !groupIds.includes(group.id)) continue;
      read.groups += 1;
      const see = (): void => {
        read.numbers += 1;
        onProgress?.({ ...read });
      };
      const doubled = await doubledEntries(client, group, signal, see);
      let isBegun = false;
      for (const entries of doubled.values()) {
        const names = [...new Set(entries.map(({ name }) => name).filter((name) => name !== ''))];
        const [first, ...others] = names;
        const { number } = entries.find(({ name }) => name === (first ?? '')) ?? { number: '' };
        for (const name of others) onName({ kind: 'name', group: group.name, number, name });
        const isAddable = internationalNumber(number) !== undefined;
        if (!isAddable || (others.length > 0 && !accepted.includes('name'))) {
          left += 1;
          continue;
        }
        if (!isBegun) await writer.group({ id: group.id, name: group.name, info: group.info });
        isBegun = true;
        for (const entry of entries) await writer.number(entry.number, entry.name);
        await writer.correction({ groupId: group.id, number, name: first ?? '' });
      }
    }
  });
  return { ...summary, left };
}

/** The entries of each number that a group has more than once, as they are spelt. */
async function doubledEntries(
  client: ReadingClient,
  { id }: Group,
  signal: AbortSignal | undefined,
  see: () => void,
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const doubled = new Map<string, Entry[]>();
  const contacts = await readContacts(client, [id], { signal }, see);
  for (const { number, count } of contacts.numbers()) if (count > 1) doubled.set(numberKey(number), []);
  if (doubled.size === 0) return doubled;
  await readEntries(client, id, doubled, { signal });
  // Somebody may have changed it between the two.
  for (const [key, entries] of doubled) if (entries.length < 2) doubled.delete(key);
  return doubled;
}
