import { type ApplyResult, applyRemoval } from '../../address-book/index.js';
import { Progress } from '../output/progress.js';
import { counted, quoted, thousands } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { SIDES_OPTIONS } from '../settings/account-options.js';
import { CODES, goOn, reasonOf, shownResult } from './ended.js';
import { configFlags, givenFlags, type Sides, sidesOf, withSides } from './sides.js';

/** Deletes at the source what was moved. */
export const removeApply: Command = {
  name: 'remove apply',
  summary: 'delete at the source what a plan of removal says; run again after whatever has ended it, it goes on',
  args: '<removal>',
  options: [
    ...SIDES_OPTIONS,
    { flags: '--journal <file>', text: 'what was done, to go on from (default: <removal>.journal)' },
    { flags: '--dry-run', text: 'only look whether the plan still fits both sides' },
  ],
  examples: ['sms-service remove apply removal.json --dry-run', 'sms-service remove apply removal.json'],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const [plan = ''] = args;
    const sides = await sidesOf(context, plan);
    const progress = new Progress(output, 'groups deleted');
    interruption.onFirst(() => progress.note('finishing what is in flight; a second time ends at once'));
    try {
      const result = await withSides(context, sides, async ({ from, to }) =>
        applyRemoval({
          plan,
          journal: options.text('--journal'),
          from,
          to,
          signal: interruption.signal,
          onProgress: ({ done, rejected, total }) => progress.update(done + rejected, total),
          dryRun: options.has('--dry-run'),
        }),
      );
      progress.stop();
      await output.result(shownResult(result), () => textOf(context, sides, result));
      return CODES[result.status];
    } finally {
      progress.stop();
    }
  },
};

function textOf(context: Context, { from: source, to: target }: Sides, result: ApplyResult): string {
  const { args, options, output } = context;
  const { status, done, rejected, total } = result;
  if (options.has('--dry-run') && status === 'done') {
    return `The plan fits both sides; ${counted(total - done, 'group')} to be deleted.`;
  }
  const lines = [`${thousands(done)} of ${counted(total, 'group')} deleted in ${source}`];
  if (status === 'rejects')
    lines.push(output.styled('bad', `${counted(rejected, 'group')} the gateway does not delete.`));
  else if (status === 'changed') {
    lines.push(
      output.styled('bad', `${source} or ${target} is not as it was when the plan was made${reasonOf(result)}.`),
      `Nothing more was deleted. Move what is new, then plan anew: ${quoted(['sms-service', 'remove', 'plan'])} PLAN --out FILE`,
    );
  } else if (status !== 'done') {
    const flags = givenFlags(context, ['--journal', '--from', '--to', '--timeout-ms']);
    const again = quoted(['sms-service', 'remove', 'apply', args[0] ?? '', ...flags, ...configFlags(context)]);
    lines.push(...goOn(output, status, result, again));
  }
  return lines.join('\n');
}
