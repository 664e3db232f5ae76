import { planRemoval } from '../../address-book/index.js';
import { ValidationError } from '../../client/index.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { TWO_ACCOUNTS_OPTIONS } from '../settings/account-options.js';
import { givenFlags, proposed, twoAccounts, withTwoClients } from './shared/accounts.js';
import { differenceLine } from './shared/lines.js';
import { ACCEPT_OPTION, acceptedKinds, PLAN_OPTIONS } from './shared/options.js';
import { writePlan } from './shared/plan-output.js';

/** Plans to delete what was copied. */
export const remove: Command = {
  name: 'remove',
  summary: 'plan to delete in the source what an applied plan has copied; the new plan contains all that it deletes',
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
      const advice = `compare them: ${verify}; --accept name,info,duplicate gives up these kinds`;
      throw new CommandError(message, EXIT.differences, advice);
    }
  },
};
