import { Problem } from '../../../errors/problem.js';
import { invalid } from '../../../options/check.js';
import { type FileGroup, groupRecord, recordsOf } from '../records/contact.js';
import type { ReadingOptions } from '../records/format-options.js';
import { type Line, type Refuse, readRow } from '../records/lines.js';
import type { AddressBookRecord, Column } from '../records/records.js';
import { type Layout, layoutOf } from './csv-columns.js';
import { csvRows } from './csv-rows.js';
import { unescapedCell } from './spreadsheet-cells.js';

/** Reads a file whose first row contains the titles of its columns. */
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
    throw new Problem(`has ${cells.length} cells where the titles have ${contents.length}`);
  }
  /** Returns the values of all columns with a content. Empty cells have none. */
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

/** Returns the values of a cell without the groups that Google creates: `* myContacts`. */
function parts(cell: string, separator: string): readonly string[] {
  const values = cell.includes(separator) ? cell.split(separator).map((part) => part.trim()) : [cell];
  return values.filter((value) => value !== '' && !value.startsWith('* '));
}

function groupsOf(id: string | undefined, names: readonly string[], info: string | undefined): readonly FileGroup[] {
  if (id === undefined) return names.map((name) => ({ name, info }));
  if (!/^\d{1,15}$/.test(id)) throw new Problem('has a group_id that is no whole number');
  return [{ id: Number(id), name: names[0] ?? '', info }];
}
