import { applyRemoval, type KeptGroup, type RemovalResult } from '../../address-book/index.js';
import { counted, printable, thousands } from '../output/text.js';
import { refusalLines, refusalsOf } from '../report/refusals.js';
import { REPORT_OPTION, withReport } from '../report/report-file.js';
import { RunSummary } from '../report/run-summary.js';
import type { Command, Context } from '../running/command.js';
import { CALL_FLAGS, SIDES_OPTIONS } from '../settings/account-options.js';
import { CODES, lockedText, reasonOf, resumable, resumeLines, shownResult, surplusText } from './run-result.js';
import { givenFlags, proposed, type Sides, sidesOf, withSides } from './sides.js';

/** Deletes at the source what was moved. */
export const removeApply: Command = {
  name: 'remove apply',
  summary: 'delete at the source what a plan of removal says; run again after whatever has ended it, it goes on',
  args: '<removal>',
  options: [
    ...SIDES_OPTIONS,
    { flags: '--journal <file>', text: 'what was done, to go on from (default: <removal>.journal)' },
    { flags: '--dry-run', text: 'only look whether the plan still fits both sides' },
    REPORT_OPTION,
  ],
  examples: ['sms-service remove apply removal.json --dry-run', 'sms-service remove apply removal.json'],
  carriesOn: true,
  run: withReport('remove apply', async (context, report) => {
    const { args, options, output, interruption } = context;
    const [plan = ''] = args;
    const sides = await sidesOf(context, plan);
    const kept: KeptGroup[] = [];
    const summary = new RunSummary();
    const result = await resumable(context, 'groups deleted', (progress) =>
      withSides(context, sides, async ({ from, to, accounts }) =>
        applyRemoval({
          plan,
          accounts,
          journal: options.text('--journal'),
          from,
          to,
          signal: interruption.signal,
          onKept: (group) => kept.push(group),
          onLocked: (holder) => progress.note(lockedText(holder)),
          onProgress: ({ done, rejected, total }) => progress.update(done + rejected, total),
          dryRun: options.has('--dry-run'),
        }),
      ),
    );
    const refusals = await refusalsOf(plan, options.text('--journal'), result, options.has('--dry-run'));
    const { seconds } = summary;
    const summed = options.has('--dry-run') ? [] : [summary.lineOfAll(result)];
    const journal = options.text('--journal');
    await report.write({ plan, journal, accounts: [sides.from, sides.to], result, seconds });
    await output.done(CODES[result.status], { ...shownResult(result), kept, rejects: refusals.shown, seconds }, () =>
      [...refusalLines(output, refusals), textOf(context, sides, result, kept), ...summed].join('\n'),
    );
    return CODES[result.status];
  }),
};

function textOf(context: Context, sides: Sides, result: RemovalResult, kept: readonly KeptGroup[]): string {
  const { args, options, output } = context;
  const { status, done, rejected, total, surplus } = result;
  const { from, to } = sides;
  const isDryRun = options.has('--dry-run');
  if (isDryRun && status === 'done')
    return `The plan fits both sides; ${counted(total - done, 'group')} to be deleted.`;
  const lines = kept.map(
    ({ name, changed }) => `stays, because it is not as it was in ${printable(sides[changed])}: ${printable(name)}`,
  );
  if (surplus !== undefined) {
    lines.push(output.styled('bad', surplusText({ ...surplus, group: surplus.name })));
  }
  if (isDryRun)
    lines.push(`${counted(total - done - rejected - kept.length, 'group')} to be deleted; nothing is deleted yet`);
  else lines.push(`${thousands(done)} of ${counted(total, 'group')} deleted in ${printable(from)}`);
  if (status === 'rejects') {
    lines.push(output.styled('bad', `${counted(rejected, 'group')} the gateway does not delete.`));
  } else if (status === 'changed' && result.error !== undefined) {
    lines.push(output.styled('bad', `Nothing more is deleted${reasonOf(result)}.`));
    const words = ['import', args[0] ?? '', '--format', 'jsonl', '--profile', from];
    lines.push(`All that was deleted is in the plan: ${proposed(context, ...words)}`);
  } else if (status === 'changed') {
    const again = proposed(context, 'plan', '--from', from, '--to', to);
    lines.push(`Move what is new: ${again} --out ANOTHER_FILE; when that is applied, plan the removal of it.`);
  } else if (status !== 'done' && status !== 'conflicts') {
    const flags = givenFlags(context, ['--journal', '--from', '--to', ...CALL_FLAGS, '--report']);
    const command = proposed(context, 'remove', 'apply', args[0] ?? '', ...flags);
    lines.push(...resumeLines(output, status, result, command));
  }
  return lines.join('\n');
}
