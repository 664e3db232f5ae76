import { planDedupe } from '../../address-book/index.js';
import { askedGroup, BY_ID, BY_NAME, groupsNamed } from '../account/group-names.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_FLAGS, ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { givenFlags, proposed, withClients } from './shared/accounts.js';
import { acceptedKinds, PLAN_OPTIONS } from './shared/options.js';
import { writePlan } from './shared/plan-output.js';

/** Plans to leave each number of a group once. */
export const dedupe: Command = {
  name: 'dedupe',
  summary: 'plan to leave each number of a group once; the plan contains all that it deletes',
  options: [
    { flags: '--group <group>', text: 'only this group, by its id or its name' },
    BY_ID,
    BY_NAME,
    { flags: '--accept <kinds>', text: 'name: of several names of a number, keep the first', values: ['name'] },
    ...PLAN_OPTIONS,
    ...ACCOUNT_OPTIONS,
  ],
  examples: ['sms-service dedupe --profile new --out dedupe.json'],
  carriesOn: true,
  run: async (context) => {
    const { options, interruption } = context;
    const group = askedGroup(options, { flag: '--group', value: options.text('--group') });
    const accept = acceptedKinds(options);
    const account = await chosenAccount(context);
    return writePlan(context, {
      apply: proposed(context, 'apply', options.text('--out') ?? '', ...givenFlags(context, ACCOUNT_FLAGS)),
      renames: 'deduplicate',
      write: (writing, notes) =>
        withClients(context, { to: account }, async ({ to, accounts }) => {
          const groupIds = await groupsNamed(to, group, { signal: interruption.signal });
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
