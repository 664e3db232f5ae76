import { type CorrectionSummary, planDedupe } from '../../address-book/index.js';
import { askedGroup, BY_ID, BY_NAME, groupsNamed } from '../account/group-names.js';
import { acceptedKinds, notMovedLine } from '../migration/differences.js';
import { planPath, reviewLines } from '../migration/plan-path.js';
import { FORCE_OPTION, SETTLE_OPTION, unfinishedText } from '../migration/run-result.js';
import { givenFlags, identityOf, proposed } from '../migration/sides.js';
import { LinesAbove } from '../output/lines-above.js';
import { withProgress } from '../output/progress.js';
import { counted } from '../output/text.js';
import { REPORT_OPTION } from '../report/report-file.js';
import type { Command, Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_FLAGS, ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { correct } from './correction-run.js';

/** Plans that each number is left once. */
export const dedupePlan: Command = {
  name: 'dedupe plan',
  summary: 'plan to leave each number of a group once; nothing is changed, and the plan is the backup of it',
  options: [
    { flags: '--group <group>', text: 'only this group, by its id or its name' },
    BY_ID,
    BY_NAME,
    { flags: '--out <file>', text: 'the plan of corrections: JSON Lines, for you to review' },
    {
      flags: '--accept <kinds>',
      text: 'name: of several names of a number the first is left, the others are given up',
      values: ['name'],
    },
    FORCE_OPTION,
    SETTLE_OPTION,
    { flags: '--dry-run', text: 'write no plan; only say what would be in it' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: ['sms-service dedupe plan --profile new --out once.json'],
  carriesOn: true,
  run: async (context) => {
    const { options, output, interruption } = context;
    const asked = askedGroup(options, { flag: '--group', value: options.text('--group') });
    const out = await planPath(options);
    const accept = acceptedKinds(options);
    try {
      const account = await chosenAccount(context);
      const { signal } = interruption;
      const summary = await withProgress(output, 'numbers read', (progress) =>
        withClient(account, async (client) => {
          const lines = new LinesAbove(output, progress);
          const groupIds = await groupsNamed(client, asked, { signal });
          const planned = await planDedupe({
            client,
            out: out.file,
            account: identityOf(account),
            force: options.has('--force'),
            settleMs: options.whole('--settle-ms', 1),
            onUnfinished: ({ journal, ms }) => progress.note(unfinishedText(journal, ms)),
            ...(groupIds === undefined ? {} : { groupIds }),
            accept,
            signal,
            onName: (name) => lines.say({ name }, () => notMovedLine(output, name, NAME_WORDS)),
            onProgress: ({ numbers }) => progress.update(numbers, 0),
          });
          await lines.finish();
          return planned;
        }),
      );
      const exitCode = summary.left > 0 ? EXIT.differences : EXIT.done;
      const shown = { ...summary, plan: out.given ?? null };
      await output.done(exitCode, shown, () => textOf(context, summary, out.given));
      return exitCode;
    } finally {
      await out.remove();
    }
  },
};

const NAME_WORDS = 'further';

function textOf(context: Context, { entries, corrections, left }: CorrectionSummary, out: string | undefined): string {
  const lines = [`${counted(corrections, 'number')} with ${entries} entries to be left once each`];
  if (left > 0 && acceptedKinds(context.options).includes('name')) {
    const why = 'no telephone number, it could not be added again';
    lines.push(context.output.styled('bad', `stays as it is, ${why}: ${counted(left, 'number')}`));
  } else if (left > 0) {
    const stays = left === 1 ? 'stays as it is' : 'stay as they are';
    lines.push(context.output.styled('bad', `${counted(left, 'number')} with several names ${stays}: --accept name`));
  }
  const words = ['dedupe', 'apply', ...givenFlags(context, ACCOUNT_FLAGS)];
  if (out !== undefined) lines.push(...reviewLines(context, out, words));
  return lines.join('\n');
}

/** Carries such a plan out. */
export const dedupeApply: Command = {
  name: 'dedupe apply',
  summary: 'carry a plan of corrections out; run again after whatever has ended it, it goes on',
  args: '<plan>',
  options: [
    { flags: '--journal <file>', text: 'what was done, to go on from (default: <plan>.journal)' },
    SETTLE_OPTION,
    REPORT_OPTION,
    { flags: '--dry-run', text: 'only look whether the plan still fits the account' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    'sms-service dedupe apply once.json --profile new --dry-run',
    'sms-service dedupe apply once.json --profile new',
  ],
  carriesOn: true,
  run: async (context) => {
    const { args } = context;
    const [plan = ''] = args;
    const account = await chosenAccount(context);
    const flags = givenFlags(context, ['--journal', '--settle-ms', ...ACCOUNT_FLAGS, '--report']);
    return correct(context, account, plan, proposed(context, 'dedupe', 'apply', plan, ...flags));
  },
};
