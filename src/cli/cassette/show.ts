import type { ShownCall, ShownValue } from '../../replay/shown-calls.js';
import type { Output } from '../output/output.js';
import { counted, moment, printable } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';

/** The most values of a message that are shown, and the most characters of one. */
const [MAX_VALUES, MAX_CHARACTERS] = [12, 80];

/** Tells what a cassette holds. */
export const show: Command = {
  name: 'cassette show',
  summary: 'tell what a cassette holds, by track and in the order of the calls; nothing more than is in it',
  args: '<cassette>',
  examples: ['sms-service cassette show test/cassettes/groups.yaml'],
  run: async ({ args, output }) => {
    const { shownCassette } = await import('./of-replay.js');
    const shown = shownCassette(args[0] ?? '');
    const { calls, pseudonyms } = shown;
    if (output.isJson) {
      await output.result(shown, () => '');
      return EXIT.done;
    }
    let track: string | undefined;
    for (const call of calls) {
      if (call.track !== track && call.track !== undefined) {
        await output.result(call, () => `${output.styled('strong', printable(call.track ?? ''))}:`);
      }
      track = call.track;
      await output.result(call, () => linesOf(call, output).join('\n'));
    }
    const what = pseudonyms.length === 0 ? '' : `; ${pseudonyms.join(', ')} are pseudonyms`;
    await output.result(shown, () => `${counted(calls.length, 'recording')}${what}`);
    return EXIT.done;
  },
};

function linesOf(call: ShownCall, output: Output): readonly string[] {
  const { at, account, operation, isCallback, request, tookMs } = call;
  const who = account === undefined ? '' : `  as ${printable(account)}`;
  const name = output.styled('strong', printable(operation));
  const took = isCallback ? 'came from the gateway' : `${tookMs} ms`;
  return [
    `${output.styled('faint', moment(at))}  ${name}${who}  ${output.styled('faint', took)}`,
    ...(request.length === 0 ? [] : [`  ${valuesIn(request)}`]),
    ...(isCallback ? [] : [`  → ${resultOf(call, output)}`]),
  ];
}

function resultOf({ status, response, error }: ShownCall, output: Output): string {
  const code = status === 200 || status === 0 ? '' : `HTTP ${status}  `;
  if (error !== undefined) return code + output.styled('bad', shortened(printable(error)));
  return code + (response.length === 0 ? 'nothing' : valuesIn(response));
}

function valuesIn(values: readonly ShownValue[]): string {
  const shown = values.slice(0, MAX_VALUES).map(({ path, value }) => `${printable(path)}=${wordOf(value)}`);
  const more = values.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`… ${more} more`])].join('  ');
}

/** A value as one word, in quotation marks where it would be several. */
function wordOf(value: ShownValue['value']): string {
  if (typeof value !== 'string') return String(value);
  return printable(/^[^\s"=]+$/.test(value) ? shortened(value) : JSON.stringify(shortened(value)));
}

function shortened(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`;
}
