import type { ReadFormat } from '../../address-book/index.js';
import type { CommandOption } from './command.js';
import { type Options, refuse } from './command-options.js';

/** Encodings of files that are often met; there are more. */
const ENCODINGS: readonly string[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252', 'iso-8859-2'];

const FORMATS = ['jsonl', 'csv', 'vcard'] as const;

/** Options of commands that read files of address books. */
export const READING_OPTIONS: readonly CommandOption[] = [
  { flags: '--format <format>', text: `${FORMATS.join(', ')} (default: by name, or how it begins)`, values: FORMATS },
  { flags: '--group <name>', text: 'the group of numbers that name none' },
  { flags: '--columns <map>', text: 'CSV: titles and what they are: "Telefon=number,Nazwisko=name"' },
  {
    flags: '--encoding <name>',
    text: 'of the file: windows-1250, utf-16le, iso-8859-2 … (default: utf-8, or what a byte order mark says)',
    values: ENCODINGS,
  },
];

/** How a file is read, as options of the library. */
export interface Reading {
  readonly format: ReadFormat | undefined;
  readonly group: string | undefined;
  readonly columns: Readonly<Record<string, string>> | undefined;
  readonly encoding: string | undefined;
}

/** Reads {@link READING_OPTIONS}. */
export function readingOf(options: Options): Reading {
  return {
    format: options.oneOf('--format', FORMATS),
    group: options.text('--group'),
    columns: columnsOf(options.text('--columns')),
    encoding: options.text('--encoding'),
  };
}

function columnsOf(map: string | undefined): Readonly<Record<string, string>> | undefined {
  if (map === undefined) return undefined;
  return Object.fromEntries(
    map.split(',').map((pair) => {
      const [title = '', column] = pair.split('=');
      return column === undefined ? refuse('--columns', 'has the form "Title=number,Other=name"') : [title, column];
    }),
  );
}
