import {
  type AddressBookDifference,
  type ReadProgress,
  type VerifyResult,
  verifyMigration,
} from '../../address-book/index.js';
import { LinesAbove } from '../output/lines-above.js';
import type { Output } from '../output/output.js';
import { withProgress } from '../output/progress.js';
import { counted, plural } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { SIDES_OPTIONS } from '../settings/account-options.js';
import { HASHED_OPTION, hashKeyOf } from '../settings/hash-key.js';
import { COMPARED_OPTIONS, selectionOf } from '../settings/selection.js';
import { ACCEPT_OPTION, acceptedKinds, differenceLine } from './differences.js';
import { type SideClients, sidesOf, withSides } from './sides.js';

/** Compares two accounts. */
export const verify: Command = {
  name: 'verify',
  summary: 'read two accounts again and print how they differ; nothing is changed',
  options: [
    ...SIDES_OPTIONS,
    { flags: '--plan <file>', text: 'the plan that was carried out: its profiles, renamed and skipped groups' },
    ...COMPARED_OPTIONS,
    ACCEPT_OPTION,
    { flags: '--allow-extra', text: 'what only the target has is no difference' },
    HASHED_OPTION,
  ],
  examples: ['sms-service verify --from old --to new', 'sms-service verify --plan plan.json --hashed --json'],
  run: async (context) => {
    const { options, output, interruption, environment } = context;
    const plan = options.text('--plan');
    const accept = acceptedKinds(options);
    const allowsExtra = options.has('--allow-extra');
    const hashKey = hashKeyOf(options, environment);
    const { include, exclude, names } = await selectionOf(options);
    const sides = await sidesOf(context, plan);
    const result = await withProgress(output, 'numbers read', async (progress) => {
      const lines = new LinesAbove(output, progress);
      const onDifference = (difference: AddressBookDifference): void => {
        if (allowsExtra && difference.kind.startsWith('extra-')) return;
        lines.print(difference, () => differenceLine(output, difference));
      };
      const onProgress = ({ numbers }: ReadProgress): void => progress.update(numbers, 0);
      const { signal } = interruption;
      const work = async ({ from, to }: SideClients): Promise<VerifyResult> =>
        verifyMigration({ from, to, plan, include, exclude, names, accept, onDifference, onProgress, hashKey, signal });
      const compared = await withSides(context, sides, work);
      await lines.finish();
      return compared;
    });
    const isSame = result.isComplete && (allowsExtra || result.extra === 0);
    if (result.hasSameIds)
      output.note(`${sides.from} and ${sides.to} show the same groups under the same ids: ${MAYBE_ONE}`);
    const exitCode = isSame ? EXIT.done : EXIT.differences;
    await output.done(exitCode, { ...result, isSame }, () => textOf(output, result, isSame));
    return exitCode;
  },
};

const MAYBE_ONE = 'they may be one account, of which nothing must be deleted as if it had been moved';

function textOf(output: Output, result: VerifyResult, isSame: boolean): string {
  const { groups, numbers, missing, extra, otherNames, doubles, infos, fewer } = result;
  const compared = `${counted(groups, 'group')} and ${counted(numbers, 'number')} compared`;
  const found = [
    `${missing} missing`,
    `${extra} only in the target`,
    `${otherNames} under another name`,
    `${doubles} more than once`,
    ...(fewer > 0 ? [`${fewer} less often`] : []),
    ...(infos > 0 ? [`${infos} other ${plural(infos, 'info')}`] : []),
  ].join(', ');
  return `${compared}: ${output.styled(isSame ? 'good' : 'bad', isSame && extra === 0 ? 'the same' : found)}`;
}
