import { Problem } from '../../../errors/problem.js';
import { invalid } from '../../../options/check.js';
import { type ContactEntry, type GivenGroup, groupRecord, recordsOf } from '../records/contact.js';
import { type Line, type Refuse, readRow } from '../records/lines.js';
import type { AddressBookRecord, CsvDelimiter } from '../records/records.js';
import { type Column, type Layout, layoutOf } from './csv-layout.js';
import { type CsvRow, csvRows } from './csv-rows.js';
import { unescapedCell } from './spreadsheet-cells.js';

/** Options for reading a file. */
export interface CsvReading {
  readonly delimiter: CsvDelimiter | undefined;
  readonly columns: Readonly<Record<string, Column>> | undefined;
  /** For rows that name no group. */
  readonly group: string | undefined;
}

/** Reads a file whose first row has the titles of its columns. */
export async function* readCsv(
  lines: AsyncIterable<Line>,
  refuse: Refuse,
  { delimiter, columns, group }: CsvReading,
): AsyncGenerator<AddressBookRecord> {
  let layout: Layout | undefined;
  const refuseRow: Refuse = (row, reason) => {
    if (layout === undefined) invalid(`line ${row.line}`, reason);
    refuse(row, reason);
  };
  for await (const row of csvRows(lines, refuseRow, delimiter)) {
    if (layout === undefined) {
      layout = layoutOf(row.cells, columns, row.line);
      continue;
    }
    const { meanings } = layout;
    if (row.cells.length !== meanings.length) {
      refuse(row, `has ${row.cells.length} cells where the titles have ${meanings.length}`);
      continue;
    }
    const values = valuesOf(row, layout);
    yield* readRow(row, refuse, () => readValues(values, group, (reason) => refuse(row, reason)));
  }
}

type Values = Readonly<Record<Column | 'namePart', readonly string[]>>;

/** Returns the values of a row, by meaning; empty cells have none. */
function valuesOf({ cells }: CsvRow, { meanings, isOwn }: Layout): Values {
  const values = {
    group_id: [] as string[],
    group: [] as string[],
    info: [] as string[],
    number: [] as string[],
    name: [] as string[],
    namePart: [] as string[],
  };
  cells.forEach((cell, index) => {
    const meaning = meanings[index];
    if (meaning === undefined || cell === '') return;
    // No number begins with an apostrophe: one is there to keep a spreadsheet from counting.
    const text = isOwn || meaning.column === 'number' ? unescapedCell(cell) : cell;
    values[meaning.column].push(...(meaning.separator === undefined ? [text] : parts(text, meaning.separator)));
  });
  return values;
}

/** Several values in one cell; Google's own groups (`* myContacts`) are none of the user's. */
function parts(cell: string, separator: string): readonly string[] {
  if (!cell.includes(separator)) return cell.startsWith('* ') ? [] : [cell];
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('* '));
}

function readValues(
  values: Values,
  defaultGroup: string | undefined,
  refuse: (reason: string) => void,
): readonly AddressBookRecord[] {
  const groups = groupsOf(values);
  const name = (values.name.length > 0 ? values.name : values.namePart).join(' ');
  const contact: ContactEntry = { groups, numbers: values.number, name };
  const isGroup = values.number.length === 0 && name === '';
  if (!isGroup) return recordsOf(contact, defaultGroup, refuse);
  return groups.length === 0 ? [groupRecord({ name: '' })] : groups.map(groupRecord);
}

function groupsOf(values: Values): readonly GivenGroup[] {
  const [id] = values.group_id.map(idOf);
  const [info] = values.info;
  if (id !== undefined) return [{ id, name: values.group[0] ?? '', info }];
  return values.group.map((name) => ({ name, info }));
}

function idOf(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (id === undefined) throw new Problem('has a group_id that is no whole number');
  return id;
}
