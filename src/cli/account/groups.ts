import type { Contact, SmsServiceClient } from '../../client/index.js';
import { printList } from '../output/list.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/failure.js';
import { ACCOUNT_OPTIONS, chosenAccount } from '../settings/account.js';
import { withClient } from '../settings/client.js';
import { type GroupSelector, groupSelector, ID_OPTION, selectGroups } from './group-names.js';

export const groups: Command = {
  name: 'groups',
  summary: 'print the contact groups: id, number of contacts, name and info',
  options: ACCOUNT_OPTIONS,
  examples: ['sms-service groups --profile old'],
  run: async (context) => {
    const { output, interruption } = context;
    const account = await chosenAccount(context);
    await withClient(account, async (client) =>
      printList(output, 'groups read', await client.getGroups({ signal: interruption.signal }), (group) => {
        const { id, numberCount, name, info } = group;
        return [String(id), numberCount === null ? '?' : counted(numberCount, 'number'), name, info];
      }),
    );
    return EXIT.done;
  },
};

export const numbers: Command = {
  name: 'numbers',
  summary: 'print the numbers of a contact group, or of all groups',
  args: '[group]',
  options: [ID_OPTION, ...ACCOUNT_OPTIONS],
  examples: ['sms-service numbers Customers --profile old', 'sms-service numbers --profile old --json > numbers.jsonl'],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const group = groupSelector(args[0], options);
    const account = await chosenAccount(context);
    await withClient(account, (client) =>
      printList(output, 'numbers read', contactsOf(client, group, interruption), ({ number, name, group }) => [
        number,
        name,
        ...(group === undefined ? [] : [group]),
      ]),
    );
    return EXIT.done;
  },
};

async function* contactsOf(
  client: SmsServiceClient,
  group: GroupSelector | undefined,
  call: { readonly signal: AbortSignal },
): AsyncGenerator<Contact & { readonly group?: string }> {
  if (group !== undefined) {
    for (const id of await selectGroups(client, group, call)) yield* client.streamNumbers(id, call);
    return;
  }
  for (const { id, name } of await client.getGroups(call)) {
    for await (const contact of client.streamNumbers(id, call)) yield { ...contact, group: name };
  }
}
