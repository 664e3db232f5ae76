import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { type ApplyResult, importAddressBook, type ReadFormat } from '../../address-book/index.js';
import { LinesAbove } from '../output/lines-above.js';
import { listPlan } from '../output/plan-list.js';
import { counted, printable, quoted, thousands } from '../output/text.js';
import { type Refusals, refusalLines, refusalsOf } from '../report/refusals.js';
import { REPORT_OPTION, withReport } from '../report/report-file.js';
import { RunSummary } from '../report/run-summary.js';
import { ShownWarnings } from '../report/shown-warnings.js';
import type { Command, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { READING_FLAGS, readingOf, readingOptions } from '../running/reading-options.js';
import { isStandardInput, isStandardOutput } from '../running/standard-paths.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { isOfConcern, SELECTION_FLAGS, SELECTION_OPTIONS, selectionLine, selectionOf } from '../settings/selection.js';
import { changedLine, changeOf, notMovedLine, plannedText } from './differences.js';
import { RejectFile } from './reject-file.js';
import {
  CODES,
  lockedText,
  reasonOf,
  resumable,
  resumeLines,
  SETTLE_OPTION,
  shownResult,
  unfinishedText,
  waitingText,
} from './run-result.js';
import { givenFlags, identityOf, POLICIES } from './sides.js';

const BY_ENDING: Readonly<Record<string, ReadFormat>> = { '.jsonl': 'jsonl', '.csv': 'csv', '.vcf': 'vcard' };
/** Of the standard input, which has no name. */
const PLAN_OF_INPUT = 'standard-input.plan';
const FILE_FLAGS = [
  ...READING_FLAGS,
  ...SELECTION_FLAGS,
  '--policy',
  '--rejects',
  '--plan',
  '--concurrency',
  '--settle-ms',
  '--report',
];

/** Adds what a file holds to an account. */
export const importCommand: Command = {
  name: 'import',
  summary: 'add the groups and numbers of a file to an account; run again, it goes on',
  args: '<file>',
  standard: true,
  options: [
    ...readingOptions('by the name of the file'),
    {
      flags: '--policy <policy>',
      text: `where there is a group of the same name: ${POLICIES.join(', ')} (default: merge)`,
      values: POLICIES,
    },
    {
      flags: '--rejects <file>',
      text: 'rows that are not taken, with line and reason; - is the standard output (default: <file>.rejects)',
      standard: true,
    },
    { flags: '--force', text: 'replace a file that is there by the rejects, whatever it is' },
    {
      flags: '--plan <file>',
      text: `the plan that is made of the file, to go on from (default: <file>.plan, of - ${PLAN_OF_INPUT})`,
    },
    { flags: '--concurrency <n>', text: 'how many requests may be in flight at once (default: 8)' },
    ...SELECTION_OPTIONS,
    {
      flags: '--accept-changes',
      text: 'where the account has changed since: add what still fits, plan the rest anew into <plan>.2 and so on',
    },
    SETTLE_OPTION,
    REPORT_OPTION,
    { flags: '--dry-run', text: 'make the plan only, and list what is in it' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service import book.csv --profile new',
    'sms-service import contacts.vcf --group Customers --profile new',
    'sms-service import outlook.csv --encoding windows-1250 --profile new',
    'zcat book.jsonl.gz | sms-service import - --format jsonl --profile new',
  ],
  carriesOn: true,
  run: withReport('import', async (context, report) => {
    const { args, options, input, output, interruption } = context;
    const [file = ''] = args;
    const isInput = isStandardInput(file);
    const reading = readingOf(options);
    const format = reading.format ?? BY_ENDING[path.extname(file).toLowerCase()];
    if (format === undefined) return refuse('--format', 'is missing: the name of the file does not tell');
    const policy = options.oneOf('--policy', POLICIES);
    const concurrency = options.whole('--concurrency', 1);
    const selection = await selectionOf(options);
    const isDryRun = options.has('--dry-run');
    const plan = options.text('--plan') ?? (isInput ? PLAN_OF_INPUT : `${file}.plan`);
    const isResumed = existsSync(plan);
    const settleMs = options.whole('--settle-ms', 1);
    const rejectsFile = options.text('--rejects') ?? `${isInput ? plan : file}.rejects`;
    if ([...(isInput ? [] : [file]), plan].some((other) => path.resolve(other) === path.resolve(rejectsFile))) {
      return refuse('--rejects', 'is the file or its plan: it would be overwritten');
    }
    if (!isInput && !existsSync(file)) throw new CommandError(`the file does not exist: ${file}`);
    const rejects = await RejectFile.open(context, rejectsFile, isResumed);
    const account = await chosenAccount(context);
    const results = isStandardOutput(rejectsFile) ? output.onStandardError() : output;
    const sides = { from: file, to: account.label };
    const summary = new RunSummary();
    const work = resumable(context, 'done', (progress) =>
      withClient(account, async (client) => {
        const lines = new LinesAbove(results, progress);
        const warnings = new ShownWarnings(results, progress, lines);
        const imported = await importAddressBook({
          file: isInput ? input.pieces('the file') : readAnew(file),
          ...reading,
          format,
          columns: format === 'csv' ? reading.columns : undefined,
          to: client,
          account: identityOf(account),
          plan,
          onPlan: (made) => {
            if (made.isResumed) progress.note(`going on with ${plan}, which was made of the file before`);
            else rejects.beginAnew();
            if (made.setAside !== undefined) progress.note(`the plan of an earlier import is kept: ${made.setAside}`);
          },
          policy,
          concurrency,
          settleMs,
          ...selection,
          onSelection: (event) => {
            if (isDryRun || isOfConcern(event)) lines.say({ selection: event }, () => selectionLine(event));
          },
          onReject: (reject) => rejects.add(reject),
          // What an account does not show no file has.
          onWarning: (warning) => (warning.kind === 'not-shown' ? undefined : warnings.show(warning)),
          onNotMoved: (notMoved) => lines.say({ notMoved }, () => notMovedLine(results, notMoved, 'not added:')),
          signal: interruption.signal,
          acceptChanges: options.has('--accept-changes'),
          dryRun: isDryRun,
          onUnfinished: ({ journal, ms }) => progress.note(unfinishedText(journal, ms)),
          onLocked: (holder) => progress.note(lockedText(holder)),
          onEvent: (event, { done, rejected, total }) => {
            summary.see(event);
            if (event.type === 'changed') lines.print({ changed: changeOf(event) }, () => changedLine(sides, event));
            if (event.type === 'planned') progress.note(plannedText(event, plan));
            if (event.type === 'waiting') progress.note(waitingText(event.ms));
            progress.update(done + rejected, total);
          },
        });
        warnings.finish(plan);
        await lines.finish();
        return imported;
      }),
    );
    const result = await work.catch(async (error: unknown) => {
      if (!existsSync(plan)) await rejects.giveUp();
      throw error;
    });
    if (result.status === 'conflicts') await rejects.giveUp();
    else await rejects.finish();
    const rejectedRows = rejects.count;
    const refusals = await refusalsOf(plan, undefined, result, options.has('--dry-run'));
    if (isDryRun && result.status !== 'conflicts') await listPlan(results, plan);
    const shown = { ...shownResult(result), rejects: refusals.shown, rejectedRows, ...summary.json };
    const exitCode = result.status === 'done' && rejectedRows > 0 ? EXIT.differences : CODES[result.status];
    await report.write({ plan, accounts: [account.label], result, seconds: summary.seconds });
    await results.done(exitCode, shown, () => textOf(context, plan, result, { rejects, refusals, summary }));
    return exitCode;
  }),
};

interface Told {
  readonly rejects: RejectFile;
  readonly refusals: Refusals;
  readonly summary: RunSummary;
}

function textOf(context: Context, plan: string, result: ApplyResult, { rejects, refusals, summary }: Told): string {
  const { options, output } = context;
  const shown = printable(plan);
  const { status, done, rejected, total } = result;
  const lines = rejects.count > 0 ? [`${counted(rejects.count, 'row')} not taken: ${printable(rejects.file)}`] : [];
  if (options.has('--dry-run') && status === 'done') {
    lines.push(
      `The plan of ${counted(total, 'step')} is in ${shown}: review it. The same without --dry-run carries it out.`,
    );
    return lines.join('\n');
  }
  const refused = rejected > 0 ? `, ${rejected} refused: ${shown}.journal names the lines of ${shown}` : '';
  lines.unshift(...refusalLines(output, refusals));
  lines.push(`${thousands(done)} of ${counted(total, 'step')} done${refused}`);
  if (status === 'done' && total === 0) lines.push('The file has nothing that the account does not have.');
  else if (status === 'done') lines.push(output.styled('good', 'All of the plan is carried out.'));
  else if (status === 'conflicts') {
    const what = existsSync(plan)
      ? `Groups that are left are in the account by now: they are not added, and ${thousands(done)} of ${counted(total, 'step')} done.`
      : 'Groups of the file are in the account already: nothing was added, and there is no plan.';
    return output.styled('bad', what);
  } else if (status === 'changed') {
    lines.push(
      output.styled('bad', `The account is another one, or not as it was when the plan was made${reasonOf(result)}.`),
      options.has('--accept-changes')
        ? `What still fits is added. Go on: ${againOf(context)}`
        : `Nothing more was done. Add what still fits, and what is left by a new plan: ${againOf(context, '--accept-changes')}`,
    );
  } else if (status !== 'rejects') lines.push(...resumeLines(output, status, result, againOf(context)));
  return [...lines, summary.line(result)].join('\n');
}

/** The command that goes on. */
function againOf(context: Context, ...more: readonly string[]): string {
  const switches = [...more, ...['--normalize', '--accept-changes'].filter((flag) => context.options.has(flag))];
  const flags = givenFlags(context, [...FILE_FLAGS, ...ACCOUNT_OPTIONS.map(({ flags }) => flags.split(' ')[0] ?? '')]);
  return quoted(['sms-service', 'import', context.args[0] ?? '', ...flags, ...switches]);
}

/** A file that is opened each time that it is read. */
function readAnew(file: string): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => createReadStream(file)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> };
}
