import { internationalNumber, numberKey } from '../../domain/phone-number.js';
import {
  checkFilled,
  checkFunction,
  checkList,
  checkString,
  checkWhole,
  entriesOf,
  invalid,
} from '../../options/check.js';
import {
  type OptionsOf,
  type OptionValues,
  optional,
  readOptions,
  required,
  withDefault,
} from '../../options/table.js';
import { checkReader, groupsOf, ReadCounter, type ReadingClient } from '../accounts/account.js';
import { readContacts } from '../accounts/contact-table.js';
import { type Entry, readEntries } from '../accounts/entries.js';
import { PLANNING } from '../accounts/options.js';
import { waitForUnfinishedRuns } from '../journal/unfinished-runs.js';
import { checkKinds, type NotCopied, type PlanHeader, type PlanSummary } from '../plan/plan-lines.js';
import { type PlanWriter, writePlan } from '../plan/write-plan.js';
import { LABELS } from './plan-migration.js';

const ACCOUNT = {
  /** The account. */
  to: required<ReadingClient>(checkReader),
  ...PLANNING,
  ...LABELS,
};

const EDIT = {
  /** The number, in any spelling. */
  number: required(checkFilled),
  /** The new name of its one entry. Absent: all its entries are deleted. */
  name: optional(checkString),
};

/** A number to delete or to rename. */
export interface NumberEdit extends OptionsOf<typeof EDIT> {}

const EDIT_OPTIONS = {
  ...ACCOUNT,
  /** The group. */
  groupId: required((value: unknown, path: string): number => checkWhole(value, path, Number.MIN_SAFE_INTEGER)),
  /** The numbers to change, each once. */
  edits: required(checkEdits),
};

/** Options of {@link planEdits}. */
export interface PlanEditsOptions extends OptionsOf<typeof EDIT_OPTIONS> {}

/**
 * Plans to delete or rename numbers of a group. No operation changes a name: the number is deleted and added again. The
 * plan contains all entries that it deletes.
 *
 * @throws ValidationError if an option is invalid, or the account has no such group or number
 * @throws SmsServiceError if the account cannot be read
 *
 * @example
 * ```ts
 * await planEdits({
 *   to: client,
 *   out: 'rename.jsonl',
 *   groupId: 17,
 *   edits: [{ number: '48500100200', name: 'Anna' }, { number: '48500100201' }],
 * });
 * ```
 */
export async function planEdits(options: PlanEditsOptions): Promise<PlanSummary> {
  const { groupId, edits, ...account } = readOptions(options, EDIT_OPTIONS);
  const { to, signal } = account;
  return writeEdits(account, { purpose: 'edit' }, async (writer) => {
    const group = (await groupsOf(to, { signal })).find(({ id }) => id === groupId);
    const { name: groupName } = group ?? invalid('groupId', `group ${groupId} does not exist in this account`);
    const entries = new Map([...edits.keys()].map((key): [string, Entry[]] => [key, []]));
    await readEntries(to, groupId, entries, { signal });
    const index = [...entries.values()].findIndex((own) => own.length === 0);
    if (index >= 0) invalid(`edits[${index}].number`, 'is not in the group');
    await writer.write({ group: { name: groupName, id: groupId } });
    for (const [key, { name }] of edits) {
      const own = entries.get(key) ?? [];
      const { number } = own.find((entry) => entry.name === name) ?? own[0] ?? { number: key };
      await writer.write({ deleteNumber: { number, entries: own } });
      if (name !== undefined) await writer.write({ addNumber: { number, name } });
    }
  });
}

const DEDUPE_OPTIONS = {
  ...ACCOUNT,
  /** The ids of the groups to read. Default: all groups. */
  groupIds: optional<readonly number[]>(checkList),
  /** With `'name'`, a number with several names keeps the first. Default: such a number is not changed. */
  accept: withDefault([], checkKinds),
  /** Called for each further name of a number. */
  onNotCopied: withDefault<(name: NotCopied) => void>(() => undefined, checkFunction),
};

/** Options of {@link planDedupe}. */
export interface PlanDedupeOptions extends OptionsOf<typeof DEDUPE_OPTIONS> {}

/** The result of {@link planDedupe}. */
export interface DedupeSummary extends PlanSummary {
  /**
   * Numbers that stay duplicated: they have several names, or are not telephone numbers and could not be added again.
   */
  readonly remaining: number;
}

/**
 * Plans to leave each number of a group once, in any spelling. The plan contains all entries that it deletes.
 *
 * @throws ValidationError if an option is invalid
 * @throws SmsServiceError if the account cannot be read
 *
 * @example
 * ```ts
 * const { deleteNumbers, remaining } = await planDedupe({ to: client, out: 'dedupe.jsonl' });
 * console.log(`${deleteNumbers} numbers have duplicates; ${remaining} more stay as they are`);
 * ```
 */
export async function planDedupe(options: PlanDedupeOptions): Promise<DedupeSummary> {
  const { groupIds, accept, onNotCopied, ...account } = readOptions(options, DEDUPE_OPTIONS);
  const { to, signal, onProgress } = account;
  let remaining = 0;
  const read = new ReadCounter(onProgress);
  const summary = await writeEdits(account, { purpose: 'dedupe', accept }, async (writer) => {
    for (const { id, name: group } of await groupsOf(to, { signal })) {
      if (groupIds !== undefined && !groupIds.includes(id)) continue;
      read.group();
      let isWritten = false;
      for (const entries of (await duplicatesOf(to, id, signal, () => read.number())).values()) {
        const names = [...new Set(entries.map(({ name }) => name).filter((name) => name !== ''))];
        const [first = '', ...others] = names;
        const number = entries.find(({ name }) => name === first)?.number ?? '';
        for (const name of others) onNotCopied({ kind: 'name', group, number, name });
        if (internationalNumber(number) === undefined || (others.length > 0 && !accept.includes('name'))) {
          remaining += 1;
          continue;
        }
        if (!isWritten) await writer.write({ group: { name: group, id } });
        isWritten = true;
        await writer.write({ deleteNumber: { number, entries } });
        await writer.write({ addNumber: { number, name: first } });
      }
    }
  });
  return { ...summary, remaining };
}

async function duplicatesOf(
  client: ReadingClient,
  groupId: number,
  signal: AbortSignal | undefined,
  see: () => void,
): Promise<ReadonlyMap<string, readonly Entry[]>> {
  const duplicates = new Map<string, Entry[]>();
  const contacts = await readContacts(client, [groupId], { signal }, see);
  for (const { number, count } of contacts.numbers()) if (count > 1) duplicates.set(numberKey(number), []);
  if (duplicates.size > 0) await readEntries(client, groupId, duplicates, { signal });
  // Somebody may have changed the group between the two reads.
  for (const [key, entries] of duplicates) if (entries.length < 2) duplicates.delete(key);
  return duplicates;
}

function writeEdits(
  account: OptionValues<typeof ACCOUNT>,
  header: Pick<PlanHeader, 'purpose' | 'accept'>,
  make: (writer: PlanWriter) => Promise<void>,
): Promise<PlanSummary> {
  const { accounts, labels, settleMs, signal, onUnfinished, out } = account;
  return writePlan(account, { ...header, ...(labels && { labels }), ...(accounts && { accounts }) }, async (writer) => {
    await waitForUnfinishedRuns(out, { account: accounts?.to, settleMs, signal, onUnfinished });
    await make(writer);
  });
}

function checkEdits(edits: readonly NumberEdit[], path: string): ReadonlyMap<string, NumberEdit> {
  const wanted = new Map<string, NumberEdit>();
  for (const [place, one] of entriesOf(edits, path)) {
    const edit = readOptions(one, EDIT, { path: place });
    const key = numberKey(edit.number);
    if (edit.name !== undefined && internationalNumber(edit.number) === undefined) {
      invalid(`${place}.number`, 'is not a telephone number, and could not be added again after its deletion');
    }
    if (wanted.has(key)) invalid(`${place}.number`, 'is a duplicate: list each number once');
    wanted.set(key, edit);
  }
  return wanted;
}
