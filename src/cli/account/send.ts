import { countMessageParts, type SmsServiceClient } from '../../client/index.js';
import { roundPoints } from '../../domain/points.js';
import type { SentMessage } from '../../http-client/index.js';
import { counted, moment, printable } from '../output/text.js';
import type { Command, CommandOption, Context } from '../running/command.js';
import { CommandError, EXIT, refuse } from '../running/failure.js';
import { textIn } from '../running/standard-streams.js';
import { EITHER_OPTIONS } from '../settings/account.js';
import { type Call, type HttpClient, isOverHttp, overEither } from '../settings/client.js';
import { readTime } from './history.js';

const HTTP_OPTIONS: readonly CommandOption[] = [
  { flags: '--group <name>', text: 'over HTTP: a contact group instead of numbers' },
  { flags: '--template <name>', text: 'over HTTP: a template instead of a text' },
];

export const send: Command = {
  name: 'send',
  summary: 'send a text to one or more numbers; points are charged',
  args: '[to...]',
  options: [
    { flags: '--message <text>', text: 'the text; - reads it from the standard input' },
    { flags: '--message-file <file>', text: 'a file with the text; - is the standard input', standard: true },
    { flags: '--from <sender>', text: 'the sender name (default: that of the account)' },
    {
      flags: '--at <time>',
      text: 'when to send it: 2026-03-01T10:00Z, 2026-03-01T11:00+01:00, or 30m, 12h, 2d from now',
    },
    { flags: '--idx <value>', text: 'your own value for delivery reports; with one number only' },
    { flags: '--single', text: 'refuse a text with more than one part' },
    { flags: '--plain', text: 'refuse a text with special characters' },
    ...HTTP_OPTIONS,
    { flags: '--dry-run', text: 'let the gateway check it; nothing is sent or charged' },
    ...EITHER_OPTIONS,
  ],
  examples: [
    "sms-service send 48500100200 --message 'Dzień dobry!' --profile new",
    'sms-service send 48500100200 48500100201 --message-file text.txt --dry-run --profile new',
    'sms-service send --group Customers --template reminder --over http --profile new',
  ],
  carriesOn: true,
  run: async (context) => {
    const { args, output } = context;
    const order = await orderOf(context);
    const { message, date, test = false, group } = order;
    const sent = await overEither(context, {
      soap: (client, call) => sendOverSoap(client, args, order, call),
      http: (client, call) => sendOverHttp(client, args, order, call),
    });
    const { count, points, lines, json } = sent;
    await output.result({ ...json, dryRun: test }, () => {
      const parts = message === undefined ? '' : ` of ${counted(countMessageParts(message).parts, 'part')}`;
      return [
        ...lines,
        ...(date === undefined ? [] : [`to be sent at ${moment(date)} UTC`]),
        `${counted(count, 'message')}${parts}, ${points ?? 'an unknown number of'} points` +
          (test ? '; a dry run: nothing was sent or charged' : ''),
      ].join('\n');
    });
    const missing = group === undefined ? args.length - Math.max(count, lines.length) : 0;
    if (missing <= 0) return sent.isAccepted ? EXIT.done : EXIT.differences;
    const text = `no message for ${missing} of ${counted(args.length, 'number')}: invalid or repeated`;
    throw new CommandError(text, EXIT.differences);
  },
};

type Order = Awaited<ReturnType<typeof orderOf>>;

async function orderOf(context: Context) {
  const { args, options } = context;
  const [group, template, idx, at] = ['--group', '--template', '--idx', '--at'].map((flag) => options.text(flag));
  if (!isOverHttp(context)) {
    for (const { flags } of HTTP_OPTIONS) {
      const [flag = ''] = flags.split(' ');
      if (options.text(flag) !== undefined) refuse(flag, 'requires --over http');
    }
  }
  if (idx !== undefined && args.length > 1) refuse('--idx', 'requires a single number');
  if (group !== undefined && args.length > 0) refuse('--group', 'and numbers cannot be used together');
  if (group === undefined && args.length === 0) throw new CommandError('the numbers to send to are missing');
  const message = await messageOf(context);
  if (template !== undefined && message !== undefined) refuse('--template', 'and a text cannot be used together');
  if (template === undefined && message === undefined) throw new CommandError('--message or --message-file is missing');
  const date = at === undefined ? undefined : readTime(at, '--at', 1);
  if (date !== undefined && date.getTime() < Date.now()) {
    // The gateway would send it at once.
    refuse('--at', 'is in the past');
  }
  const flag = (name: string): true | undefined => (options.has(name) ? true : undefined);
  const checks = { single: flag('--single'), noUnicode: flag('--plain'), test: flag('--dry-run') };
  return { message, template, group, from: options.text('--from'), date, idx, ...checks };
}

async function messageOf({ options, input }: Context): Promise<string | undefined> {
  const [message, file] = [options.text('--message'), options.text('--message-file')];
  if (message !== undefined && file !== undefined) refuse('--message and --message-file', 'cannot be used together');
  if (file === undefined && message !== '-') return message;
  const text = await (file === undefined ? input.text('--message -') : textIn('--message-file', file, input));
  return text.replace(/\r?\n$/, '');
}

interface Sent {
  readonly json: object;
  readonly lines: readonly string[];
  readonly count: number;
  readonly points: number | null;
  /** False if the gateway refused a message. */
  readonly isAccepted: boolean;
}

async function sendOverSoap(client: SmsServiceClient, to: readonly string[], order: Order, call: Call): Promise<Sent> {
  const { message = '', from, date, idx, single, noUnicode, test } = order;
  const sms = { message, from, date, single, noUnicode, test };
  const [first = '', ...others] = to;
  const { messages, count, points } = await (others.length === 0
    ? client.sendSms({ ...sms, to: first, idx }, call)
    : client.sendMulti({ ...sms, to }, call));
  const lines = messages.map((sent) => {
    if (sent.outcome === 'accepted') return `accepted as ${printable(sent.id)}`;
    if (sent.outcome === 'rejected') return `rejected: gateway code ${sent.errorCode}`;
    return `outcome unknown, see the history: ${printable(sent.raw)}`;
  });
  const isAccepted = messages.every(({ outcome }) => outcome === 'accepted');
  return { json: { messages, count, points }, lines, count, points, isAccepted };
}

async function sendOverHttp(client: HttpClient, to: readonly string[], order: Order, call: Call): Promise<Sent> {
  const { message = '', template, group, from, date, idx, single, noUnicode, test } = order;
  const recipients = group === undefined ? { to } : { group };
  const text = template === undefined ? { message } : { template };
  const sms = { ...recipients, ...text, from, date, idx, single, noUnicode, test };
  const result = await client.sms.send(sms, call);
  const { messages, count } = result;
  const points = sumOfPoints(messages);
  return {
    json: { ...result, points },
    lines: messages.map(lineOf),
    count: count ?? messages.length,
    points,
    isAccepted: messages.every(({ error }) => error === undefined),
  };
}

function lineOf({ id, idx, error, alreadyAccepted }: SentMessage): string {
  if (error !== undefined) return `rejected: gateway code ${error.result ?? printable(error.errorCode ?? '')}`;
  if (alreadyAccepted === true) return `accepted by an earlier attempt: delivery reports contain its idx ${idx}`;
  return id === null || id === '' ? 'accepted' : `accepted as ${printable(id)}`;
}

function sumOfPoints(messages: readonly SentMessage[]): number | null {
  const accepted = messages.filter(({ error }) => error === undefined);
  if (accepted.some(({ points }) => points === null)) return null;
  return roundPoints(accepted.reduce((total, { points }) => total + (points ?? 0), 0));
}
