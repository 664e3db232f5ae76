import { ListLines } from '../output/list-lines.js';
import { awaitingAnswer } from '../output/progress.js';
import { plural } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import {
  chosenAccount,
  chosenHttpAccount,
  chosenInterface,
  chosenProfile,
  type HttpAccount,
} from '../settings/account.js';
import { EITHER_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { withHttpClient } from '../settings/http-client.js';

/** Shows the points of the account. */
export const points: Command = {
  name: 'points',
  summary: 'how many points the account has',
  options: EITHER_OPTIONS,
  examples: ['sms-service points --profile new', 'sms-service points --profile new --json | jq .points'],
  run: async (context) => {
    const left = isOverHttp(context) ? await pointsOverHttp(context) : await pointsOverSoap(context);
    await context.output.result({ points: left }, () => `${left} ${plural(left, 'point')}`);
    return EXIT.done;
  },
};

/** The sender names that the account may use. */
export const senders: Command = {
  name: 'senders',
  summary: 'the sender names that the account may use',
  options: EITHER_OPTIONS,
  examples: ['sms-service senders --profile new'],
  run: async (context) => {
    const { output } = context;
    const names = isOverHttp(context) ? await sendersOverHttp(context) : await sendersOverSoap(context);
    const lines = new ListLines(output);
    for (const sender of names) await output.result({ sender }, () => lines.line([sender]));
    return EXIT.done;
  },
};

function isOverHttp(context: Context): boolean {
  return chosenInterface(context, chosenProfile(context).profile) === 'http';
}

async function pointsOverSoap(context: Context): Promise<number> {
  const call = { signal: context.interruption.signal };
  const account = await chosenAccount(context);
  return awaitingAnswer(context.output, () => withClient(account, (client) => client.checkPoints(call)));
}

/** The earlier variant has a request for them; in the current one they are a field of the profile (section 9). */
async function pointsOverHttp(context: Context): Promise<number> {
  const account = await chosenHttpAccount(context);
  const call = { signal: context.interruption.signal };
  const { points: left } = await awaitingAnswer(context.output, () =>
    withHttpClient<{ readonly points: number | null }>(account, (client) =>
      account.variant === 'earlier' ? client.points.get({}, call) : client.profile.get(call),
    ),
  );
  if (left !== null) return left;
  throw new CommandError('the profile of the account does not tell its points', EXIT.differences);
}

async function sendersOverSoap(context: Context): Promise<readonly string[]> {
  const call = { signal: context.interruption.signal };
  const account = await chosenAccount(context);
  return awaitingAnswer(context.output, () => withClient(account, (client) => client.getSenders(call)));
}

/** Those that can be sent with: a name that waits for its activation cannot. */
async function sendersOverHttp(context: Context): Promise<readonly string[]> {
  checkVariant(chosenProfile(context).profile.variant);
  const account = await chosenHttpAccount(context);
  const call = { signal: context.interruption.signal };
  const found = await awaitingAnswer(context.output, () =>
    withHttpClient(account, (client) => client.senders.list({ withSharedNames: true }, call)),
  );
  return found.filter(({ status }) => status !== 'INACTIVE').map(({ name }) => name);
}

function checkVariant(variant: HttpAccount['variant'] | undefined): void {
  if (variant === 'earlier') return;
  const todo = 'give "variant": "earlier" in the profile or --variant earlier, or ask over SOAP';
  throw new CommandError(`only the earlier variant of the HTTP interface tells the sender names: ${todo}`);
}
