import { planMigration } from '../../address-book/index.js';
import type { Command } from '../running/command.js';
import { TWO_ACCOUNTS_OPTIONS } from '../settings/account-options.js';
import { SELECTION_OPTIONS, selectionOf } from '../settings/selection.js';
import { proposed, twoAccounts, withTwoClients } from './shared/accounts.js';
import { PLAN_OPTIONS } from './shared/options.js';
import { writePlan } from './shared/plan-output.js';

/** Plans to copy groups and numbers. */
export const plan: Command = {
  name: 'plan',
  summary: 'compare two accounts and plan to copy what the second one lacks; nothing is changed',
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
