import type { Group, SmsServiceClient } from '../../client/index.js';
import { ListLines } from '../output/list-lines.js';
import { type Progress, withProgress } from '../output/progress.js';
import { tableOf } from '../output/table.js';
import { printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { type AskedGroup, askedGroup, BY_ID, BY_NAME, groupsNamed } from './group-names.js';

/** The contact groups. */
export const groups: Command = {
  name: 'groups',
  summary: 'the contact groups, each with its id and how many numbers it has',
  options: ACCOUNT_OPTIONS,
  examples: ['sms-service groups --profile old'],
  run: async (context) => {
    const { output, interruption } = context;
    const account = await chosenAccount(context);
    const found = await withProgress(
      output,
      'groups read',
      () => withClient(account, (client) => client.getGroups({ signal: interruption.signal })),
      { isList: true },
    );
    if (output.isJson) for (const group of found) await output.result(group, () => '');
    else if (found.length > 0) await output.result(undefined, () => tableOf(output, HEAD, found.map(rowOf), [0, 1]));
    return EXIT.done;
  },
};

const HEAD = ['id', 'numbers', 'name', 'info'];

function rowOf({ id, name, info, numberCount }: Group): readonly string[] {
  return [String(id), numberCount === null ? '?' : String(numberCount), printable(name), printable(info)];
}

/** The numbers of contact groups. */
export const numbers: Command = {
  name: 'numbers',
  summary: 'the numbers of a contact group, or of all',
  args: '[group]',
  options: [BY_ID, BY_NAME, ...ACCOUNT_OPTIONS],
  examples: [
    'sms-service numbers 17 --profile old             # by its id',
    'sms-service numbers Customers --profile old      # by its name',
    'sms-service numbers --name 2024 --profile old    # by its name, which could be an id',
    'sms-service numbers --profile old --json > numbers.jsonl',
  ],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const asked = askedGroup(options, { flag: 'a group', value: args[0] });
    const account = await chosenAccount(context);
    const list = async (client: SmsServiceClient, progress: Progress): Promise<void> => {
      const call = { signal: interruption.signal };
      const lines = new ListLines(output);
      let count = 0;
      for (const { id, name: group } of await groupsOf(client, asked, call)) {
        for await (const contact of client.streamNumbers(id, call)) {
          const columns = [contact.number, contact.name, ...(group === undefined ? [] : [group])];
          await output.result(group === undefined ? contact : { ...contact, group }, () => lines.line(columns));
          count += 1;
          progress.update(count, 0);
        }
      }
    };
    await withProgress(output, 'numbers read', (progress) => withClient(account, (client) => list(client, progress)), {
      isList: true,
    });
    return EXIT.done;
  },
};

/** The groups that are asked for, with their names where there may be several. */
async function groupsOf(
  client: SmsServiceClient,
  asked: AskedGroup | undefined,
  call: { readonly signal: AbortSignal },
): Promise<readonly { readonly id: number; readonly name?: string }[]> {
  const ids = await groupsNamed(client, asked, call);
  return ids?.map((id) => ({ id })) ?? client.getGroups(call);
}
