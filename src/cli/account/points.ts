import { plural, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';

/** Shows the points of the account. */
export const points: Command = {
  name: 'points',
  summary: 'how many points the account has',
  options: ACCOUNT_OPTIONS,
  examples: ['sms-service points --profile new', 'sms-service points --profile new --json | jq .points'],
  run: async (context) => {
    const { output, interruption } = context;
    const account = await chosenAccount(context);
    const left = await withClient(account, (client) => client.checkPoints({ signal: interruption.signal }));
    await output.result({ points: left }, () => `${left} ${plural(left, 'point')}`);
    return EXIT.done;
  },
};

/** The sender names that the account may use. */
export const senders: Command = {
  name: 'senders',
  summary: 'the sender names that the account may use',
  options: ACCOUNT_OPTIONS,
  examples: ['sms-service senders --profile new'],
  run: async (context) => {
    const { output, interruption } = context;
    const account = await chosenAccount(context);
    const names = await withClient(account, (client) => client.getSenders({ signal: interruption.signal }));
    for (const sender of names) await output.result({ sender }, () => printable(sender));
    return EXIT.done;
  },
};
