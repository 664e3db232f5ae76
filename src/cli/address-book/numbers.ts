import { existsSync } from 'node:fs';
import { applyPlan, type NumberEdit, planEdits } from '../../address-book/index.js';
import { BY_ID, BY_NAME, type GroupSelector, readGroupSelector, selectGroups } from '../account/group-names.js';
import { printable } from '../output/text.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import { CommandError, type ExitCode } from '../running/failure.js';
import { ACCOUNT_FLAGS, ACCOUNT_OPTIONS, chosenAccount } from '../settings/account.js';
import { givenFlags, proposed, withClients } from './shared/accounts.js';
import { applyRun } from './shared/apply-run.js';
import { RUN_OPTIONS } from './shared/options.js';

const OPTIONS: readonly CommandOption[] = [
  { flags: '--plan <file>', text: 'the plan to create; it contains everything that is deleted' },
  ...RUN_OPTIONS,
  ...ACCOUNT_OPTIONS,
];

export const numbersRemove: Command = {
  name: 'numbers remove',
  summary: 'delete numbers of a group; the plan contains what is deleted',
  args: '<group> [numbers...]',
  options: [
    { ...BY_ID, text: 'the group, by its id only; all arguments are numbers' },
    { ...BY_NAME, text: 'the group, by its name only; all arguments are numbers' },
    ...OPTIONS,
  ],
  examples: ['sms-service numbers remove Customers 48500100200 --plan removed.json --profile new'],
  carriesOn: true,
  run: async (context) => {
    const { args, options } = context;
    const selected = readGroupSelector(options);
    const [word = '', ...others] = args;
    const numbers = selected === undefined ? others : args;
    if (numbers.length === 0) throw new CommandError('the numbers to delete are missing');
    return edit(
      context,
      selected ?? { by: 'either', word },
      numbers.map((number) => ({ number })),
    );
  },
};

export const numbersRename: Command = {
  name: 'numbers rename',
  summary: 'rename a number of a group: it is deleted and added again; the plan contains what is deleted',
  args: '<group> [number]',
  options: [
    { ...BY_ID, text: 'the group, by its id only; the only argument is the number' },
    { flags: '--name <name>', text: 'the new name' },
    ...OPTIONS,
  ],
  examples: ['sms-service numbers rename Customers 48500100200 --name Ala --plan renamed.json --profile new'],
  carriesOn: true,
  run: async (context) => {
    const { args, options } = context;
    const id = options.text('--id');
    const [group = '', number, ...others] = id === undefined ? args : ['', ...args];
    if (number === undefined || others.length > 0) throw new CommandError('one number is required, after its group');
    const selector: GroupSelector = id === undefined ? { by: 'either', word: group } : { by: 'id', word: id };
    return edit(context, selector, [{ number, name: options.required('--name') }]);
  },
};

async function edit(context: Context, group: GroupSelector, edits: readonly NumberEdit[]): Promise<ExitCode> {
  const { options, interruption } = context;
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
