import path from 'node:path';
import {
  type RestoreAddressBookOptions,
  type RestoreEvent,
  type RestoreResult,
  restoreAddressBook,
} from '../../address-book/index.js';
import { furtherPlans } from '../../address-book/plan/plan-journal.js';
import { ReportSum } from '../../address-book/report/report-sum.js';
import { differenceLine } from '../migration/differences.js';
import {
  CODES,
  lockedText,
  reasonOf,
  resumable,
  resumeLines,
  SETTLE_OPTION,
  shownResult,
  surplusText,
  waitingText,
} from '../migration/run-result.js';
import { givenFlags, identityOf } from '../migration/sides.js';
import { LinesAbove } from '../output/lines-above.js';
import type { Output } from '../output/output.js';
import { listDeletions, listPlan } from '../output/plan-list.js';
import { counted, printable, quoted, thousands } from '../output/text.js';
import { REPORT_OPTION, withReport } from '../report/report-file.js';
import { RunSummary } from '../report/run-summary.js';
import type { Command, Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { READING_FLAGS, readingOf, readingOptions } from '../running/reading-options.js';
import { isStandardInput } from '../running/standard-paths.js';
import { namedAccount } from '../settings/account.js';
import { CALL_FLAGS, CONFIG_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { isOfConcern, SELECTION_FLAGS, SELECTION_OPTIONS, selectionLine, selectionOf } from '../settings/selection.js';

const FLAGS = [
  '--to',
  '--folder',
  ...READING_FLAGS,
  '--max-delete',
  '--concurrency',
  '--settle-ms',
  ...SELECTION_FLAGS,
  '--config',
  ...CALL_FLAGS,
  '--report',
];

/** Brings an account to the state of an export. */
export const restore: Command = {
  name: 'restore',
  summary: 'bring an account to the state of an export: add, delete and rename; run again, it goes on',
  args: '<file>',
  standard: true,
  options: [
    { flags: '--to <profile>', text: 'the account' },
    {
      flags: '--folder <folder>',
      text: 'for plans, journals and backups of what is deleted (default: <file>.restore)',
    },
    ...readingOptions('by name, or how it begins'),
    ...SELECTION_OPTIONS,
    { flags: '--max-delete <n>', text: 'the most entries that may be deleted (default: half of the account)' },
    { flags: '--concurrency <n>', text: 'how many requests may be in flight at once (default: 8)' },
    SETTLE_OPTION,
    REPORT_OPTION,
    { flags: '--dry-run', text: 'make the plans only, and list what is in them' },
    ...CONFIG_OPTIONS,
  ],
  examples: ['sms-service restore yesterday.jsonl --to old --dry-run', 'sms-service restore yesterday.jsonl --to old'],
  carriesOn: true,
  run: withReport('restore', async (context, report) => {
    const { args, options, input, output, interruption } = context;
    const [file = ''] = args;
    const isInput = isStandardInput(file);
    const reading = readingOf(options);
    const to = options.required('--to');
    const folder = isInput ? options.required('--folder') : (options.text('--folder') ?? `${file}.restore`);
    const isDryRun = options.has('--dry-run');
    const numbers = {
      maxDelete: options.whole('--max-delete', 0),
      concurrency: options.whole('--concurrency', 1),
      settleMs: options.whole('--settle-ms', 1),
    };
    const selection = await selectionOf(options);
    const account = await namedAccount(to, context);
    const summary = new RunSummary();
    const result = await resumable(context, 'done', (progress) =>
      withClient(account, async (client) => {
        const lines = new LinesAbove(output, progress);
        const given: RestoreAddressBookOptions = {
          file: { file: isInput ? input.pieces('the file') : file, ...reading },
          to: client,
          folder,
          account: identityOf(account),
          ...selection,
          ...numbers,
          dryRun: isDryRun,
          signal: interruption.signal,
          onSelection: (event) => {
            if (isDryRun || isOfConcern(event)) lines.print({ selection: event }, () => selectionLine(event));
          },
          onLocked: (holder) => progress.note(lockedText(holder)),
          onEvent: (event, { done, rejected, total }) => {
            tell(output, lines, event);
            if (event.type === 'waiting') progress.note(waitingText(event.ms));
            progress.update(done + rejected, total);
          },
        };
        try {
          return await restoreAddressBook(given);
        } finally {
          await lines.finish();
        }
      }),
    );
    if (isDryRun && result.deletions !== undefined) {
      await listPlan(output, path.join(path.dirname(result.deletions), 'additions.jsonl'), true);
      await listDeletions(output, result.deletions);
    }
    if (report.isWanted) {
      const sum = await sumOf(result.deletions);
      const [{ status }, { seconds }] = [result, summary];
      await report.writeSum({ title: file, accounts: [to], status, seconds, sum, hasPlans: true });
    }
    const found = result.status === 'done' && !result.isSame ? EXIT.differences : CODES[result.status];
    const exitCode = isDryRun ? EXIT.done : found;
    await output.done(exitCode, { ...shownResult(result), dryRun: isDryRun }, () => {
      const { deletions } = result;
      const shown = deletions && path.join(folder, path.relative(path.resolve(folder), deletions));
      return textOf(context, { ...result, deletions: shown }, to);
    });
    return exitCode;
  }),
};

/** The report on both plans of a restore, and those that were made of what they have left. */
async function sumOf(deletions: string | undefined): Promise<ReportSum> {
  const sum = new ReportSum();
  if (deletions === undefined) return sum;
  const additions = path.join(path.dirname(deletions), 'additions.jsonl');
  for (const plan of [additions, ...furtherPlans(additions), deletions]) await sum.add(plan, undefined, plan);
  return sum;
}

/** Prints what stays, and what is left different. */
function tell(output: Output, lines: LinesAbove, event: RestoreEvent): void {
  if (event.type === 'left') lines.print(event, () => differenceLine(output, event.difference));
  if (event.type === 'surplus') lines.print(event, () => output.styled('bad', surplusText(event)));
  if (event.type === 'kept') {
    const what = event.number === undefined ? [event.group] : [event.number, `in ${event.group}`];
    lines.print(event, () => output.styled('bad', ['! stays', ...what.map(printable)].join('\t')));
  }
}

function textOf(context: Context, result: RestoreResult, to: string): string {
  const { options, output } = context;
  const { status, done, rejected, total, deletions, isSame } = result;
  if (options.has('--dry-run') && deletions !== undefined) {
    const where = printable(path.dirname(deletions));
    return `The plans of ${counted(total, 'step')} are in ${where}: review them. The same without --dry-run carries them out.`;
  }
  const refused = rejected > 0 ? `, ${thousands(rejected)} refused` : '';
  const lines =
    deletions === undefined
      ? ['Nothing was to be done.']
      : [`${thousands(done)} of ${counted(total, 'step')} done${refused}`];
  const again = againOf(context);
  switch (status) {
    case 'done':
    case 'rejects':
      lines.push(
        isSame
          ? output.styled('good', `${printable(to)} is as the file is.`)
          : output.styled('bad', `${printable(to)} is as the file is, but for the lines above.`),
      );
      break;
    case 'changed':
    case 'conflicts':
      lines.push(
        output.styled('bad', `Somebody changes ${printable(to)}: what is not as it was stays${reasonOf(result)}.`),
        `Plan it anew, and go on: ${again}`,
      );
      break;
    default:
      return [...lines, ...resumeLines(output, status, result, again)].join('\n');
  }
  if (deletions !== undefined) lines.push(`What was deleted is in ${printable(deletions)}.`);
  return lines.join('\n');
}

/** The command that goes on. */
function againOf(context: Context): string {
  const { options, args } = context;
  const values = givenFlags(context, FLAGS);
  return quoted([
    'sms-service',
    'restore',
    args[0] ?? '',
    ...values,
    ...(options.has('--normalize') ? ['--normalize'] : []),
  ]);
}
