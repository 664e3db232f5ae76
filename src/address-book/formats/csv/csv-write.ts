import { type AddressBookRecord, COLUMNS, type CsvDelimiter, type GroupRecord } from '../records/records.js';
import { escapedCell } from './spreadsheet-cells.js';

const NEEDS_QUOTES = /[",;\t\r\n]/;

export async function* writeCsv(
  records: AsyncIterable<AddressBookRecord>,
  delimiter: CsvDelimiter,
): AsyncGenerator<string> {
  const row = (...cells: readonly (string | number)[]): string => csvRow(cells, delimiter);
  const groupRow = ({ id, name, info }: GroupRecord): string => row(id ?? '', name, info, '', '');
  yield row(...COLUMNS);
  let group: GroupRecord | undefined;
  let isWritten = true;
  for await (const record of records) {
    if (record.kind === 'group') {
      if (group !== undefined && !isWritten) yield groupRow(group);
      [group, isWritten] = [record, false];
      continue;
    }
    const isOfGroup = group !== undefined && record.groupId === group.id && record.group === group.name;
    if (group !== undefined && !isWritten && !isOfGroup) yield groupRow(group);
    isWritten = true;
    const info = isOfGroup ? group?.info : '';
    yield row(record.groupId ?? '', record.group, info ?? '', record.number, record.name);
  }
  if (group !== undefined && !isWritten) yield groupRow(group);
}

export function csvRow(cells: readonly (string | number)[], delimiter: CsvDelimiter = ','): string {
  return `${cells.map((cell) => quoted(typeof cell === 'number' ? String(cell) : escapedCell(cell))).join(delimiter)}\r\n`;
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
