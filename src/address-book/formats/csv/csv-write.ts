import { stringify } from 'csv-stringify/sync';
import type { AddressBookRecord, CsvDelimiter, GroupRecord, NumberRecord } from '../records/records.js';
import { COLUMNS } from './csv-layout.js';
import { escapedCell } from './spreadsheet-cells.js';

/** Options for writing a file. */
export interface CsvWriting {
  readonly delimiter: CsvDelimiter;
}

/** Whatever stands between the cells: a spreadsheet may take another one for that. */
const DELIMITERS = /[,;\t]/;

/** Rows that are made into text together. */
const BATCH = 256;

type Cells = readonly string[];

/** Writes a row for each number, with its group, and one without a number for a group that has none. */
export async function* writeCsv(
  records: AsyncIterable<AddressBookRecord>,
  { delimiter }: CsvWriting,
): AsyncGenerator<string> {
  const text = (rows: readonly Cells[]): string =>
    stringify(rows as Cells[], {
      delimiter,
      record_delimiter: '\r\n',
      quote_record_delimiter: true,
      quoted_match: DELIMITERS,
    });
  yield text([COLUMNS]);
  let batch: Cells[] = [];
  for await (const row of rowsOf(records)) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield text(batch);
    batch = [];
  }
  if (batch.length > 0) yield text(batch);
}

async function* rowsOf(records: AsyncIterable<AddressBookRecord>): AsyncGenerator<Cells> {
  /** The last group; and the same while no row shows it. */
  let group: GroupRecord | undefined;
  let waiting: GroupRecord | undefined;
  for await (const record of records) {
    const isItsNumber = record.kind === 'number' && record.groupId === group?.id && record.group === group?.name;
    if (waiting !== undefined && !isItsNumber) yield cells(waiting, waiting.info);
    waiting = undefined;
    if (record.kind === 'number') {
      yield cells({ id: record.groupId, name: record.group }, isItsNumber ? group?.info : '', record);
    } else {
      group = record;
      waiting = record;
    }
  }
  if (waiting !== undefined) yield cells(waiting, waiting.info);
}

function cells(
  { id, name }: Pick<GroupRecord, 'name'> & { readonly id?: number | undefined },
  info = '',
  number?: NumberRecord,
): Cells {
  return [id === undefined ? '' : String(id), name, info, number?.number ?? '', number?.name ?? ''].map(escapedCell);
}
