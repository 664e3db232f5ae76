import { planRemoval } from '../../address-book/index.js';
import { ValidationError } from '../../client/index.js';
import { LinesAbove } from '../output/lines-above.js';
import { withProgress } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { SIDES_OPTIONS } from '../settings/account-options.js';
import { ACCEPT_OPTION, acceptedKinds, differenceLine } from './differences.js';
import { planPath, reviewLines } from './plan-path.js';
import { FORCE_OPTION } from './run-result.js';
import { proposed, sidesOf, withSides } from './sides.js';

/** Plans what is deleted at the source. */
export const removePlan: Command = {
  name: 'remove plan',
  summary: 'compare both sides, and plan to delete at the source what was moved; the plan is the backup of it',
  args: '<plan>',
  options: [
    ...SIDES_OPTIONS,
    { flags: '--out <file>', text: 'the plan of removal: JSON Lines, for you to review' },
    ACCEPT_OPTION,
    FORCE_OPTION,
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
        withSides(context, sides, async ({ from, to, accounts }) => {
          const lines = new LinesAbove(output, progress);
          try {
            return await planRemoval({
              from,
              to,
              accounts,
              plan,
              out: out.file,
              accept: acceptedKinds(options),
              force: options.has('--force'),
              signal: interruption.signal,
              onDifference: (difference) => {
                // Entries that only the target has are no loss.
                if (difference.kind === 'double' || difference.kind.startsWith('extra-')) return;
                lines.print(difference, () => differenceLine(output, difference));
              },
              onProgress: (read) => progress.update(read.numbers, 0),
            });
          } finally {
            await lines.finish();
          }
        }),
      );
      const { given } = out;
      await output.done(EXIT.done, { groups, numbers, plan: given ?? null }, () => {
        const what = `${counted(groups, 'group')} with ${counted(numbers, 'number')} to be deleted in ${printable(sides.from)}`;
        const then = given === undefined ? [] : reviewLines(context, given, ['remove', 'apply']);
        const has =
          options.text('--accept') === undefined ? 'has all of it' : 'has all of it but what is accepted above';
        return [`${what}; ${printable(sides.to)} ${has}`, ...then].join('\n');
      });
      return EXIT.done;
    } catch (error) {
      if (!(error instanceof ValidationError && error.path === 'to')) throw error;
      const compare = proposed(context, 'verify', '--plan', plan);
      const accept = 'what is only in the source is given up by --accept, each kind by its name: name, info, double';
      throw new CommandError(
        `${error.message.replace(/^to: /, `${sides.to} `)}; nothing is deleted`,
        EXIT.differences,
        `see how they differ: ${compare}; ${accept}`,
      );
    } finally {
      await out.remove();
    }
  },
};
