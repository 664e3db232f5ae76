import { type ApplyEvent, type ApplyProgress, type ApplyResult, applyMigration } from '../../address-book/index.js';
import { furtherPlans } from '../../address-book/plan/plan-journal.js';
import { LinesAbove } from '../output/lines-above.js';
import { counted, printable, thousands } from '../output/text.js';
import { type Refusals, refusalLines, refusalsOf } from '../report/refusals.js';
import { REPORT_OPTION, withReport } from '../report/report-file.js';
import { RunSummary } from '../report/run-summary.js';
import type { Command, Context } from '../running/command.js';
import { CALL_FLAGS, SIDES_OPTIONS } from '../settings/account-options.js';
import { changedLine, changeOf, plannedText } from './differences.js';
import {
  CODES,
  lockedText,
  reasonOf,
  resumable,
  resumeLines,
  SETTLE_OPTION,
  shownResult,
  waitingText,
} from './run-result.js';
import { givenFlags, proposed, type SideClients, type Sides, sidesOf, withSides } from './sides.js';

const FLAGS = ['--journal', '--from', '--to', '--concurrency', '--settle-ms', ...CALL_FLAGS, '--report'];

/** Carries a plan out. */
export const apply: Command = {
  name: 'apply',
  summary: 'carry a plan out; run again after whatever has ended it, it goes on',
  args: '<plan>',
  options: [
    { flags: '--journal <file>', text: 'what was done, to go on from (default: <plan>.journal)' },
    { flags: '--concurrency <n>', text: 'how many requests may be in flight at once (default: 8)' },
    SETTLE_OPTION,
    {
      flags: '--accept-changes',
      text: 'where a side has changed since: carry out what still fits, plan the rest anew into <plan>.2 and so on',
    },
    { flags: '--dry-run', text: 'only look whether the plan still fits both sides' },
    REPORT_OPTION,
    ...SIDES_OPTIONS,
  ],
  examples: [
    'sms-service apply plan.json --journal move.journal   # the profiles are those of the plan',
    'sms-service apply plan.json --dry-run',
  ],
  carriesOn: true,
  run: withReport('apply', async (context, report) => {
    const { args, options, output, interruption } = context;
    const [plan = ''] = args;
    const concurrency = options.whole('--concurrency', 1);
    const settleMs = options.whole('--settle-ms', 1);
    const sides = await sidesOf(context, plan);
    const summary = new RunSummary();
    const more = concurrency === undefined ? {} : { maxConcurrency: concurrency };
    const result = await resumable(context, 'done', async (progress) => {
      const lines = new LinesAbove(output, progress);
      const onEvent = (event: ApplyEvent, { done, rejected, total }: ApplyProgress): void => {
        summary.see(event);
        if (event.type === 'changed') lines.print({ changed: changeOf(event) }, () => changedLine(sides, event));
        if (event.type === 'planned') progress.note(plannedText(event, plan));
        if (event.type === 'waiting') progress.note(waitingText(event.ms));
        progress.update(done + rejected, total);
      };
      const journal = options.text('--journal');
      const [signal, dryRun] = [interruption.signal, options.has('--dry-run')];
      const acceptChanges = options.has('--accept-changes');
      const onLocked = (holder: string): void => progress.note(lockedText(holder));
      const work = async ({ from, to, accounts: { to: account } }: SideClients): Promise<ApplyResult> =>
        applyMigration({
          plan,
          journal,
          from,
          to,
          account,
          acceptChanges,
          concurrency,
          settleMs,
          signal,
          onEvent,
          onLocked,
          dryRun,
        });
      const applied = await withSides(context, sides, work, more);
      await lines.finish();
      return applied;
    });
    const journal = options.text('--journal');
    const refusals = await refusalsOf(plan, journal, result, options.has('--dry-run'));
    const accounts = [sides.from, sides.to];
    await report.write({ plan, journal, accounts, result, seconds: summary.seconds });
    await output.done(CODES[result.status], { ...shownResult(result), rejects: refusals.shown, ...summary.json }, () =>
      textOf(context, sides, result, { refusals, summary }),
    );
    return CODES[result.status];
  }),
};

interface Told {
  readonly refusals: Refusals;
  readonly summary: RunSummary;
}

function textOf(context: Context, sides: Sides, result: ApplyResult, { refusals, summary }: Told): string {
  const { options, output } = context;
  const { status, done, rejected, total } = result;
  const lines = [...refusalLines(output, refusals)];
  if (options.has('--dry-run') && (status === 'done' || status === 'rejects')) {
    const refused = rejected > 0 ? `, ${rejected} refused by an earlier run` : '';
    return `The plan fits both sides; ${counted(total - done - rejected, 'step')} to be done${refused}.`;
  }
  lines.push(`${thousands(done)} of ${counted(total, 'step')} done${rejected > 0 ? `, ${rejected} refused` : ''}`);
  const { from, to } = sides;
  switch (status) {
    case 'done':
      lines.push(
        output.styled('good', 'All of the plan is carried out.'),
        `Compare both sides: ${proposed(context, 'verify', '--plan', lastPlan(context.args[0] ?? ''))}`,
      );
      break;
    case 'rejects':
      if (done + rejected < total) lines.push(notAdded(total - done - rejected));
      lines.push(output.styled('bad', 'All but the refused lines is carried out: look at them in the plan.'));
      break;
    case 'conflicts':
      return output.styled('bad', 'The plan has conflicts: plan anew with another --policy. Nothing was done.');
    case 'changed':
      lines.push(
        output.styled(
          'bad',
          `${printable(from)} or ${printable(to)} is not as it was when the plan was made, or is another account${reasonOf(result)}.`,
        ),
        ...(options.has('--accept-changes')
          ? [`What still fits is carried out. Go on: ${againOf(context)}`]
          : [
              `Nothing more was done. Carry out what still fits: ${againOf(context, '--accept-changes')}`,
              `Or plan anew: ${proposed(context, 'plan', '--from', from, '--to', to)} --out ANOTHER_FILE`,
            ]),
      );
      break;
    default:
      lines.push(...resumeLines(output, status, result, againOf(context)));
  }
  return [...lines, summary.line(result)].join('\n');
}

/** The plan that was made last of what the one that was given has left. */
function lastPlan(plan: string): string {
  return furtherPlans(plan).at(-1) ?? plan;
}

function notAdded(count: number): string {
  return `${counted(count, 'number')} ${count === 1 ? 'is' : 'are'} not added, because their groups were refused.`;
}

/** The command that goes on. */
function againOf(context: Context, ...words: readonly string[]): string {
  const flags = givenFlags(context, FLAGS);
  const own = context.options.has('--accept-changes') ? ['--accept-changes'] : [];
  return proposed(context, 'apply', context.args[0] ?? '', ...words, ...own, ...flags);
}
