import { countMessageParts, type SentMessage, ValidationError } from '../../client/index.js';
import { counted, moment, printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { type Options, refuse } from '../running/options.js';
import { textIn } from '../running/standard-input.js';
import { chosenAccount } from '../settings/account.js';
import { ACCOUNT_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { readMoment } from './moment.js';

/** The flags that stand for options of the library: an error is to name what was typed. */
const FLAGS: Readonly<Record<string, string>> = { date: '--at', from: '--from', idx: '--idx' };

/** Sends a text. */
export const send: Command = {
  name: 'send',
  summary: 'send a text to one or more numbers; points are charged',
  args: '<to...>',
  options: [
    { flags: '--message <text>', text: 'the text; - reads it from the standard input' },
    { flags: '--message-file <file>', text: 'the file that holds the text; - is the standard input', standard: true },
    { flags: '--from <sender>', text: 'the sender name (default: that of the account)' },
    {
      flags: '--at <time>',
      text: 'when to send it: 2026-03-01T10:00Z, 2026-03-01T11:00+01:00, or 30m, 12h, 2d from now',
    },
    { flags: '--idx <value>', text: 'a value of your own, for callbacks; with one number only' },
    { flags: '--single', text: 'refuse a text that needs more than one part' },
    { flags: '--plain', text: 'refuse a text with special characters' },
    { flags: '--eco', text: 'send as Eco' },
    { flags: '--dry-run', text: 'the gateway checks it; nothing is sent or charged' },
    ...ACCOUNT_OPTIONS,
  ],
  examples: [
    "sms-service send 48500100200 --message 'Dzień dobry!' --profile new",
    'sms-service send 48500100200 48500100201 --message-file text.txt --dry-run --profile new',
  ],
  carriesOn: true,
  run: async (context) => {
    const { args, options, output, interruption } = context;
    const message = await textOf(context);
    const date = dateOf(options);
    const sms = {
      message,
      from: options.text('--from'),
      date,
      single: options.has('--single') ? true : undefined,
      noUnicode: options.has('--plain') ? true : undefined,
      eco: options.has('--eco') ? true : undefined,
      test: options.has('--dry-run') ? true : undefined,
    };
    const idx = options.text('--idx');
    const [to = '', ...others] = args;
    if (idx !== undefined && others.length > 0) refuse('--idx', 'is for one number only');
    const account = await chosenAccount(context);
    const call = { signal: interruption.signal };
    const { messages, count, points } = await withClient(account, async (client) =>
      others.length === 0 ? client.sendSms({ ...sms, to, idx }, call) : client.sendMulti({ ...sms, to: args }, call),
    ).catch(namingOptions);
    const { parts } = countMessageParts(message);
    await output.result({ messages, count, points, dryRun: sms.test ?? false }, () =>
      [
        ...messages.map(lineOf),
        ...(date === undefined ? [] : [`to be sent at ${moment(date)} UTC`]),
        `${counted(count, 'message')} of ${counted(parts, 'part')}, ` +
          `${points ?? 'an unknown number of'} points${sms.test ? '; a dry run: nothing was sent or charged' : ''}`,
      ].join('\n'),
    );
    const lacking = args.length - Math.max(count, messages.length);
    if (lacking > 0) throw new CommandError(lackingText(lacking, args.length), EXIT.differences);
    return messages.every(({ outcome }) => outcome === 'accepted') ? EXIT.done : EXIT.differences;
  },
};

/** @throws CommandError for the past: the gateway would send at once */
function dateOf(options: Options): Date | undefined {
  const at = options.text('--at');
  if (at === undefined) return undefined;
  const date = readMoment(at, '--at', 1);
  return date.getTime() < Date.now() ? refuse('--at', 'is in the past; without it the text is sent at once') : date;
}

function namingOptions(error: unknown): never {
  if (!(error instanceof ValidationError)) throw error;
  const { path, message } = error;
  const flag = FLAGS[path];
  if (flag === undefined) throw error;
  throw new CommandError(message.slice(message.indexOf(`${path}: `)).replace(path, flag));
}

function lackingText(lacking: number, all: number): string {
  const [has, it, was] = lacking === 1 ? ['has', 'it is', 'was'] : ['have', 'they are', 'were'];
  return `${lacking} of ${counted(all, 'number')} ${has} no message: ${it} not correct, or ${was} given twice`;
}

function lineOf(sent: SentMessage): string {
  const { outcome, raw } = sent;
  if (outcome === 'accepted') return `accepted as ${printable(sent.id)}`;
  if (outcome === 'rejected') return `rejected: gateway code ${sent.errorCode}`;
  return `not understood, look into the history: ${printable(raw)}`;
}

async function textOf({ options, input }: Context): Promise<string> {
  const [message, file] = [options.text('--message'), options.text('--message-file')];
  if (message !== undefined && file !== undefined) refuse('--message and --message-file', 'cannot be used together');
  if (message !== undefined && message !== '-') return message;
  if (message === undefined && file === undefined) {
    throw new CommandError('the text is wanted, by --message or by --message-file');
  }
  const text = await (file === undefined ? input.text('--message -') : textIn('--message-file', file, input));
  return text.replace(/\r?\n$/, '');
}
