import { checkBoolean, checkFunction, checkPositive } from '../../options/check.js';
import { BackupWriter } from '../backup/backup-writer.js';
import { newPlanFile } from '../plan/plan-file.js';
import { hashedAccounts } from '../plan/plan-labels.js';
import { settleUnfinished, type Unfinished } from '../plan/unfinished.js';
import type { NotMovedKind } from '../sides/not-moved.js';

/** What every plan of corrections is made with. */
export interface CorrectionPlanOptions {
  /** The path of the plan. It is readable by its owner only, because it holds telephone numbers. */
  readonly out: string;
  /** What tells the account from others, such as its address and user name: the plan is carried out in no other. */
  readonly account?: string | undefined;
  /** Whether a file that is there already is replaced; a plan that was begun never is. Default: false. */
  readonly force?: boolean | undefined;
  /** How long a request of an earlier run may still be on its way, in milliseconds: see `planMigration`. */
  readonly settleMs?: number | undefined;
  /** Told of what an earlier run has left in doubt, and how long is waited for it. */
  readonly onUnfinished?: ((unfinished: Unfinished) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

/** How much a plan of corrections has. */
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
  file: string,
  options: Omit<Partial<CorrectionPlanOptions>, 'out'>,
  accepted: readonly NotMovedKind[],
  make: (writer: BackupWriter) => Promise<void>,
): Promise<Omit<CorrectionSummary, 'left'>> {
  const { account, force = false, now, settleMs = 30_000, onUnfinished = NOTHING, signal } = options;
  checkBoolean(force, 'force');
  checkPositive(settleMs, 'settleMs');
  checkFunction(onUnfinished, 'onUnfinished');
  const hashed = hashedAccounts(account === undefined ? undefined : { from: account });
  return newPlanFile(file, { option: 'out', force }, async (made) => {
    await settleUnfinished(file, hashed.accounts?.from, { settleMs, signal, onUnfinished });
    const writer = new BackupWriter(made);
    await writer.head({ of: 'corrections', createdAt: (now?.() ?? new Date()).toISOString(), ...hashed, accepted });
    await make(writer);
    const { groups, numbers, corrections } = await writer.end();
    return { groups, entries: numbers, corrections };
  });
}

const NOTHING = (): void => undefined;
