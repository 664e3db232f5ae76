import type { AddressBookDifference, NotMoved, NotMovedKind } from '../../address-book/index.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/text.js';
import type { CommandOption } from '../running/command.js';
import type { Options } from '../running/command-options.js';

const KINDS: readonly NotMovedKind[] = ['name', 'info', 'double'];

/** The option for what may have been left behind. */
export const ACCEPT_OPTION: CommandOption = {
  flags: '--accept <kinds>',
  text: 'what the target need not have: name, info, double (further names, infos, entries that stand there again)',
};

/** Reads {@link ACCEPT_OPTION}. */
export function acceptedKinds(options: Options): readonly NotMovedKind[] {
  return options.someOf('--accept', KINDS);
}

const WORDS: Readonly<Record<AddressBookDifference['kind'], string>> = {
  'missing-group': '- group',
  'extra-group': '+ group',
  'missing-number': '- number',
  'extra-number': '+ number',
  'other-name': '~ other name',
  fewer: '~ less often',
  double: '! twice',
  info: '~ other info',
  'extra-info': '+ info',
};

/** A difference as a line: what it is, the number with the name that is lacking, the group. */
export function differenceLine(output: Output, { kind, group, number, name }: AddressBookDifference): string {
  const where = number === undefined ? [printable(group)] : [numberAndName(number, name), `in ${printable(group)}`];
  return output.styled(kind.startsWith('extra-') ? 'faint' : 'bad', [WORDS[kind], ...where].join('\t'));
}

/** Returns the line for something that is not moved. @param words - what stands before it */
export function notMovedLine(
  output: Output,
  { kind, group, number, name, info }: NotMoved,
  words: string = 'not moved:',
): string {
  const what = {
    name: `name\t${numberAndName(number ?? '', name)}`,
    double: `again\t${numberAndName(number ?? '', name)}`,
    info: `info\t${printable(info ?? '')}`,
  }[kind];
  return output.styled('bad', `${words} ${what}\tin ${printable(group)}`);
}

function numberAndName(number: string, name: string | undefined): string {
  return [number, ...(name === undefined ? [] : [name === '' ? '(no name)' : name])].map(printable).join('\t');
}
