import { existsSync } from 'node:fs';
import { type NumberCorrection, planCorrections } from '../../address-book/index.js';
import type { SmsServiceClient } from '../../client/index.js';
import { type AskedGroup, askedGroup, BY_ID, BY_NAME, groupsNamed } from '../account/group-names.js';
import { SETTLE_OPTION, unfinishedText } from '../migration/run-result.js';
import { givenFlags, identityOf, proposed } from '../migration/sides.js';
import { withProgress } from '../output/progress.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import type { ExitCode } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_FLAGS, ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { correct } from './correction-run.js';

const OPTIONS: readonly CommandOption[] = [
  {
    flags: '--plan <file>',
    text: 'where all that is there before is written, and what is to be done; it is not replaced',
  },
  SETTLE_OPTION,
  { flags: '--dry-run', text: 'write the plan only' },
  ...ACCOUNT_OPTIONS,
];

/** Removes numbers of a group. */
export const numbersRemove: Command = {
  name: 'numbers remove',
  summary: 'remove numbers from a group; what they had is kept in a plan, which can be imported',
  args: '<group> [numbers...]',
  options: [
    { ...BY_ID, text: 'the group, by its id only: then all words are numbers' },
    { ...BY_NAME, text: 'the group, by its name only, also one of digits: then all words are numbers' },
    ...OPTIONS,
  ],
  examples: ['sms-service numbers remove Customers 48500100200 --plan removed.json --profile new'],
  carriesOn: true,
  run: async (context) => {
    const { args, options } = context;
    const isNamed = options.text('--id') !== undefined || options.text('--name') !== undefined;
    const [group, ...others] = args;
    const numbers = isNamed ? args : others;
    if (numbers.length === 0) throw new CommandError('the numbers to be removed are wanted');
    const asked = isNamed ? askedGroup(options) : { either: group ?? '' };
    return change(
      context,
      asked,
      numbers.map((number) => ({ number })),
    );
  },
};

/** Gives a number of a group another name. */
export const numbersRename: Command = {
  name: 'numbers rename',
  summary: 'give a number of a group another name: it is deleted and added again; what it had is kept in a plan',
  args: '<group> [number]',
  options: [
    { ...BY_ID, text: 'the group, by its id only: then the only word is the number' },
    { flags: '--name <name>', text: 'the name that it gets' },
    ...OPTIONS,
  ],
  examples: ['sms-service numbers rename Customers 48500100200 --name Ala --plan renamed.json --profile new'],
  carriesOn: true,
  run: async (context) => {
    const { args, options } = context;
    const id = options.text('--id');
    const words = id === undefined ? args : ['', ...args];
    const [group = '', number] = words;
    if (number === undefined || words.length > 2) throw new CommandError('one number is wanted, behind its group');
    const asked = id === undefined ? { either: group } : { id };
    return change(context, asked, [{ number, name: options.required('--name') }]);
  },
};

/** Plans the corrections of a group, and carries them out. */
async function change(
  context: Context,
  group: AskedGroup | undefined,
  corrections: readonly NumberCorrection[],
): Promise<ExitCode> {
  const { options, output, interruption } = context;
  const out = options.required('--plan');
  const flags = givenFlags(context, ['--settle-ms', ...ACCOUNT_FLAGS]);
  const again = proposed(context, 'dedupe', 'apply', out, ...flags);
  // The plan that is there may be one of another change.
  if (existsSync(out)) throw new CommandError(`${out} is there already; to go on with it: ${again}`);
  const account = await chosenAccount(context);
  const { signal } = interruption;
  const planOf = async (client: SmsServiceClient): Promise<void> => {
    const [groupId, ...others] = (await groupsNamed(client, group, { signal })) ?? [];
    if (groupId === undefined) throw new CommandError('the name of a group, or its id, is missing');
    if (others.length > 0)
      throw new CommandError(`several groups have this name: give --id, one of ${groupId}, ${others.join(', ')}`);
    await planCorrections({
      client,
      out,
      account: identityOf(account),
      groupId,
      corrections,
      settleMs: options.whole('--settle-ms', 1),
      onUnfinished: ({ journal, ms }) => output.note(unfinishedText(journal, ms)),
      signal,
    });
  };
  await withProgress(output, 'numbers read', () => withClient(account, planOf));
  output.note(`what is there before is in ${out}`);
  return correct(context, account, out, again);
}
