import type { InterfaceVariant } from '../../http-client/index.js';
import { printList } from '../output/list.js';
import { plural } from '../output/text.js';
import type { Command } from '../running/command.js';
import { CommandError, EXIT } from '../running/failure.js';
import { chosenProfile, EITHER_OPTIONS } from '../settings/account.js';
import { type Call, type HttpClient, isOverHttp, overEither } from '../settings/client.js';

export const points: Command = {
  name: 'points',
  summary: 'print the points of the account',
  options: EITHER_OPTIONS,
  examples: ['sms-service points --profile new', 'sms-service points --profile new --json | jq .points'],
  run: async (context) => {
    const count = await overEither<number | null>(context, {
      soap: (client, call) => client.checkPoints(call),
      http: pointsOverHttp,
    });
    if (count === null) throw new CommandError('the profile of the account does not contain points', EXIT.differences);
    await context.output.result({ points: count }, () => `${count} ${plural(count, 'point')}`);
    return EXIT.done;
  },
};

/** Returns the points of an account; `null` if its profile does not contain them. */
export async function pointsOverHttp(
  client: HttpClient,
  call: Call,
  variant: InterfaceVariant,
): Promise<number | null> {
  if (variant === 'earlier') return (await client.points.get({}, call)).points;
  return (await client.profile.get(call)).points;
}

export const senders: Command = {
  name: 'senders',
  summary: 'print the sender names that the account may use',
  options: EITHER_OPTIONS,
  examples: ['sms-service senders --profile new'],
  run: async (context) => {
    if (isOverHttp(context) && chosenProfile(context).profile.variant !== 'earlier') {
      throw new CommandError(
        'the current HTTP interface does not show sender names. Use --variant earlier or --over soap',
      );
    }
    const names = await overEither(context, {
      soap: (client, call) => client.getSenders(call),
      http: async (client, call) => {
        const found = await client.senders.list({ withSharedNames: true }, call);
        return found.filter(({ status }) => status !== 'INACTIVE').map(({ name }) => name);
      },
    });
    const items = names.map((sender) => ({ sender }));
    await printList(context.output, 'senders read', items, ({ sender }) => [sender]);
    return EXIT.done;
  },
};
