import { applyPlan, readPlanInfo } from '../../address-book/index.js';
import type { Command } from '../running/command.js';
import { ACCOUNT_FLAGS, ACCOUNT_OPTIONS, TWO_ACCOUNTS } from '../settings/account.js';
import { accountsOfPlan, givenFlags, proposed, sameCommand, withClients } from './shared/accounts.js';
import { applyRun } from './shared/apply-run.js';
import { IF_CHANGED, IF_CHANGED_OPTION, JOURNAL_OPTION, RUN_OPTIONS } from './shared/options.js';

export const apply: Command = {
  name: 'apply',
  summary: 'apply a plan of any kind; run it again to resume',
  args: '<plan>',
  options: [JOURNAL_OPTION, IF_CHANGED_OPTION, ...RUN_OPTIONS, ...TWO_ACCOUNTS, ...ACCOUNT_OPTIONS],
  examples: [
    'sms-service apply plan.json --dry-run',
    'sms-service apply plan.json --journal move.journal   # the profiles are those of the plan',
    'sms-service apply dedupe.json --profile new',
  ],
  carriesOn: true,
  run: async (context) => {
    const { args, options } = context;
    const [plan = ''] = args;
    const journal = options.text('--journal');
    const ifChanged = options.oneOf('--if-changed', IF_CHANGED);
    const { purpose } = await readPlanInfo(plan);
    const accounts = await accountsOfPlan(context, plan);
    const { from } = accounts;
    const skip = `Skip steps that no longer fit: ${sameCommand(context, apply, '--if-changed', 'skip')}`;
    return applyRun(context, {
      resume: sameCommand(context, apply),
      journal,
      renames: purpose === 'dedupe' ? 'deduplicated' : undefined,
      advice: { changed: ifChanged === undefined || ifChanged === 'fail' ? skip : 'Create a new plan for the rest.' },
      apply: (running) =>
        withClients(context, accounts, (clients) => applyPlan({ ...clients, plan, journal, ifChanged, ...running })),
      describe: ({ status, changes }) => {
        if (options.has('--dry-run')) return undefined;
        const { groupsDeleted, numbersDeleted, numbersRenamed } = changes;
        if (groupsDeleted + numbersDeleted + numbersRenamed > 0) {
          const profile = purpose === 'remove' ? from?.label : options.text('--to');
          const flags = profile === undefined ? givenFlags(context, ACCOUNT_FLAGS) : ['--profile', profile];
          const restore = proposed(context, 'import', plan, '--format', 'jsonl', ...flags);
          return { lines: [`The plan contains everything that was deleted. To add it again: ${restore}`] };
        }
        if (status !== 'done' || from === undefined || purpose !== 'copy') return undefined;
        return { lines: [`Compare both accounts: ${proposed(context, 'verify', '--plan', plan)}`] };
      },
    });
  },
};
