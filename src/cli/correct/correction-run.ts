import { type ApplyResult, applyCorrections, type KeptNumber } from '../../address-book/index.js';
import { CODES, lockedText, resumable, resumeLines, shownResult, waitingText } from '../migration/run-result.js';
import { identityOf } from '../migration/sides.js';
import { counted, printable, thousands } from '../output/text.js';
import { refusalLines, refusalsOf } from '../report/refusals.js';
import { type ReportFile, withReport } from '../report/report-file.js';
import { RunSummary } from '../report/run-summary.js';
import type { Context } from '../running/command.js';
import type { ExitCode } from '../running/exit-codes.js';
import type { Account } from '../settings/account.js';
import { withClient } from '../settings/client.js';

/** Carries a plan of corrections out, and says how it has ended. @param again - the command that goes on */
export function correct(context: Context, account: Account, plan: string, again: string): Promise<ExitCode> {
  return withReport('dedupe apply', (_, report) => carryOut(context, account, { plan, again, report }))(context);
}

async function carryOut(
  context: Context,
  account: Account,
  { plan, again, report }: { readonly plan: string; readonly again: string; readonly report: ReportFile },
): Promise<ExitCode> {
  const { options, output, interruption } = context;
  const settleMs = options.whole('--settle-ms', 1);
  const dryRun = options.has('--dry-run');
  const kept: KeptNumber[] = [];
  const summary = new RunSummary();
  const result = await resumable(context, 'numbers corrected', (progress) =>
    withClient(account, async (client) =>
      applyCorrections({
        plan,
        journal: options.text('--journal'),
        client,
        account: identityOf(account),
        settleMs,
        dryRun,
        signal: interruption.signal,
        onKept: (number) => kept.push(number),
        onWaiting: (ms) => progress.note(waitingText(ms)),
        onLocked: (holder) => progress.note(lockedText(holder)),
        onProgress: ({ done, rejected, total }) => progress.update(done + rejected, total),
      }),
    ),
  );
  const refusals = await refusalsOf(plan, options.text('--journal'), result, dryRun);
  const { seconds } = summary;
  const summed = dryRun ? [] : [summary.lineOfAll(result)];
  const journal = options.text('--journal');
  await report.write({ plan, journal, accounts: [account.label], result, seconds });
  await output.done(CODES[result.status], { ...shownResult(result), kept, rejects: refusals.shown, seconds }, () =>
    [...refusalLines(output, refusals), textOf(context, result, kept, again), ...summed].join('\n'),
  );
  return CODES[result.status];
}

function textOf(context: Context, result: ApplyResult, kept: readonly KeptNumber[], again: string): string {
  const { options, output } = context;
  const { status, done, rejected, total } = result;
  const lines = kept.map(
    ({ group, number }) =>
      `stays, because its entries are not as they were: ${printable(number)}\tin ${printable(group)}`,
  );
  if (options.has('--dry-run')) {
    const left = total - done - rejected - kept.length;
    return [...lines, `${counted(left, 'number')} to be corrected; nothing is changed yet`].join('\n');
  }
  lines.push(`${thousands(done)} of ${counted(total, 'number')} corrected`);
  if (status === 'rejects') {
    const where = 'what they had is in the plan, which can be imported';
    lines.push(output.styled('bad', `${counted(rejected, 'number')} the gateway refuses to change: ${where}.`));
  } else if (status === 'changed') {
    lines.push('What has changed since is left as it is: plan anew for it.');
  } else if (status !== 'done' && status !== 'conflicts') lines.push(...resumeLines(output, status, result, again));
  if (status === 'done') lines.push('All that was there before is in the plan, which can be imported.');
  return lines.join('\n');
}
