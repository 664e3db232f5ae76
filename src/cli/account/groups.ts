import type { Contact, SmsServiceClient } from '../../client/index.js';
import { printList } from '../output/list.js';
import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { type AskedGroup, askedGroup, BY_ID, BY_NAME, groupsNamed } from './group-names.js';

/** Prints the contact groups. */
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

/** Prints the numbers of contact groups. */
export const numbers: Command = {
  name: 'numbers',
  summary: 'print the numbers of a contact group, or of all groups',
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
    await withClient(account, (client) =>
      printList(output, 'numbers read', contactsOf(client, asked, interruption), ({ number, name, group }) => [
        number,
        name,
        ...(group === undefined ? [] : [group]),
      ]),
    );
    return EXIT.done;
  },
};

/** Reads the numbers of some groups, or of all groups with their names. */
async function* contactsOf(
  client: SmsServiceClient,
  asked: AskedGroup | undefined,
  call: { readonly signal: AbortSignal },
): AsyncGenerator<Contact & { readonly group?: string }> {
  const ids = await groupsNamed(client, asked, call);
  const found = ids?.map((id) => ({ id, name: undefined })) ?? (await client.getGroups(call));
  for (const { id, name: group } of found) {
    for await (const contact of client.streamNumbers(id, call)) {
      yield group === undefined ? contact : { ...contact, group };
    }
  }
}
