import { isGone } from '../changes/side-change.js';
import { readSteps } from '../journal/read-steps.js';
import { STATES } from '../journal/steps.js';
import { migrationOverview } from '../plan/overview.js';
import { readPlan } from '../plan/plan-file.js';
import { journalOf } from '../plan/plan-journal.js';
import type { ReadingClient } from '../sides/account.js';
import { ContactTable } from '../sides/contact-table.js';

/** The numbers that a plan has added, as they are found in the target. */
export interface AddedNumbers {
  readonly numbers: number;
  readonly missing: number;
  readonly doubles: number;
}

/** Reads the groups that a plan has filled again, one after the other, and looks for each number that it has added. */
export async function lookForAdded(
  plan: string,
  to: ReadingClient,
  signal: AbortSignal | undefined,
): Promise<AddedNumbers> {
  const journal = journalOf(plan);
  if (journal === undefined) return { numbers: 0, missing: 0, doubles: 0 };
  const steps = readSteps(journal, await migrationOverview(plan));
  let [numbers, missing, doubles] = [0, 0, 0];
  const ids = new Map<number, number | undefined>();
  let groupId: number | undefined;
  let contacts: { readonly id: number; readonly table: ContactTable } | undefined;
  for await (const { line, value } of readPlan(plan)) {
    if ('group' in value) {
      const { targetId, line: earlier = 0, action } = value.group;
      groupId = action === 'into' ? ids.get(earlier) : (targetId ?? steps.idOf(line));
      ids.set(line, groupId);
    }
    if (!('add' in value) || groupId === undefined || steps.stateOf(line) !== STATES.done) continue;
    if (contacts?.id !== groupId) contacts = { id: groupId, table: await read(to, groupId, signal) };
    const count = contacts.table.namesOf(value.add.number).length;
    numbers += 1;
    if (count === 0) missing += 1;
    if (count > 1) doubles += 1;
  }
  return { numbers, missing, doubles };
}

/** Reads a group; one that somebody has deleted has nothing. */
async function read(to: ReadingClient, id: number, signal: AbortSignal | undefined): Promise<ContactTable> {
  const table = new ContactTable();
  try {
    // Their names are not asked for.
    for await (const { number } of to.streamNumbers(id, { signal })) table.add(number, '');
    return table;
  } catch (error) {
    if (isGone(error)) return new ContactTable();
    throw error;
  }
}
