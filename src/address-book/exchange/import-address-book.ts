import { existsSync } from 'node:fs';
import path from 'node:path';
import { checkFilled, checkOneOf, invalid, optional } from '../../errors/check.js';
import { type KnownNames, readOptions } from '../../errors/options.js';
import { type ApplyOptions, applyMigration } from '../apply/apply-migration.js';
import type { ApplyResult } from '../apply/outcome.js';
import { readRecords } from '../formats/files.js';
import type { ReadOptions } from '../formats/options.js';
import type { ReadFormat } from '../formats/records.js';
import { planHead, writePlan } from '../plan/plan-file.js';
import { type ConflictPolicy, POLICIES } from '../plan/plan-lines.js';
import { Planner, type SourceGroup } from '../plan/planner.js';
import { writingClient } from '../sides/account.js';

/** Options of {@link importAddressBook}. */
export interface ImportAddressBookOptions extends ReadOptions, Omit<ApplyOptions, 'from'> {
  /** The file, as it is read: a stream of Node.js is one. It is not touched where there is a plan already. */
  readonly file: AsyncIterable<Uint8Array | string>;
  readonly format: ReadFormat;
  /**
   * The path of the plan that is made of the file. Where it exists already, it is gone on with: so a run that ended is
   * resumed by the same call.
   */
  readonly plan: string;
  /** What to do where the account has a group of the same name. Default: `'merge'`. */
  readonly policy?: ConflictPolicy | undefined;
}

const KNOWN: KnownNames<ImportAddressBookOptions> = {
  file: true,
  format: true,
  plan: true,
  policy: true,
  columns: true,
  delimiter: true,
  group: true,
  onReject: true,
  journal: true,
  to: true,
  concurrency: true,
  settleMs: true,
  signal: true,
  onEvent: true,
  dryRun: true,
};

/**
 * Adds what a file holds to an account: JSON Lines, CSV or vCard. Groups of the same name are filled up, numbers that
 * they have already are not added again. The file becomes a plan, and that is carried out as one of a migration: with a
 * journal, resumed after whatever has ended it.
 *
 * @returns how it has ended
 * @throws ValidationError when an option is not usable, or the file cannot be read: it names the line
 * @throws SmsServiceError when the account cannot be read before anything was begun
 */
export async function importAddressBook(options: ImportAddressBookOptions): Promise<ApplyResult> {
  const {
    file,
    format,
    plan: given,
    policy: wanted,
    columns,
    delimiter,
    group,
    onReject,
    ...applying
  } = readOptions(options, KNOWN);
  const plan = path.resolve(checkFilled(given, 'plan'));
  const to = writingClient(applying.to, 'to');
  optional(wanted, (value) => checkOneOf(value, POLICIES, 'policy'), 'policy');
  if (existsSync(plan)) {
    const { policy } = await planHead(plan);
    if (wanted !== undefined && wanted !== policy) {
      return invalid('policy', `is ${wanted}, and the plan that is gone on with was made with ${policy}: ${plan}`);
    }
  } else {
    const policy = wanted ?? 'merge';
    const call = { signal: applying.signal };
    const records = readRecords(checkFile(file), format as ReadFormat, { columns, delimiter, group, onReject });
    await writePlan(plan, 'plan', { policy }, new Date(), async (writer) => {
      const planner = new Planner(to, policy, writer, call);
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
      const { conflicts } = await planner.finish('');
      // Without a plan: it would be gone on with, whatever policy is given then.
      if (conflicts > 0) {
        const found = conflicts === 1 ? '1 group of the file is' : `${conflicts} groups of the file are`;
        invalid('policy', `is fail, and ${found} in the account already: nothing was added`);
      }
    });
  }
  return applyMigration({ ...applying, plan, to });
}

function checkFile(file: ImportAddressBookOptions['file'] | undefined): ImportAddressBookOptions['file'] {
  const isRead = typeof file === 'object' && typeof file[Symbol.asyncIterator] === 'function';
  return isRead ? file : invalid('file', 'is nothing that can be read piece by piece');
}
