import { checkFunction, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { APPLY_OPTIONS, applyMigration } from '../accept/apply-migration.js';
import type { ApplyResult } from '../apply/outcome.js';
import { readRecords } from '../formats/files.js';
import { checkFormat, READ_OPTIONS } from '../formats/format-options.js';
import type { AddressBookRecord } from '../formats/records/records.js';
import { filePath } from '../options/shared-options.js';
import { writePlan } from '../plan/plan-file.js';
import { accountHash } from '../plan/plan-labels.js';
import { type NotMoved, POLICIES } from '../plan/plan-lines.js';
import { Planner, type SourceGroup } from '../plan/planner.js';
import { settleUnfinished, UNFINISHED } from '../plan/unfinished.js';
import type { PlanWarning } from '../plan/warnings.js';
import { selectedRecords } from '../selection/selected-records.js';
import { plannedSelection, SELECTION_TOLD } from '../selection/selection-options.js';
import { SelectionWarnings } from '../selection/selection-warnings.js';
import { checkSameContent, fileToPlan, type ImportPlan } from './earlier-plan.js';
import { HashedFile } from './hashed-file.js';

const { from: _, ...APPLY_WITHOUT_SOURCE } = APPLY_OPTIONS;

const OPTIONS = {
  /**
   * The file, as it is read: a stream of Node.js is one. It is read also where there is a plan already, to see that it
   * is the same. What gives a new iterator each time is read twice where that plan is of another file.
   */
  file: required(checkFile),
  format: required(checkFormat),
  ...READ_OPTIONS,
  ...SELECTION_TOLD,
  ...APPLY_WITHOUT_SOURCE,
  /**
   * The path of the plan that is made of the file. A plan that exists already is gone on with: so a run that ended is
   * resumed by the same call. One that is over, or was never begun and is of another file, is set aside.
   */
  plan: required(filePath),
  /** Told whether a plan is gone on with, or made. */
  onPlan: withDefault<(plan: ImportPlan) => void>(() => undefined, checkFunction),
  /** The policy for a group whose name the account has already. Default: `'merge'`. */
  policy: optional(oneOf(...POLICIES)),
  /** Told of what the account will not have, because it has the number or the group otherwise. */
  onNotMoved: withDefault<(what: NotMoved) => void>(() => undefined, checkFunction),
  /** Told of each warning that stands in the plan. */
  onWarning: withDefault<(warning: PlanWarning) => void>(() => undefined, checkFunction),
  ...UNFINISHED,
};

/** Options of {@link importAddressBook}. */
export interface ImportAddressBookOptions extends OptionsOf<typeof OPTIONS> {}

/** Ends the planning of a file that has conflicts: its plan would be gone on with, whatever policy is given then. */
class Conflicts extends Error {}

/**
 * Adds what a file holds to an account: JSON Lines, CSV or vCard. Groups of the same name are filled up, numbers that
 * they have already are not added again. The file becomes a plan, and that is carried out as one of a migration: with a
 * journal, resumed after whatever has ended it. The plan of an earlier import that is over is set aside, but where the
 * same file would be added once more by the policies `'rename'` and `'fail'`.
 *
 * @returns how it has ended; with the policy `'fail'` and groups that are there already: `'conflicts'`, and no plan
 * @throws ValidationError when an option is not usable, the file cannot be read (it names the line), or there is a plan
 *   that was begun and is not over, and was made of another file, or of this one with other options
 * @throws SmsServiceError when the account cannot be read before anything was begun
 *
 * @example
 * ```ts
 * import { createReadStream } from 'node:fs';
 *
 * const { status } = await importAddressBook({
 *   file: createReadStream('contacts.vcf'),
 *   format: 'vcard',
 *   group: 'Customers',
 *   plan: 'import.json',
 *   to: client,
 * });
 * ```
 */
export async function importAddressBook(options: ImportAddressBookOptions): Promise<ApplyResult> {
  const { file, format, columns, delimiter, encoding, group, onReject, ...more } = readOptions(options, OPTIONS);
  const { policy: wanted, onNotMoved, onWarning, onUnfinished, onSelection, onPlan, ...others } = more;
  const { include, exclude, normalize, names, ...applying } = others;
  const selection = plannedSelection({ include, exclude, normalize, names });
  const { plan, to, account, settleMs, signal } = applying;
  const reading = { format, columns, delimiter, encoding, group };
  const earlier = { plan, reading, selection, policy: wanted, signal, onPlan };
  const content = new HashedFile(file);
  let planned: HashedFile | undefined;
  try {
    planned = await fileToPlan(earlier, content);
    if (planned !== undefined) {
      const source = planned;
      const policy = wanted ?? 'merge';
      const hash = accountHash(account);
      const warnings = new SelectionWarnings(onSelection);
      const all = readRecords(source.pieces(), format, { columns, delimiter, encoding, group, onReject });
      const records = selectedRecords(all, selection, warnings.see);
      const use = { option: 'plan', force: false };
      const accounts = hash === undefined ? {} : { accounts: { to: hash } };
      const head = { policy, ...accounts, ...(selection && { selection }) };
      await writePlan(plan, use, head, new Date(), async (writer) => {
        await settleUnfinished(plan, hash, { settleMs, signal, onUnfinished });
        const planner = new Planner({ to, policy, writer, call: { signal }, onNotMoved, onWarning });
        await planRecords(planner, records);
        for (const text of warnings.all()) await planner.warn({ kind: 'selection', text });
        const { conflicts } = await planner.finish({ hash: await source.digest(), options: reading });
        if (source !== content) await checkSameContent(content, source);
        if (conflicts > 0) throw new Conflicts();
      });
    }
  } catch (error) {
    if (error instanceof Conflicts) return { status: 'conflicts', done: 0, rejected: 0, total: 0 };
    throw error;
  } finally {
    await content.close();
    await planned?.close();
  }
  return applyMigration(applying);
}

async function planRecords(planner: Planner, records: AsyncIterable<AddressBookRecord>): Promise<void> {
  await planner.begin();
  const groups = new Map<string, SourceGroup>();
  for await (const record of records) {
    if (record.kind === 'group') {
      const { id = groups.size + 1, name, info } = record;
      groups.set(name, { id, name, info });
      await planner.group({ id, name, info });
    } else {
      const own = groups.get(record.group);
      if (own !== undefined) await planner.backTo(own);
      await planner.number(record);
    }
  }
}

function checkFile(file: AsyncIterable<Uint8Array | string>, path: string): AsyncIterable<Uint8Array | string> {
  const isRead = typeof file === 'object' && file !== null && typeof file[Symbol.asyncIterator] === 'function';
  return isRead ? file : invalid(path, 'is nothing that can be read piece by piece');
}
