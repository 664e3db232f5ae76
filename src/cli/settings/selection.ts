import { createReadStream, existsSync } from 'node:fs';
import { csvRows } from '../../address-book/formats/csv/csv-rows.js';
import { unescapedCell } from '../../address-book/formats/csv/spreadsheet-cells.js';
import { lines } from '../../address-book/formats/records/lines.js';
import { ValidationError } from '../../client/index.js';
import { invalid } from '../../options/check.js';
import type { CommandOption, Options } from '../running/command.js';
import { refuse } from '../running/failure.js';

const OPTIONS: readonly CommandOption[] = [
  {
    flags: '--include <pattern>',
    text: 'only groups whose name matches (* and ? as in a shell); can be repeated',
    several: true,
  },
  { flags: '--exclude <pattern>', text: 'no groups whose name matches; can be repeated', several: true },
  { flags: '--names <file>', text: 'new names of groups: a CSV file with the columns old and new' },
];

/** Options of commands that may read a part of an address book. */
export const SELECTION_OPTIONS: readonly CommandOption[] = [
  ...OPTIONS,
  { flags: '--normalize', text: 'write telephone numbers like 48500100200' },
];

/** The same for a command that compares, which ignores the spelling of numbers. */
export const COMPARED_OPTIONS: readonly CommandOption[] = OPTIONS;

interface Selected {
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  readonly names: Readonly<Record<string, string>> | undefined;
  readonly normalize: boolean;
}

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
    return await readNames(createReadStream(file));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return refuse('--names', `cannot be read: ${error.message}: ${file}`);
  }
}

async function readNames(chunks: AsyncIterable<Uint8Array>): Promise<Readonly<Record<string, string>>> {
  const names = new Map<string, string>();
  let titles: readonly string[] | undefined;
  const refuseRow = ({ line }: { readonly line: number }, reason: string): never => invalid(`line ${line}`, reason);
  for await (const { line, cells } of csvRows(lines(chunks), refuseRow, undefined)) {
    const values = cells.map(unescapedCell);
    if (titles === undefined) {
      titles = values.map((title) => title.trim().toLowerCase());
      if (!titles.includes('old') || !titles.includes('new'))
        invalid(`line ${line}`, 'must have the titles old and new');
      continue;
    }
    const [old, name] = [values[titles.indexOf('old')] ?? '', values[titles.indexOf('new')] ?? ''];
    if (old === '' || name === '') invalid(`line ${line}`, 'must have both names');
    if ((names.get(old) ?? name) !== name)
      invalid(`line ${line}`, 'renames a group that an earlier line renames differently');
    names.set(old, name);
  }
  return titles === undefined ? invalid('line 1', 'must have the titles old and new') : Object.fromEntries(names);
}
