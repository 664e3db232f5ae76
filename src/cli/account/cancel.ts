import { GatewayError, isSmsServiceError } from '../../client/index.js';
import { CODES } from '../../domain/codes.js';
import { printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { CommandError, EXIT, exitCodeOf } from '../running/failure.js';
import { EITHER_OPTIONS } from '../settings/account.js';
import { overEither } from '../settings/client.js';

export const cancel: Command = {
  name: 'cancel',
  summary: 'delete scheduled messages by their ids; points are not returned',
  args: '<ids...>',
  options: EITHER_OPTIONS,
  examples: ['sms-service cancel 1001 --profile new', 'sms-service cancel 1001 1002 --over http --profile new'],
  carriesOn: true,
  run: async (context) => {
    const ids = [...new Set(context.args)];
    const remaining = new Set(ids);
    const done = async (deleted: readonly string[] | undefined): Promise<void> => {
      for (const id of deleted ?? []) {
        remaining.delete(id);
        await context.output.result({ id, deleted: true }, () => `deleted ${printable(id)}`);
      }
    };
    await overEither(context, {
      soap: async (client, call) => {
        for (const id of ids) await done(await ifScheduled(() => client.delSchSmsById(id, call).then(() => [id])));
      },
      http: async ({ sms }, call) => {
        const deleteAll = (some: readonly string[]): Promise<readonly string[] | undefined> =>
          ifScheduled(async () => (await sms.deleteScheduled(some, call)).ids);
        const deleted = await deleteAll(ids);
        await done(deleted);
        // A gateway may refuse all ids if it does not know one of them.
        if (deleted === undefined && ids.length > 1) for (const id of ids) await done(await deleteAll([id]));
      },
    }).catch(withAdvice);
    if (remaining.size === 0) return EXIT.done;
    throw new CommandError(
      `no scheduled message has the id ${[...remaining].map(printable).join(', ')}`,
      EXIT.differences,
    );
  },
};

const UNKNOWN_CODES: readonly unknown[] = [CODES.nothingScheduled, CODES.unknownId];

async function ifScheduled(act: () => Promise<readonly string[]>): Promise<readonly string[] | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof GatewayError && UNKNOWN_CODES.includes(error.result)) return undefined;
    throw error;
  }
}

/** Rejects with advice if the outcome is unknown: a deletion can be repeated. */
function withAdvice(error: unknown): never {
  if (!isSmsServiceError(error) || error.outcome !== 'unknown') throw error;
  const advice = 'The message may have been deleted. Run this command again: a deleted message is no longer scheduled.';
  throw new CommandError(error.message, exitCodeOf(error), advice);
}
