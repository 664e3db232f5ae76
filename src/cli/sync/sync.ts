import path from 'node:path';
import { type ApplyResult, type SyncEvent, type SyncResult, syncAddressBook } from '../../address-book/index.js';
import { ReportSum } from '../../address-book/report/report-sum.js';
import { notMovedLine } from '../migration/differences.js';
import {
  CODES,
  lockedText,
  reasonOf,
  resumable,
  resumeLines,
  SETTLE_OPTION,
  surplusText,
  waitingText,
} from '../migration/run-result.js';
import { givenFlags, proposed, type SideClients, type Sides, sidesOf, withSides } from '../migration/sides.js';
import { LinesAbove } from '../output/lines-above.js';
import type { Output } from '../output/output.js';
import { changeLine } from '../output/plan-list.js';
import type { Progress } from '../output/progress.js';
import { counted, coveredNumber, plural, printable, thousands } from '../output/text.js';
import { refusalText } from '../report/refusals.js';
import { REPORT_OPTION, withReport } from '../report/report-file.js';
import { RunSummary } from '../report/run-summary.js';
import type { Command, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';
import { CALL_FLAGS, CONFIG_FILE, SIDES_OPTIONS } from '../settings/account-options.js';
import { isOfConcern, SELECTION_FLAGS, SELECTION_OPTIONS, selectionLine, selectionOf } from '../settings/selection.js';

const FLAGS = [
  '--folder',
  ...SELECTION_FLAGS,
  '--max-delete',
  '--concurrency',
  '--settle-ms',
  ...CALL_FLAGS,
  '--report',
];

/** Brings what an account has gained into another one, again and again. */
export const sync: Command = {
  name: 'sync',
  summary: 'bring what one account has gained into another; run again and again, by cron say',
  options: [
    ...SIDES_OPTIONS,
    {
      flags: '--folder <folder>',
      text: 'lock, plan and journal of what is under way (default: sms-service-sync/FROM-to-TO beside the profiles)',
    },
    ...SELECTION_OPTIONS,
    {
      flags: '--delete',
      text: 'delete what only the target has; the backup stays in the folder: deleted-<time>.jsonl',
    },
    {
      flags: '--max-delete <n>',
      text: 'the most entries that --delete may delete at once (default: half of those of the target)',
    },
    { flags: '--dry-run', text: 'change nothing; list each change that would be made' },
    { flags: '--concurrency <n>', text: 'how many requests may be in flight at once (default: 8)' },
    SETTLE_OPTION,
    REPORT_OPTION,
    { flags: '--verbose', text: 'say what is done, also where that is nothing, and where no terminal is' },
  ],
  examples: [
    'sms-service sync --from old --to new',
    "sms-service sync --from old --to new --include 'VIP*' --dry-run",
    '17 3 * * * cd /srv/sms && sms-service sync --from old --to new   # a line of a crontab',
  ],
  carriesOn: true,
  run: withReport('sync', async (context, report) => {
    const { options, output, interruption } = context;
    const concurrency = options.whole('--concurrency', 1);
    const settleMs = options.whole('--settle-ms', 1);
    const dryRun = options.has('--dry-run');
    const deletes = options.has('--delete');
    const maxDelete = options.whole('--max-delete');
    if (maxDelete !== undefined && !deletes) return refuse('--max-delete', 'is for --delete only');
    const selection = await selectionOf(options);
    const sides = await sidesOf(context);
    const folder = folderOf(context, sides);
    const isTalking = options.has('--verbose') || output.isOnTerminal;
    const more = concurrency === undefined ? {} : { maxConcurrency: concurrency };
    const summary = new RunSummary();
    const sum = new ReportSum();
    const work = async (progress: Progress): Promise<SyncResult> => {
      const lines = new LinesAbove(output, progress);
      const note = (text: string): void => {
        if (isTalking) progress.note(text);
      };
      const onEvent = (
        event: SyncEvent,
        { done, rejected, total }: { done: number; rejected: number; total: number },
      ) => {
        const line = lineOf(output, event);
        if (line !== undefined) lines.print(shownEvent(event), () => line);
        if (event.type === 'resumed') note('going on with what an earlier run has begun');
        if (event.type === 'waiting') note(waitingText(event.ms));
        if (total > 0) progress.update(done + rejected, total);
      };
      const between = ({ from, to, accounts }: SideClients): Promise<SyncResult> =>
        syncAddressBook({
          from,
          to,
          accounts,
          folder,
          ...selection,
          onSelection: (event) => {
            if (dryRun || isOfConcern(event)) lines.say({ selection: event }, () => selectionLine(event));
          },
          delete: deletes,
          maxDelete,
          dryRun,
          concurrency,
          settleMs,
          signal: interruption.signal,
          onEvent,
          onPlanOver: (plan) => (report.isWanted ? sum.add(plan) : undefined),
          onLocked: (holder) => note(lockedText(holder)),
          onNotMoved: (notMoved) => {
            if (isTalking || dryRun) lines.say({ notMoved }, () => notMovedLine(output, notMoved));
          },
        });
      const synced = await withSides(context, sides, between, more);
      await lines.finish();
      return synced;
    };
    const result = await resumable(context, 'done', work, { isSilent: !isTalking });
    await report.writeSum({
      title: folder,
      accounts: [sides.from, sides.to],
      status: result.status,
      seconds: summary.seconds,
      sum,
      hasPlans: false,
    });
    const { error: _, ...plain } = result;
    const isNothing = result.status === 'done' && result.created + result.added + result.deleted + result.doubles === 0;
    if (output.isJson || !isNothing || isTalking) {
      await output.done(codeOf(result), plain, () => textOf(context, sides, result));
    }
    return codeOf(result);
  }),
};

/** The folder that is given, or else one of these two profiles, beside the file that names them. */
function folderOf({ options }: Context, { from, to }: Sides): string {
  const given = options.text('--folder');
  if (given !== undefined) return given;
  const beside = path.dirname(path.resolve(options.text('--config') ?? CONFIG_FILE));
  // A name of a profile may be anything; that of a folder may not.
  const name = [from, to].map((one) => encodeURIComponent(one).replaceAll('.', '%2E')).join('-to-');
  return path.join(beside, 'sms-service-sync', name);
}

/** An event for machines: what is refused without the number of a line, in a plan that does not stay. */
function shownEvent(event: SyncEvent): object {
  if (event.type !== 'rejected') return event;
  const { line: _, number, ...shown } = event;
  return { ...shown, ...(number === undefined ? {} : { number: coveredNumber(number) }) };
}

/** An event as a line of the result; `undefined` for one that is none. */
function lineOf(output: Output, event: SyncEvent): string | undefined {
  switch (event.type) {
    case 'would-create':
      return changeLine('+ group', event);
    case 'would-add':
      return changeLine('+ number', event);
    case 'would-delete':
      return changeLine(event.number === undefined ? '- group' : '- number', event);
    case 'would-rename':
      return changeLine('~ name', event);
    case 'rejected':
      return output.styled('bad', `refused: ${refusalText(event)}`);
    case 'surplus':
      return output.styled('bad', surplusText(event));
    default:
      return undefined;
  }
}

function codeOf({ status, missing, doubles, surplus }: SyncResult): ExitCode {
  if (status === 'too-many') return EXIT.differences;
  return status === 'done' && missing + doubles + surplus > 0 ? EXIT.differences : CODES[status];
}

function textOf(context: Context, sides: Sides, result: SyncResult): string {
  const { options, output } = context;
  const { status, created, added, deleted, backup, rejected, missing, doubles, surplus, notMoved } = result;
  if (options.has('--dry-run') && status === 'done') {
    const more = options.has('--delete') ? `, ${deletions(deleted)}` : '';
    return `${counted(created, 'group')} would be made, ${counted(added, 'number')} added${more}; nothing is changed`;
  }
  const isDone = status === 'done' || status === 'rejects';
  const lines: string[] = [];
  if (created + added + deleted > 0) lines.push(`${counted(created, 'group')} made, ${counted(added, 'number')} added`);
  else if (isDone) lines.push('Nothing is new.');
  if (deleted > 0) lines.push(`${deletions(deleted)}; the backup: ${printable(backup ?? '')}`);
  if (notMoved > 0) lines.push(`${thousands(notMoved)} not moved: the target has no place for them`);
  if (rejected > 0) lines.push(output.styled('bad', `${rejected} refused by the gateway: see the lines above`));
  if (missing > 0) lines.push(output.styled('bad', `${counted(missing, 'number')} added and not there afterwards`));
  if (surplus > 0) {
    lines.push(output.styled('bad', `${counted(surplus, 'number')} deleted that no backup has: see the lines above`));
  }
  if (doubles > 0) {
    const mend = proposed(context, 'dedupe', 'plan', '--profile', sides.to);
    lines.push(output.styled('bad', `${counted(doubles, 'number')} there more than once: ${mend} --out FILE`));
  }
  if (isDone) return lines.join('\n');
  const again = againOf(context, sides);
  if (status === 'changed') {
    const what = `${printable(sides.from)} and ${printable(sides.to)} did not come to rest${reasonOf(nothingOf(result))}.`;
    return [...lines, output.styled('bad', what), `Go on: ${again}`].join('\n');
  }
  if (status === 'too-many') {
    const more = `${againOf(context, sides, ['--max-delete'])} --max-delete`;
    const what = `Nothing is deleted, because it would be too much${reasonOf(nothingOf(result))}.`;
    return [...lines, output.styled('bad', what), `Where that is meant: ${more} N`].join('\n');
  }
  return [...lines, ...resumeLines(output, status, { ...nothingOf(result), status }, again)].join('\n');
}

/** The command that goes on, with the same part of the account. @param without - flags that it has otherwise */
function againOf(context: Context, { from, to }: Sides, without: readonly string[] = []): string {
  const flags = FLAGS.filter((flag) => !without.includes(flag));
  const switches = ['--normalize', '--delete'].filter((flag) => context.options.has(flag));
  return proposed(context, 'sync', '--from', from, '--to', to, ...givenFlags(context, flags), ...switches);
}

function deletions(count: number): string {
  return `${counted(count, 'group')} or ${plural(count, 'number')} deleted or renamed`;
}

/** A result as that of a plan of which nothing is counted. */
function nothingOf({ status: own, error }: SyncResult): ApplyResult {
  const status = own === 'too-many' ? 'changed' : own;
  return { status, done: 0, rejected: 0, total: 0, ...(error === undefined ? {} : { error }) };
}
