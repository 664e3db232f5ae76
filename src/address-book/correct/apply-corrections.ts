import { checkFilled, checkFunction } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, required, withDefault } from '../../options/table.js';
import { runWithJournal } from '../apply/journal-run.js';
import { type ApplyProgress, type ApplyResult, progressOf } from '../apply/outcome.js';
import { Settling } from '../apply/settling.js';
import { CONCURRENCY, filePath, RUN_OPTIONS, SETTLING } from '../options/shared-options.js';
import { planIdentity } from '../plan/plan-file.js';
import { accountHash, checkAccounts } from '../plan/plan-labels.js';
import { correctingClient } from '../sides/account.js';
import { CorrectionRun, type KeptNumber } from './correction-run.js';
import { correctionOverview } from './corrections.js';

const OPTIONS = {
  /** The path of the plan of corrections. */
  plan: required(filePath),
  ...RUN_OPTIONS,
  /** The account that the plan was made of. */
  client: required(correctingClient),
  /** A text that tells the account from others: with another than the plan was made of, nothing is changed. */
  account: optional(checkFilled),
  ...CONCURRENCY,
  ...SETTLING,
  /** Told of each number that stays, because its entries are not as they were. */
  onKept: withDefault<(number: KeptNumber) => void>(() => undefined, checkFunction),
  /** Told after each number. */
  onProgress: optional<(progress: ApplyProgress) => void>(checkFunction),
  /** Told of how long is waited, in milliseconds, until what may have been carried out is looked up. */
  onWaiting: withDefault<(ms: number) => void>(() => undefined, checkFunction),
};

/** Options of {@link applyCorrections}. */
export interface ApplyCorrectionsOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Carries a plan of corrections out: deletes the entries of its numbers, and adds the one again that is to be left;
 * each number only if its entries are still as they stand in the plan, else the result is `'changed'`. A run that
 * ended, also between the two, is resumed by the next one with the same journal.
 *
 * @throws ValidationError when an option is not usable, the plan is none of corrections, was edited or made of another
 *   account, or the journal does not fit
 * @throws Error of `node:fs` when the journal cannot be written
 *
 * @example
 * ```ts
 * const { status } = await applyCorrections({ plan: 'rename.json', client });
 * ```
 */
export async function applyCorrections(options: ApplyCorrectionsOptions): Promise<ApplyResult> {
  const { plan, client, concurrency, settleMs, onKept, onProgress, onWaiting, ...more } = readOptions(options, OPTIONS);
  const { journal: given, signal, onLocked, dryRun } = more;
  const account = accountHash(more.account);
  const identity = planIdentity(plan);
  const { groups, lines, hash, head } = await correctionOverview(plan);
  checkAccounts(head.accounts, account === undefined ? undefined : { from: account });
  const total = groups.reduce((sum, { corrections }) => sum + corrections.length, 0);
  const run = { plan, identity, journal: given, total, lines, hash, dryRun, account, signal, onLocked };
  return runWithJournal(run, async (journal) => {
    const tell = (): void => onProgress?.(progressOf(journal, total));
    const settling = new Settling(settleMs, signal, onWaiting, journal.doubtfulMs);
    await new CorrectionRun({ journal, client, concurrency, settling, signal, dryRun, onKept, tell }).run(groups);
  });
}
