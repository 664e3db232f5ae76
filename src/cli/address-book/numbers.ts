import { existsSync } from 'node:fs';
import { applyPlan, type NumberEdit, planEdits } from '../../address-book/index.js';
import { ID_OPTION, selectGroups } from '../account/group-names.js';
import { printable } from '../output/text.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import { CommandError, type ExitCode } from '../running/failure.js';
import { ACCOUNT_FLAGS, ACCOUNT_OPTIONS, chosenAccount } from '../settings/account.js';
import { givenFlags, proposed, withClients } from './shared/accounts.js';
import { applyRun } from './shared/apply-run.js';
import { RUN_OPTIONS } from './shared/options.js';

const OPTIONS: readonly CommandOption[] = [
  ID_OPTION,
  { flags: '--plan <file>', text: 'the plan to create; it contains everything that is deleted' },
  ...RUN_OPTIONS,
  ...ACCOUNT_OPTIONS,
];

export const numbersRemove: Command = {
  name: 'numbers remove',
  summary: 'delete numbers of a group; the plan contains what is deleted',
  args: '<group> <numbers...>',
  options: OPTIONS,
  examples: ['sms-service numbers remove Customers 48500100200 --plan removed.json --profile new'],
  carriesOn: true,
  run: async (context) => {
    const [, ...numbers] = context.args;
    return edit(
      context,
      numbers.map((number) => ({ number })),
    );
  },
};

export const numbersRename: Command = {
  name: 'numbers rename',
  summary: 'rename a number of a group: it is deleted and added again; the plan contains what is deleted',
  args: '<group> <number>',
  options: [{ flags: '--name <name>', text: 'the new name' }, ...OPTIONS],
  examples: ['sms-service numbers rename Customers 48500100200 --name Ala --plan renamed.json --profile new'],
  carriesOn: true,
  run: async (context) => {
    const { args, options } = context;
    const [, number = ''] = args;
    return edit(context, [{ number, name: options.required('--name') }]);
  },
};

async function edit(context: Context, edits: readonly NumberEdit[]): Promise<ExitCode> {
  const { args, options, interruption } = context;
  const [name = ''] = args;
  const group = { name, id: options.whole('--id', 1) };
  const plan = options.required('--plan');
  const resume = proposed(context, 'apply', plan, ...givenFlags(context, ['--settle-ms', ...ACCOUNT_FLAGS]));
  if (existsSync(plan)) throw new CommandError(`${plan} already exists. To resume it: ${resume}`);
  const account = await chosenAccount(context);
  const { signal } = interruption;
  return applyRun(context, {
    resume,
    advice: { changed: 'Numbers that have changed since then were not edited.' },
    apply: ({ dryRun, ...running }, notes) =>
      withClients(context, { to: account }, async ({ to, accounts }) => {
        const [groupId = 0, ...others] = await selectGroups(to, group, { signal });
        if (others.length > 0) {
          throw new CommandError(
            `several groups have this name. Select one with --id: ${[groupId, ...others].join(', ')}`,
          );
        }
        const { settleMs } = running;
        const { unfinished: onUnfinished } = notes;
        await planEdits({ to, accounts, groupId, edits, out: plan, settleMs, signal, onUnfinished });
        return applyPlan({ to, accounts, plan, ifChanged: 'skip', dryRun, ...running });
      }),
    describe: () => ({ lines: [`The plan contains everything that is deleted: ${printable(plan)}`] }),
  });
}
