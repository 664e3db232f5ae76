import { countMessageParts } from '../../client/index.js';
import type { SendResult, SentMessage, SmsOrder } from '../../http-client/index.js';
import { awaitingAnswer } from '../output/progress.js';
import { counted, printable } from '../output/text.js';
import type { CommandOption, Context } from '../running/command.js';
import { refuse } from '../running/command-options.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { chosenHttpAccount } from '../settings/account.js';
import { withHttpClient } from '../settings/http-client.js';
import { checkLacking, dateLines, dateOf, noText, textOf } from './send-text.js';

/** The options of a send that only the HTTP interface has. */
export const HTTP_ONLY: readonly CommandOption[] = [
  { flags: '--group <name>', text: 'over HTTP: a contact group, in the place of numbers' },
  { flags: '--template <name>', text: 'over HTTP: a template, in the place of a text' },
  { flags: '--max-parts <number>', text: 'over HTTP: refuse a text that needs more parts' },
  {
    flags: '--once <answer>',
    text: 'over HTTP: yes sends exactly once, whatever answers are lost; no repeats nothing (default: yes; to a group no)',
    values: ['yes', 'no'],
  },
];

/** Sends over HTTP what the options say. */
export async function sendOverHttp(context: Context): Promise<ExitCode> {
  const { args, output, options, interruption } = context;
  const order = await orderOf(context);
  const account = await chosenHttpAccount(context);
  const call = { signal: interruption.signal };
  const result = await awaitingAnswer(output, () => withHttpClient(account, (client) => client.sms.send(order, call)));
  const { test = false, date, message } = order;
  await output.result({ ...jsonOf(result), dryRun: test }, () =>
    [...result.messages.map(lineOf), ...dateLines(date), sumOf(result, message, test)].join('\n'),
  );
  const { messages, count } = result;
  if (options.text('--group') === undefined) {
    checkLacking(args.length - Math.max(count ?? 0, messages.length), args.length);
  }
  return messages.every(({ error }) => error === undefined) ? EXIT.done : EXIT.differences;
}

async function orderOf(context: Context): Promise<SmsOrder<'earlier'> & { readonly message?: string }> {
  const { args, options } = context;
  const [group, template, once] = [
    options.text('--group'),
    options.text('--template'),
    options.oneOf('--once', ['yes', 'no']),
  ];
  if (options.has('--eco')) refuse('--eco', 'is of SOAP; over HTTP the sender name Eco of the earlier variant does it');
  if (group === undefined && args.length === 0) {
    throw new CommandError('the numbers to send to are wanted, or --group');
  }
  if (group !== undefined && args.length > 0) refuse('--group', 'and numbers cannot be used together');
  const message = await textOf(context);
  if (template !== undefined && message !== undefined) refuse('--template', 'and a text cannot be used together');
  const to = group === undefined ? { to: args } : { group };
  const text = template === undefined ? { message: message ?? noText(', or --template') } : { template };
  return {
    ...to,
    ...text,
    from: options.text('--from'),
    date: dateOf(options),
    idx: options.text('--idx'),
    single: options.has('--single') ? true : undefined,
    noUnicode: options.has('--plain') ? true : undefined,
    maxParts: options.whole('--max-parts', 1),
    test: options.has('--dry-run') ? true : undefined,
    once: once === undefined ? undefined : once === 'yes',
  };
}

/** What machines get: as over SOAP, and what only HTTP tells. */
function jsonOf({ messages, count, invalidNumbers, alreadyAccepted }: SendResult): object {
  return {
    messages: messages.map(({ id, number, points, status, idx, error, alreadyAccepted: before }) => ({
      id,
      number,
      points,
      status,
      idx,
      ...(error === undefined ? {} : { errorCode: error.result ?? error.errorCode }),
      ...(before === undefined ? {} : { alreadyAccepted: before }),
    })),
    count,
    points: sumOfPoints(messages),
    invalidNumbers,
    alreadyAccepted,
  };
}

function lineOf({ id, idx, error, alreadyAccepted }: SentMessage): string {
  if (error !== undefined) return `rejected: gateway code ${error.result ?? printable(error.errorCode ?? '')}`;
  if (alreadyAccepted === true)
    return `accepted before, by a request whose answer was lost: reports name its idx ${idx}`;
  return id === null || id === '' ? 'accepted' : `accepted as ${printable(id)}`;
}

function sumOf({ messages, count }: SendResult, message: string | undefined, isTest: boolean): string {
  const parts = message === undefined ? '' : ` of ${counted(countMessageParts(message).parts, 'part')}`;
  const points = sumOfPoints(messages) ?? 'an unknown number of';
  const end = isTest ? '; a dry run: nothing was sent or charged' : '';
  return `${counted(count ?? messages.length, 'message')}${parts}, ${points} points${end}`;
}

/** The points of all messages; `null` where one of them does not tell. */
function sumOfPoints(messages: readonly SentMessage[]): number | null {
  let sum = 0;
  for (const { points, error } of messages) {
    if (error !== undefined) continue;
    if (points === null) return null;
    sum += points;
  }
  // Prices have four places at most, and sums of them no more.
  return Math.round(sum * 10_000) / 10_000;
}
