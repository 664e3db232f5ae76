import { type AddressBookDifference, type DiffResult, diffAddressBooks } from '../../address-book/index.js';
import { differenceLine } from '../migration/differences.js';
import { LinesAbove } from '../output/lines-above.js';
import { withProgress } from '../output/progress.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { readingOf, readingOptions } from '../running/reading-options.js';
import { isStandardInput } from '../running/standard-paths.js';
import { CONFIG_OPTIONS } from '../settings/account-options.js';
import { HASHED_OPTION, hashKeyOf } from '../settings/hash-key.js';
import { COMPARED_OPTIONS, selectionOf } from '../settings/selection.js';
import { sideArgument, withSide } from './side-argument.js';

/** Compares any two of account, export, plan and other files. */
export const diff: Command = {
  name: 'diff',
  summary: 'compare two of profile, export, plan or other file; nothing is changed',
  args: '<left> <right>',
  standard: true,
  options: [...readingOptions('by name, or how it begins'), ...COMPARED_OPTIONS, HASHED_OPTION, ...CONFIG_OPTIONS],
  examples: [
    'sms-service diff yesterday.jsonl old',
    'sms-service diff old new',
    'sms-service diff old outlook.csv --encoding windows-1250',
    'zcat book.jsonl.gz | sms-service diff - profile:old --hashed',
  ],
  run: async (context) => {
    const { args, options, output, interruption, environment } = context;
    const reading = readingOf(options);
    const [left = '', right = ''] = args;
    if (isStandardInput(left) && isStandardInput(right)) return refuse('right', 'is the standard input, as left is');
    const hashKey = hashKeyOf(options, environment);
    const sides = { left: sideArgument(context, left), right: sideArgument(context, right) };
    const { include, exclude, names } = await selectionOf(options);
    const { signal } = interruption;
    const result = await withProgress(output, 'numbers read', (progress) =>
      withSide(context, sides.left, reading, (one) =>
        withSide(context, sides.right, reading, async (other) => {
          const lines = new LinesAbove(output, progress);
          const onDifference = (difference: AddressBookDifference): void =>
            lines.print(difference, () => differenceLine(output, difference));
          const onProgress = ({ numbers }: { readonly numbers: number }): void => progress.update(numbers, 0);
          const selection = { include, exclude, names };
          const told = { onDifference, onProgress, hashKey, signal };
          try {
            return await diffAddressBooks({ left: one, right: other, ...selection, ...told });
          } finally {
            await lines.finish();
          }
        }),
      ),
    );
    const exitCode = result.isSame ? EXIT.done : EXIT.differences;
    await output.done(exitCode, result, () => output.styled(result.isSame ? 'good' : 'bad', textOf(result)));
    return exitCode;
  },
};

function textOf({ groups, numbers, missing, extra, otherNames, doubles, fewer, infos, isSame }: DiffResult): string {
  const compared = `${counted(groups, 'group')} and ${counted(numbers, 'number')} compared`;
  if (isSame) return `${compared}: the same`;
  const found = [
    ...(missing > 0 ? [`${missing} only left`] : []),
    ...(extra > 0 ? [`${extra} only right`] : []),
    ...(otherNames > 0 ? [`${otherNames} under another name`] : []),
    ...(doubles + fewer > 0 ? [`${doubles + fewer} not as often`] : []),
    ...(infos > 0 ? [counted(infos, 'other info')] : []),
  ];
  return `${compared}: ${found.join(', ')}`;
}
