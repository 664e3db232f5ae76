import { planRemoval } from '../../address-book/index.js';
import { ValidationError } from '../../client/index.js';
import { Progress } from '../output/progress.js';
import { counted, quoted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { SIDES_OPTIONS } from '../settings/account-options.js';
import { planPath } from './plan-path.js';
import { configFlags, sidesOf, withSides } from './sides.js';

/** Plans what is deleted at the source. */
export const removePlan: Command = {
  name: 'remove plan',
  summary: 'compare both sides, and plan to delete at the source what was moved; nothing is changed',
  args: '<plan>',
  options: [
    ...SIDES_OPTIONS,
    { flags: '--out <file>', text: 'the plan of removal: JSON Lines, for you to review' },
    { flags: '--dry-run', text: 'write no plan; only say what would be in it' },
  ],
  examples: ['sms-service remove plan plan.json --out removal.json   # plan.json is the plan that was carried out'],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const [plan = ''] = args;
    const sides = await sidesOf(context, plan);
    const out = await planPath(options);
    const progress = new Progress(output, 'numbers read');
    try {
      const { groups, numbers } = await withSides(context, sides, async ({ from, to }) =>
        planRemoval({
          from,
          to,
          plan,
          out: out.file,
          signal: interruption.signal,
          onProgress: (read) => progress.update(read.numbers, 0),
        }),
      );
      progress.stop();
      await output.result({ groups, numbers, plan: out.given ?? null }, () =>
        [
          `${counted(groups, 'group')} with ${counted(numbers, 'number')} to be deleted in ${sides.from}; ${sides.to} has all of it`,
          ...(out.given === undefined
            ? []
            : [
                '',
                `The plan is in ${out.given}: review it.`,
                `Then: ${output.styled('strong', quoted(['sms-service', 'remove', 'apply', out.given, ...configFlags(context)]))}`,
              ]),
        ].join('\n'),
      );
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof ValidationError && error.path === 'to')) throw error;
      const compare = quoted(['sms-service', 'verify', '--plan', plan, ...configFlags(context)]);
      throw new CommandError(
        `${error.message.replace(/^to: /, `${sides.to} `)}; nothing is deleted\n  see how they differ: ${compare}`,
        EXIT.differences,
      );
    } finally {
      progress.stop();
      await out.remove();
    }
  },
};
