import { type ApplyEvent, type ApplyResult, applyMigration } from '../../address-book/index.js';
import { Progress } from '../output/progress.js';
import { counted, quoted, thousands } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { SIDES_OPTIONS } from '../settings/account-options.js';
import { CODES, goOn, reasonOf, shownResult } from './ended.js';
import { configFlags, givenFlags, type Sides, sidesOf, withSides } from './sides.js';

/** How many refused lines are shown; the journal has all of them. */
const SHOWN_REJECTS = 50;

interface Reject {
  readonly line: number;
  readonly code: number;
}

/** Carries a plan out. */
export const apply: Command = {
  name: 'apply',
  summary: 'carry a plan out; run again after whatever has ended it, it goes on',
  args: '<plan>',
  options: [
    { flags: '--journal <file>', text: 'what was done, to go on from (default: <plan>.journal)' },
    { flags: '--concurrency <n>', text: 'how many requests may be in flight at once (default: 8)' },
    { flags: '--settle-ms <ms>', text: 'how long a request in doubt may be on its way (default: 30000)' },
    { flags: '--dry-run', text: 'only look whether the plan still fits both sides' },
    ...SIDES_OPTIONS,
  ],
  examples: [
    'sms-service apply plan.json --journal move.journal   # the profiles are those of the plan',
    'sms-service apply plan.json --dry-run',
  ],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const [plan = ''] = args;
    const concurrency = options.whole('--concurrency', 1);
    const settleMs = options.whole('--settle-ms', 1);
    const sides = await sidesOf(context, plan);
    const rejects: Reject[] = [];
    const progress = new Progress(output, 'done');
    const onEvent = (
      event: ApplyEvent,
      { done, rejected, total }: { done: number; rejected: number; total: number },
    ) => {
      if (event.type === 'rejected' && rejects.length < SHOWN_REJECTS) rejects.push(event);
      if (event.type === 'waiting')
        progress.note(`waiting ${Math.ceil(event.ms / 1000)} s to look up what is in doubt`);
      progress.update(done + rejected, total);
    };
    interruption.onFirst(() => progress.note('finishing what is in flight; a second time ends at once'));
    const work = async ({ from, to }: Parameters<Parameters<typeof withSides>[2]>[0]) =>
      applyMigration({
        plan,
        journal: options.text('--journal'),
        from,
        to,
        concurrency,
        settleMs,
        signal: interruption.signal,
        onEvent,
        dryRun: options.has('--dry-run'),
      });
    const more = concurrency === undefined ? {} : { maxConcurrency: concurrency };
    try {
      const result = await withSides(context, sides, work, more);
      progress.stop();
      await output.result({ ...shownResult(result), rejects }, () => textOf(context, sides, result, rejects));
      return CODES[result.status];
    } finally {
      progress.stop();
    }
  },
};

function textOf(context: Context, sides: Sides, result: ApplyResult, rejects: readonly Reject[]): string {
  const { args, options, output } = context;
  const { status, done, rejected, total } = result;
  const lines = rejects.map(({ line, code }) => `line ${line} of the plan was refused: gateway code ${code}`);
  if (rejected > 0 && rejects.length < rejected && status === 'rejects') {
    lines.push(`the journal has all ${rejected} lines that were refused`);
  }
  if (options.has('--dry-run') && status === 'done') {
    return `The plan fits both sides; ${counted(total - done, 'step')} to be done.`;
  }
  lines.push(`${thousands(done)} of ${counted(total, 'step')} done${rejected > 0 ? `, ${rejected} refused` : ''}`);
  const { from, to } = sides;
  switch (status) {
    case 'done':
      lines.push(
        output.styled('good', 'All of the plan is carried out.'),
        `Compare both sides: ${quoted(['sms-service', 'verify', '--plan', args[0] ?? '', ...configFlags(context)])}`,
      );
      break;
    case 'rejects':
      if (done + rejected < total) lines.push(notAdded(total - done - rejected));
      lines.push(output.styled('bad', 'All but the refused lines is carried out: look at them in the plan.'));
      break;
    case 'changed':
      lines.push(
        output.styled(
          'bad',
          `${from} or ${to} is not as it was when the plan was made, or is another account${reasonOf(result)}.`,
        ),
        `Nothing more was done. Plan anew: ${quoted(['sms-service', 'plan', '--from', from, '--to', to, ...configFlags(context)])} --out ANOTHER_FILE`,
      );
      break;
    default:
      lines.push(...goOn(output, status, result, againOf(context)));
  }
  return lines.join('\n');
}

function notAdded(count: number): string {
  return `${counted(count, 'number')} ${count === 1 ? 'is' : 'are'} not added, because their groups were refused.`;
}

/** The command that goes on. */
function againOf(context: Context): string {
  const flags = givenFlags(context, ['--journal', '--from', '--to', '--concurrency', '--settle-ms', '--timeout-ms']);
  return quoted(['sms-service', 'apply', context.args[0] ?? '', ...flags, ...configFlags(context)]);
}
