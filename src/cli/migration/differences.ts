import path from 'node:path';
import type {
  AddressBookDifference,
  NotMoved,
  NotMovedKind,
  NotWritten,
  SideChange,
} from '../../address-book/index.js';
import type { Output } from '../output/output.js';
import { counted, printable } from '../output/text.js';
import type { CommandOption } from '../running/command.js';
import type { Options } from '../running/command-options.js';

const KINDS: readonly NotMovedKind[] = ['name', 'info', 'double'];

/** The option for what may have been left behind. */
export const ACCEPT_OPTION: CommandOption = {
  flags: '--accept <kinds>',
  text: 'what the target need not have: name, info, double (further names, infos, entries that stand there again)',
  values: KINDS,
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

/** Returns the line of what a file does not have, or not as it is. */
export function notWrittenLine(output: Output, { kind, group, number, name, info }: NotWritten): string {
  const entry = number === undefined ? printable(info ?? group) : numberAndName(number, name);
  const what = {
    group: 'not written: group',
    info: `not written: info\t${printable(info ?? '')}`,
    number: `not written: number\t${numberAndName(number ?? '', name)}`,
    text: `not all characters written: ${info === undefined ? 'name' : 'info'}\t${entry}`,
  }[kind];
  return output.styled('bad', `${what}\tin ${printable(group)}`);
}

function numberAndName(number: string, name: string | undefined): string {
  return [number, ...(name === undefined ? [] : [name === '' ? '(no name)' : name])].map(printable).join('\t');
}

const CHANGES: Readonly<Record<SideChange['kind'], string>> = {
  gone: 'is gone',
  new: 'is new',
  renamed: 'has another name',
  numbers: 'has other numbers',
  info: 'has another info',
};

/** A change of a side as machines get it. */
export function changeOf({ side, group, kind }: SideChange): SideChange {
  return { side, group, kind };
}

/** Returns the line that says what has changed since a plan was made. @param sides - the names of both profiles */
export function changedLine(
  sides: { readonly from: string; readonly to: string },
  { side, group, kind }: SideChange,
): string {
  return ['changed', printable(side === 'source' ? sides.from : sides.to), printable(group), CHANGES[kind]].join('\t');
}

/** Returns the line that says that what no longer fits was planned anew. @param given - the plan, as it was named */
export function plannedText(
  planned: { readonly plan: string; readonly create: number; readonly add: number },
  given: string,
): string {
  const { plan, create, add } = planned;
  const file = given + path.extname(plan);
  return `planned anew: ${counted(create, 'group')} and ${counted(add, 'number')}, in ${printable(file)}`;
}
