import { planRemoval } from '../../address-book/index.js';
import { ValidationError } from '../../client/index.js';
import { withProgress } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { SIDES_OPTIONS } from '../settings/account-options.js';
import { planPath, reviewLines } from './plan-path.js';
import { proposed, sidesOf, withSides } from './sides.js';

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
  carriesOn: true,
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const [plan = ''] = args;
    const sides = await sidesOf(context, plan);
    const out = await planPath(options);
    try {
      const { groups, numbers } = await withProgress(output, 'numbers read', (progress) =>
        withSides(context, sides, async ({ from, to }) =>
          planRemoval({
            from,
            to,
            plan,
            out: out.file,
            signal: interruption.signal,
            onProgress: (read) => progress.update(read.numbers, 0),
          }),
        ),
      );
      const { given } = out;
      await output.result({ groups, numbers, plan: given ?? null }, () => {
        const what = `${counted(groups, 'group')} with ${counted(numbers, 'number')} to be deleted in ${printable(sides.from)}`;
        const then = given === undefined ? [] : reviewLines(context, given, ['remove', 'apply']);
        return [`${what}; ${printable(sides.to)} has all of it`, ...then].join('\n');
      });
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof ValidationError && error.path === 'to')) throw error;
      const compare = proposed(context, 'verify', '--plan', plan);
      throw new CommandError(
        `${error.message.replace(/^to: /, `${sides.to} `)}; nothing is deleted`,
        EXIT.differences,
        `see how they differ: ${compare}`,
      );
    } finally {
      await out.remove();
    }
  },
};
