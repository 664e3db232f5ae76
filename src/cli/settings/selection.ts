import { createReadStream, existsSync } from 'node:fs';
import { readGroupNames, type SelectionEvent } from '../../address-book/index.js';
import { ValidationError } from '../../client/index.js';
import { printable } from '../output/text.js';
import type { CommandOption } from '../running/command.js';
import { type Options, refuse } from '../running/command-options.js';

const OPTIONS: readonly CommandOption[] = [
  {
    flags: '--include <pattern>',
    text: 'only groups of this name, * and ? as in a shell; may be given several times',
    several: true,
  },
  { flags: '--exclude <pattern>', text: 'no groups of this name; may be given several times', several: true },
  { flags: '--names <file>', text: 'other names for groups: CSV with the titles old and new' },
];

/** Options of commands that may read a part of an address book. */
export const SELECTION_OPTIONS: readonly CommandOption[] = [
  ...OPTIONS,
  { flags: '--normalize', text: 'write numbers as the gateway has them, 48500100200; others stay, and are told' },
];

/** The same for a command that compares: numbers are the same in whatever spelling. */
export const COMPARED_OPTIONS: readonly CommandOption[] = OPTIONS;

/** The flags of {@link SELECTION_OPTIONS} that have values, for a command that is proposed. */
export const SELECTION_FLAGS: readonly string[] = ['--include', '--exclude', '--names'];

/** A selection as options of the library. */
interface Selected {
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  readonly names: Readonly<Record<string, string>> | undefined;
  readonly normalize: boolean;
}

/** Reads {@link SELECTION_OPTIONS}. @throws CommandError for a file of names that is none */
export async function selectionOf(options: Options): Promise<Selected> {
  const [include, exclude] = [options.all('--include'), options.all('--exclude')];
  const file = options.text('--names');
  return {
    include: include.length === 0 ? undefined : include,
    exclude: exclude.length === 0 ? undefined : exclude,
    names: file === undefined ? undefined : await namesIn(file),
    normalize: options.has('--normalize'),
  };
}

async function namesIn(file: string): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(file)) return refuse('--names', `does not exist: ${file}`);
  try {
    return await readGroupNames(createReadStream(file) as AsyncIterable<Uint8Array>);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return refuse('--names', `cannot be read: ${error.message}: ${file}`);
  }
}

/** Tells whether somebody has to know of an event, and not only who asks for every change. */
export function isOfConcern({ kind }: SelectionEvent): boolean {
  return kind === 'unused' || kind === 'not-normalized';
}

/** An event as a line. */
export function selectionLine(event: SelectionEvent): string {
  switch (event.kind) {
    case 'left-out':
      return `left out\t${printable(event.group)}`;
    case 'renamed':
      return `renamed\t${printable(event.group)}\t${printable(event.as)}`;
    case 'normalized':
      return `normalized\t${printable(event.number)}\t${event.as}\tin ${printable(event.group)}`;
    case 'not-normalized':
      return `not normalized\t${printable(event.number)}\tin ${printable(event.group)}`;
    default:
      return `fits no group\t--${event.option}\t${printable(event.text)}`;
  }
}
