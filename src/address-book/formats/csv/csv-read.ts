import { Problem } from '../../../errors/problem.js';
import { invalid } from '../../../options/check.js';
import type { ReadingOptions } from '../records/format-options.js';
import { type Line, type Refuse, readRow } from '../records/lines.js';
import {
  type AddressBookRecord,
  COLUMNS,
  type Column,
  type FileGroup,
  groupRecord,
  recordsOf,
} from '../records/records.js';
import { csvRows } from './csv-rows.js';
import { unescapedCell } from './spreadsheet-cells.js';

interface ColumnContent {
  readonly column: Column | 'namePart';
  readonly separator?: string;
}

interface Layout {
  /** The content of each column, in the order of the file; `undefined` for ignored columns. */
  readonly contents: readonly (ColumnContent | undefined)[];
  /** True for a file of this library: all of its cells are escaped. */
  readonly isOwn: boolean;
}

const GOOGLE_SEPARATOR = ' ::: ';
const NUMBER: ColumnContent = { column: 'number', separator: GOOGLE_SEPARATOR };

/** Columns of Google Contacts and Outlook, in English and Polish. Fax numbers and pagers cannot receive messages. */
const KNOWN_TITLES: readonly (readonly [RegExp, ColumnContent])[] = [
  [/^phone \d+ - value$/, NUMBER],
  [/^(?:primary|mobile|business|home|car|other|radio|company main) phone(?: \d+)?$/, NUMBER],
  [/^(?:phone|phone number|mobile|telephone)$/, NUMBER],
  [/^telefon(?: (?:podstawowy|komórkowy|służbowy|domowy|w samochodzie))?(?: \d+)?$/, NUMBER],
  [/^(?:inny telefon|radiotelefon|główny telefon do firmy)$/, NUMBER],
  [/^(?:labels|group membership)$/, { column: 'group', separator: GOOGLE_SEPARATOR }],
  [/^(?:categories|kategorie)$/, { column: 'group', separator: ';' }],
  [/^(?:full|display) name$/, { column: 'name' }],
  [/^(?:first|given|middle|additional|last|family) name$/, { column: 'namePart' }],
  [/^(?:imię|drugie imię|nazwisko)$/, { column: 'namePart' }],
];

/**
 * Determines the content of each column.
 *
 * @param columns - the contents by title, for files of other programs
 * @param line - the line of the titles
 * @throws ValidationError if a title of `columns` is missing, or no column has numbers or groups
 */
function layoutOf(
  titles: readonly string[],
  columns: Readonly<Record<string, Column>> | undefined,
  line: number,
): Layout {
  const missing = Object.keys(columns ?? {}).find((title) => !titles.includes(title));
  if (missing !== undefined) invalid(`columns.${missing}`, 'is not a column of the file');
  const byTitle = columns && new Map(Object.entries(columns));
  const contents = titles.map((title): ColumnContent | undefined => {
    if (byTitle === undefined) return contentOf(title.trim().toLowerCase());
    const column = byTitle.get(title);
    return column === 'number' ? NUMBER : column && { column };
  });
  if (!contents.some((content) => content?.column === 'number' || content?.column === 'group')) {
    invalid(`line ${line}`, 'has no column of telephone numbers. Name it with the option columns');
  }
  return { contents, isOwn: columns === undefined && titles.includes('group') && titles.includes('number') };
}

function contentOf(title: string): ColumnContent | undefined {
  const own = COLUMNS.find((column) => column === title);
  return own === undefined ? KNOWN_TITLES.find(([pattern]) => pattern.test(title))?.[1] : { column: own };
}

export async function* readCsv(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  { delimiter, columns, group }: ReadingOptions,
): AsyncGenerator<AddressBookRecord> {
  let layout: Layout | undefined;
  const refuseRow: Refuse = (row, reason) => {
    if (layout === undefined) invalid(`line ${row.line}`, reason);
    refuse(row, reason);
  };
  for await (const row of csvRows(lines, refuseRow, delimiter)) {
    const { cells, line } = row;
    if (layout === undefined) {
      layout = layoutOf(cells, columns, line);
      continue;
    }
    const current = layout;
    yield* readRow(row, refuse, () => readCells(cells, current, group, (reason) => refuse(row, reason)));
  }
}

function readCells(
  cells: readonly string[],
  { contents, isOwn }: Layout,
  defaultGroup: string | undefined,
  refuse: (reason: string) => void,
): readonly AddressBookRecord[] {
  if (cells.length !== contents.length) {
    throw new Problem(`has ${cells.length} cells, but the title row has ${contents.length}`);
  }
  const valuesOf = (column: Column | 'namePart'): readonly string[] =>
    cells.flatMap((cell, index) => {
      const content = contents[index];
      if (content?.column !== column || cell === '') return [];
      // No number begins with an apostrophe, except in files for spreadsheets.
      const text = isOwn || column === 'number' ? unescapedCell(cell) : cell;
      return content.separator === undefined ? [text] : parts(text, content.separator);
    });
  const [names, numbers] = [valuesOf('name'), valuesOf('number')];
  const groups = groupsOf(valuesOf('group_id')[0], valuesOf('group'), valuesOf('info')[0]);
  const name = (names.length > 0 ? names : valuesOf('namePart')).join(' ');
  if (numbers.length > 0 || name !== '') return recordsOf({ groups, numbers, name }, defaultGroup, refuse);
  return groups.length === 0 ? [groupRecord({ name: '' })] : groups.map(groupRecord);
}

function parts(cell: string, separator: string): readonly string[] {
  const values = cell.includes(separator) ? cell.split(separator).map((part) => part.trim()) : [cell];
  return values.filter((value) => value !== '' && !value.startsWith('* '));
}

function groupsOf(id: string | undefined, names: readonly string[], info: string | undefined): readonly FileGroup[] {
  if (id === undefined) return names.map((name) => ({ name, info }));
  if (!/^\d{1,15}$/.test(id)) throw new Problem('group_id must be a whole number');
  return [{ id: Number(id), name: names[0] ?? '', info }];
}
