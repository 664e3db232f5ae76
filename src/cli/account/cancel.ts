import { GatewayError, isSmsServiceError } from '../../client/index.js';
import { CODES } from '../../domain/codes.js';
import { type Progress, withProgress } from '../output/progress.js';
import { printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError, exitCodeOf } from '../running/failure.js';
import { chosenAccount, chosenHttpAccount, chosenInterface, chosenProfile } from '../settings/account.js';
import { EITHER_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { withHttpClient } from '../settings/http-client.js';

/** Deletes messages that wait for their time. */
export const cancel: Command = {
  name: 'cancel',
  summary: 'delete messages that wait for their time, by their ids; points are not given back',
  args: '<ids...>',
  options: EITHER_OPTIONS,
  examples: ['sms-service cancel 1001 --profile new', 'sms-service cancel 1001 1002 --over http --profile new'],
  carriesOn: true,
  run: async (context) => {
    const over = chosenInterface(context, chosenProfile(context).profile);
    const waiting = new Set(context.args);
    const done = async (id: string): Promise<void> => {
      waiting.delete(id);
      await context.output.result({ id, deleted: true }, () => `deleted ${printable(id)}`);
    };
    const ids = [...waiting];
    await (over === 'http' ? cancelOverHttp(context, ids, done) : cancelOverSoap(context, ids, done)).catch(inDoubt);
    if (waiting.size === 0) return EXIT.done;
    throw new CommandError(`nothing waits for its time as ${[...waiting].map(printable).join(', ')}`, EXIT.differences);
  },
};

type Done = (id: string) => Promise<void>;

async function cancelOverSoap(context: Context, ids: readonly string[], done: Done): Promise<void> {
  const call = { signal: context.interruption.signal };
  const account = await chosenAccount(context);
  await told(context, done, (doneOne) =>
    withClient(account, (client) =>
      eachOf(ids, doneOne, async (id) => {
        await client.delSchSmsById(id, call);
        return [id];
      }),
    ),
  );
}

async function cancelOverHttp(context: Context, ids: readonly string[], done: Done): Promise<void> {
  const call = { signal: context.interruption.signal };
  const account = await chosenHttpAccount(context);
  await told(context, done, (doneOne) =>
    withHttpClient(account, async ({ sms }) => {
      const cancelled = await waitingOf(async () => (await sms.deleteScheduled(ids, call)).ids);
      if (cancelled !== undefined || ids.length === 1) {
        for (const id of cancelled ?? []) await doneOne(id);
        return;
      }
      // A gateway may refuse them all for one that it does not know.
      await eachOf(ids, doneOne, async (id) => (await sms.deleteScheduled(id, call)).ids);
    }),
  );
}

/** Deletes, and tells how many are deleted. */
function told({ output }: Context, done: Done, act: (done: Done) => Promise<void>): Promise<void> {
  const deleting = (progress: Progress): Promise<void> => {
    let count = 0;
    return act(async (id) => {
      await done(id);
      count += 1;
      progress.update(count, 0);
    });
  };
  return withProgress(output, 'messages deleted', deleting, { isList: true });
}

async function eachOf(
  ids: readonly string[],
  done: Done,
  cancelOne: (id: string) => Promise<readonly string[]>,
): Promise<void> {
  for (const id of ids) for (const one of (await waitingOf(() => cancelOne(id))) ?? []) await done(one);
}

const UNKNOWN: readonly unknown[] = [CODES.nothingScheduled, CODES.unknownId];

/** The ids that were deleted; `undefined` where the gateway knows none of them. */
async function waitingOf(act: () => Promise<readonly string[]>): Promise<readonly string[] | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof GatewayError && UNKNOWN.includes(error.result)) return undefined;
    throw error;
  }
}

/** A deletion does no more when it is made twice. */
function inDoubt(error: unknown): never {
  if (!isSmsServiceError(error) || error.outcome !== 'unknown') throw error;
  const advice = 'it may have been deleted: run it again; what was deleted does not wait any more then';
  throw new CommandError(error.message, exitCodeOf(error), advice);
}
