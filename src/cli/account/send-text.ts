import { counted, moment } from '../output/text.js';
import type { Context } from '../running/command.js';
import { type Options, refuse } from '../running/command-options.js';
import { EXIT } from '../running/exit-codes.js';
import { CommandError } from '../running/failure.js';
import { textIn } from '../running/standard-input.js';
import { readMoment } from './moment.js';

/** The text of a send; `undefined` where none is given. */
export async function textOf({ options, input }: Context): Promise<string | undefined> {
  const [message, file] = [options.text('--message'), options.text('--message-file')];
  if (message !== undefined && file !== undefined) refuse('--message and --message-file', 'cannot be used together');
  if (message !== undefined && message !== '-') return message;
  if (message === undefined && file === undefined) return undefined;
  const text = await (file === undefined ? input.text('--message -') : textIn('--message-file', file, input));
  return text.replace(/\r?\n$/, '');
}

/** @throws CommandError always */
export function noText(others: string = ''): never {
  throw new CommandError(`the text is wanted, by --message or by --message-file${others}`);
}

/** The time of a send. @throws CommandError for the past: the gateway would send at once */
export function dateOf(options: Options): Date | undefined {
  const at = options.text('--at');
  if (at === undefined) return undefined;
  const date = readMoment(at, '--at', 1);
  return date.getTime() < Date.now() ? refuse('--at', 'is in the past; without it the text is sent at once') : date;
}

/** The lines about the time of a send. */
export function dateLines(date: Date | undefined): readonly string[] {
  return date === undefined ? [] : [`to be sent at ${moment(date)} UTC`];
}

/** @throws CommandError where numbers have no message */
export function checkLacking(lacking: number, all: number): void {
  if (lacking <= 0) return;
  const [has, it, was] = lacking === 1 ? ['has', 'it is', 'was'] : ['have', 'they are', 'were'];
  const text = `${lacking} of ${counted(all, 'number')} ${has} no message: ${it} not correct, or ${was} given twice`;
  throw new CommandError(text, EXIT.differences);
}
