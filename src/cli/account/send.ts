import { countMessageParts, type SentMessage, ValidationError } from '../../client/index.js';
import { awaitingAnswer } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { chosenAccount, chosenInterface, chosenProfile } from '../settings/account.js';
import { EITHER_OPTIONS } from '../settings/account-options.js';
import { withClient } from '../settings/client.js';
import { HTTP_ONLY, sendOverHttp } from './send-over-http.js';
import { checkLacking, dateLines, dateOf, noText, textOf } from './send-text.js';

/** The flags that stand for options of the library: an error is to name what was typed. */
const FLAGS: Readonly<Record<string, string>> = {
  date: '--at',
  from: '--from',
  idx: '--idx',
  template: '--template',
  group: '--group',
  maxParts: '--max-parts',
  noUnicode: '--plain',
};

/** Sends a text. */
export const send: Command = {
  name: 'send',
  summary: 'send a text to one or more numbers; points are charged',
  args: '[to...]',
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
    { flags: '--eco', text: 'over SOAP: send as Eco' },
    ...HTTP_ONLY,
    { flags: '--dry-run', text: 'the gateway checks it; nothing is sent or charged' },
    ...EITHER_OPTIONS,
  ],
  examples: [
    "sms-service send 48500100200 --message 'Dzień dobry!' --profile new",
    'sms-service send 48500100200 48500100201 --message-file text.txt --dry-run --profile new',
    'sms-service send --group Customers --template reminder --over http --profile new',
  ],
  carriesOn: true,
  run: async (context) => {
    const over = chosenInterface(context, chosenProfile(context).profile);
    const { args, options } = context;
    if (options.text('--idx') !== undefined && args.length > 1) refuse('--idx', 'is for one number only');
    return (over === 'http' ? sendOverHttp(context) : sendOverSoap(context)).catch(namingOptions);
  },
};

async function sendOverSoap(context: Context): Promise<ExitCode> {
  const { args, options, output, interruption } = context;
  for (const { flags } of HTTP_ONLY) {
    const [flag = ''] = flags.split(' ');
    if (options.text(flag) !== undefined) refuse(flag, 'is of the HTTP interface: use it with --over http');
  }
  const [to, ...others] = args;
  if (to === undefined) throw new CommandError('the numbers to send to are wanted');
  const message = (await textOf(context)) ?? noText();
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
  const account = await chosenAccount(context);
  const call = { signal: interruption.signal };
  const { messages, count, points } = await awaitingAnswer(output, () =>
    withClient(account, async (client) =>
      others.length === 0 ? client.sendSms({ ...sms, to, idx }, call) : client.sendMulti({ ...sms, to: args }, call),
    ),
  );
  const { parts } = countMessageParts(message);
  await output.result({ messages, count, points, dryRun: sms.test ?? false }, () =>
    [
      ...messages.map(lineOf),
      ...dateLines(date),
      `${counted(count, 'message')} of ${counted(parts, 'part')}, ` +
        `${points ?? 'an unknown number of'} points${sms.test ? '; a dry run: nothing was sent or charged' : ''}`,
    ].join('\n'),
  );
  checkLacking(args.length - Math.max(count, messages.length), args.length);
  return messages.every(({ outcome }) => outcome === 'accepted') ? EXIT.done : EXIT.differences;
}

function namingOptions(error: unknown): never {
  if (!(error instanceof ValidationError)) throw error;
  const { path, message } = error;
  const flag = FLAGS[path];
  if (flag === undefined) throw error;
  throw new CommandError(message.slice(message.indexOf(`${path}: `)).replace(path, flag));
}

function lineOf(sent: SentMessage): string {
  const { outcome, raw } = sent;
  if (outcome === 'accepted') return `accepted as ${printable(sent.id)}`;
  if (outcome === 'rejected') return `rejected: gateway code ${sent.errorCode}`;
  return `not understood, look into the history: ${printable(raw)}`;
}
