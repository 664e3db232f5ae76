import type { SmsRecord } from '../../client/index.js';
import { printList } from '../output/list.js';
import { moment, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { CommandError, EXIT, refuse } from '../running/failure.js';
import { ACCOUNT_OPTIONS, chosenAccount } from '../settings/account.js';
import { withClient } from '../settings/client.js';

export const history: Command = {
  name: 'history',
  summary: 'print the messages that were sent, by time or by ids; times are in UTC',
  args: '[ids...]',
  options: [
    {
      flags: '--since <time>',
      text: 'the earliest time: 2026-03-01 (UTC), 2026-03-01T10:00Z, or 30m, 12h, 7d ago (default: 1d)',
    },
    { flags: '--until <time>', text: 'the latest time (default: now)' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: ['sms-service history --since 7d --profile new', 'sms-service history 1001 1002 --profile new --json'],
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const [since, until] = [options.text('--since'), options.text('--until')];
    if (args.length > 0 && (since ?? until) !== undefined) refuse('--since', 'and ids cannot be used together');
    const from = readTime(since ?? '1d', '--since', -1);
    const to = until === undefined ? new Date() : readTime(until, '--until', -1);
    const account = await chosenAccount(context);
    const call = { signal: interruption.signal };
    const unknown = await withClient(account, async (client) => {
      const records =
        args.length > 0 ? await client.getSmsByIds(args, call) : client.streamSmsByDate({ from, to }, call);
      await printList(output, 'messages read', records, columnsOf);
      return Array.isArray(records) ? args.filter((id) => !records.some((record) => record.id === id)) : [];
    });
    if (unknown.length === 0) return EXIT.done;
    throw new CommandError(`the account has no message ${unknown.map(printable).join(', ')}`, EXIT.differences);
  },
};

function columnsOf({ id, date, to, from, status, statusName, message }: SmsRecord): readonly string[] {
  return [id, moment(date), to, from, statusName ?? String(status ?? '–'), message];
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a time: a date (`2026-03-01` in UTC, or with time and zone), or a distance from now (`30m`, `12h`, `7d`).
 *
 * @param direction - 1 for the future, -1 for the past
 * @throws CommandError for other texts
 */
export function readTime(text: string, flag: string, direction: 1 | -1): Date {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined)
    return new Date(Date.now() + direction * Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  const isDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text);
  if (isDate && /:\d\d$/.test(text) && !/[+-]\d\d:\d\d$/.test(text)) {
    refuse(flag, 'has no time zone: add Z for UTC, or +01:00');
  }
  const date = new Date(isDate ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) refuse(flag, 'must be a time such as 2026-03-01T10:00:00Z, 30m, 12h or 7d');
  return date;
}
