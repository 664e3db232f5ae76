import { checkFilled } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional } from '../../options/table.js';
import { BackupWriter } from '../backup/backup-writer.js';
import { PLAN_FILE_OPTIONS, SETTLING } from '../options/shared-options.js';
import { newPlanFile } from '../plan/plan-file.js';
import { accountHash } from '../plan/plan-labels.js';
import { settleUnfinished, UNFINISHED } from '../plan/unfinished.js';
import type { NotMovedKind } from '../sides/not-moved.js';

export const CORRECTION_PLAN_OPTIONS = {
  ...PLAN_FILE_OPTIONS,
  /**
   * A text that tells the account from others, such as its address and user name: the plan is carried out in no other.
   */
  account: optional(checkFilled),
  ...SETTLING,
  ...UNFINISHED,
};

/** Options that every plan of corrections is made with. */
export interface CorrectionPlanOptions extends OptionsOf<typeof CORRECTION_PLAN_OPTIONS> {}

/** The size of a plan of corrections. */
export interface CorrectionSummary {
  readonly groups: number;
  /** Entries of the numbers that are corrected, as they are. */
  readonly entries: number;
  /** Numbers that are corrected. */
  readonly corrections: number;
  /** Numbers that stay as they are: those with several names, and what is no telephone number and cannot be added. */
  readonly left: number;
}

/** Writes a plan of corrections, of what `make` finds. */
export async function writeCorrections(
  { out, account, force, now, settleMs, onUnfinished, signal }: OptionValues<typeof CORRECTION_PLAN_OPTIONS>,
  accepted: readonly NotMovedKind[],
  make: (writer: BackupWriter) => Promise<void>,
): Promise<Omit<CorrectionSummary, 'left'>> {
  const from = accountHash(account);
  return newPlanFile(out, { option: 'out', force }, async (made) => {
    await settleUnfinished(out, from, { settleMs, signal, onUnfinished });
    const writer = new BackupWriter(made);
    const accounts = from === undefined ? {} : { accounts: { from } };
    await writer.head({ of: 'corrections', createdAt: now().toISOString(), ...accounts, accepted });
    await make(writer);
    const { groups, numbers, corrections } = await writer.end();
    return { groups, entries: numbers, corrections };
  });
}
