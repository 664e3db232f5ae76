import type { SmsRecord, SmsServiceClient } from '../../client/index.js';
import { ListLines } from '../output/list-lines.js';
import { type Progress, withProgress } from '../output/progress.js';
import { moment, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { readMoment } from './moment.js';

/** The messages that were sent. */
export const history: Command = {
  name: 'history',
  summary: 'the messages that were sent, by time or by their ids; times are in UTC',
  args: '[ids...]',
  options: [
    {
      flags: '--since <time>',
      text: 'from when on: 2026-03-01 (UTC), 2026-03-01T10:00Z, or 30m, 12h, 7d ago (default: 1d)',
    },
    { flags: '--until <time>', text: 'up to when (default: now)' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: ['sms-service history --since 7d --profile new', 'sms-service history 1001 1002 --profile new --json'],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const [since, until] = [options.text('--since'), options.text('--until')];
    if (args.length > 0 && (since ?? until) !== undefined) refuse('--since', 'and ids cannot be used together');
    const from = readMoment(since ?? '1d', '--since', -1);
    const to = until === undefined ? new Date() : readMoment(until, '--until', -1);
    const account = await chosenAccount(context);
    const unknown = new Set(args);
    const list = async (client: SmsServiceClient, progress: Progress): Promise<void> => {
      const lines = new ListLines(output);
      let count = 0;
      const call = { signal: interruption.signal };
      const records =
        args.length > 0 ? await client.getSmsByIds(args, call) : client.streamSmsByDate({ from, to }, call);
      for await (const record of records) {
        unknown.delete(record.id);
        await output.result(record, () => lines.line(columnsOf(record)));
        count += 1;
        progress.update(count, 0);
      }
    };
    await withProgress(output, 'messages read', (progress) => withClient(account, (client) => list(client, progress)), {
      isList: true,
    });
    if (unknown.size === 0) return EXIT.done;
    const ids = [...unknown].map(printable).join(', ');
    throw new CommandError(`the account has no message ${ids}`, EXIT.differences);
  },
};

function columnsOf({ id, date, to, from, status, statusName, message }: SmsRecord): readonly string[] {
  return [id, moment(date), to, from, statusName ?? String(status ?? '–'), message];
}
