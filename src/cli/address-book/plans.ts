import { planDedupe, planMigration, planRemoval } from '../../address-book/index.js';
import { ValidationError } from '../../client/index.js';
import { groupSelector, ID_OPTION, selectGroups } from '../account/group-names.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { CommandError, EXIT } from '../running/failure.js';
import { ACCOUNT_FLAGS, ACCOUNT_OPTIONS, chosenAccount, TWO_ACCOUNTS_OPTIONS } from '../settings/account.js';
import { SELECTION_OPTIONS, selectionOf } from '../settings/selection.js';
import { givenFlags, proposed, twoAccounts, withClients, withTwoClients } from './shared/accounts.js';
import { differenceLine } from './shared/lines.js';
import { ACCEPT_OPTION, acceptedKinds, PLAN_OPTIONS } from './shared/options.js';
import { writePlan } from './shared/plan-output.js';

export const plan: Command = {
  name: 'plan',
  summary: 'plan to copy the groups and numbers that the second account lacks; nothing is changed',
  options: [...TWO_ACCOUNTS_OPTIONS, ...SELECTION_OPTIONS, ...PLAN_OPTIONS],
  examples: [
    'sms-service plan --from old --to new --out plan.json',
    "sms-service plan --from old --to new --include 'VIP*' --exclude '*test*' --normalize --dry-run",
  ],
  carriesOn: true,
  run: async (context) => {
    const { options } = context;
    const selection = await selectionOf(options);
    const accounts = await twoAccounts(context);
    const labels = { from: accounts.from.label, to: accounts.to.label };
    return writePlan(context, {
      apply: proposed(context, 'apply', options.text('--out') ?? ''),
      write: (writing, notes) =>
        withTwoClients(context, accounts, (clients) =>
          planMigration({
            ...clients,
            ...writing,
            ...selection,
            labels,
            onNotCopied: notes.notCopied,
            onWarning: notes.warning,
          }),
        ),
    });
  },
};

export const remove: Command = {
  name: 'remove',
  summary:
    'plan to delete in the source the groups that a plan has copied; the new plan contains everything it deletes',
  args: '<plan>',
  options: [...TWO_ACCOUNTS_OPTIONS, ACCEPT_OPTION, ...PLAN_OPTIONS],
  examples: ['sms-service remove plan.json --out removal.json   # plan.json is the plan that was applied'],
  carriesOn: true,
  run: async (context) => {
    const { args, options, output } = context;
    const [plan = ''] = args;
    const accounts = await twoAccounts(context, plan);
    const accept = acceptedKinds(options);
    try {
      return await writePlan(context, {
        apply: proposed(context, 'apply', options.text('--out') ?? '', ...givenFlags(context, ['--from', '--to'])),
        write: (writing, { lines }) =>
          withTwoClients(context, accounts, (clients) =>
            planRemoval({
              ...clients,
              ...writing,
              plan,
              accept,
              onDifference: (difference) => {
                // What only the target has is not lost.
                if (difference.kind === 'duplicate' || difference.kind.startsWith('extra-')) return;
                lines.print(difference, () => differenceLine(output, difference));
              },
            }),
          ),
      });
    } catch (error) {
      if (!(error instanceof ValidationError && error.path === 'to')) throw error;
      const message = `${error.message.replace(/^to: /, `${accounts.to.label} `)}. Nothing is deleted`;
      const verify = proposed(context, 'verify', '--plan', plan);
      const advice = `To lose such data, use --accept name,info,duplicate. Compare the accounts: ${verify}`;
      throw new CommandError(message, EXIT.differences, advice);
    }
  },
};

export const dedupe: Command = {
  name: 'dedupe',
  summary: 'plan to remove duplicate numbers of a group; the plan contains everything it deletes',
  options: [
    { flags: '--group <name>', text: 'only this group' },
    ID_OPTION,
    { flags: '--accept <kinds>', text: 'name: keep the first name of a number that has several', values: ['name'] },
    ...PLAN_OPTIONS,
    ...ACCOUNT_OPTIONS,
  ],
  examples: ['sms-service dedupe --profile new --out dedupe.json'],
  carriesOn: true,
  run: async (context) => {
    const { options, interruption } = context;
    const group = groupSelector(options.text('--group'), options);
    const accept = acceptedKinds(options);
    const account = await chosenAccount(context);
    return writePlan(context, {
      apply: proposed(context, 'apply', options.text('--out') ?? '', ...givenFlags(context, ACCOUNT_FLAGS)),
      renames: 'deduplicate',
      write: (writing, notes) =>
        withClients(context, { to: account }, async ({ to, accounts }) => {
          const groupIds = group && (await selectGroups(to, group, { signal: interruption.signal }));
          return planDedupe({ ...writing, to, accounts, groupIds, accept, onNotCopied: notes.notCopied });
        }),
      problems: ({ remaining }) => {
        if (remaining === 0) return [];
        const why = accept.includes('name')
          ? 'not a telephone number, which could not be added again'
          : 'several names: --accept name keeps the first';
        return [`${counted(remaining, 'number')} not changed (${why})`];
      },
    });
  },
};
