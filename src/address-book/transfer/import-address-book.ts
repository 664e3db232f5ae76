import { existsSync } from 'node:fs';
import { checkFunction, invalid, oneOf } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { type AddressBookClient, checkReader } from '../accounts/account.js';
import { APPLYING, filePath, type UnfinishedRun } from '../accounts/options.js';
import { applyOrReplan } from '../apply/apply-plan.js';
import type { PlanEvent, PlanProgress, PlanResult } from '../apply/events.js';
import { FILE, openFile } from '../files/open-file.js';
import { planHeader } from '../plan/read-plan.js';
import { COPYING, planCopy } from '../planning/plan-migration.js';
import { selectedSide } from '../selection/selection.js';
import { plannedSelection, SELECTION } from '../selection/selection-options.js';

const OPTIONS = {
  ...FILE,
  /** The account. */
  to: required<AddressBookClient>(checkReader),
  /** The path of the plan that is created. The plan of an earlier import is replaced. */
  plan: required(filePath),
  ...SELECTION,
  /** What to do if a step no longer fits: see {@link applyPlan}. Default: `'fail'`. */
  ifChanged: withDefault('fail', oneOf('fail', 'skip', 'replan')),
  ...APPLYING,
  ...COPYING,
  /** Called before waiting for requests of an earlier run in the same folder. */
  onUnfinished: withDefault<(run: UnfinishedRun) => void>(() => undefined, checkFunction),
  /** Called for each step and each wait, with the progress. */
  onEvent: optional<(event: PlanEvent, progress: PlanProgress) => void>(checkFunction),
};

/** Options of {@link importAddressBook}. */
export interface ImportAddressBookOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Adds the groups and numbers of a file to an account. The file becomes a plan, which is applied. After any end, the
 * same call continues: it waits for requests with unknown outcome, then plans what the account still lacks.
 *
 * @throws ValidationError if an option is invalid, or the file cannot be read: it names the line
 * @throws SmsServiceError if the account cannot be read before the first step
 *
 * @example
 * ```ts
 * const { status } = await importAddressBook({
 *   file: 'contacts.vcf',
 *   group: 'Customers',
 *   plan: 'import.jsonl',
 *   to: client,
 * });
 * ```
 */
export async function importAddressBook(options: ImportAddressBookOptions): Promise<PlanResult> {
  const values = readOptions(options, OPTIONS);
  const { file, format, columns, delimiter, encoding, group, onReject, plan, to, accounts } = values;
  if (existsSync(plan) && (await planHeader(plan)).purpose !== 'import') {
    invalid('plan', `exists, and was not created by an import: ${plan}`);
  }
  const selection = plannedSelection(values);
  const { account } = await openFile({ file, format, columns, delimiter, encoding, group, onReject }, 'file', false);
  try {
    await planCopy({
      ...values,
      out: plan,
      option: 'plan',
      force: true,
      replaceBegun: true,
      header: { purpose: 'import', ...(accounts && { accounts }), ...(selection && { selection }) },
      source: selectedSide(account, selection, true),
      target: to,
      onProgress: undefined,
    });
  } finally {
    account.close();
  }
  return applyOrReplan({ ...values, from: undefined, journal: undefined });
}
