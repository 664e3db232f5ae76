import { readOptions } from '../../options/table.js';
import { readCsv } from './csv/csv-read.js';
import { writeCsv } from './csv/csv-write.js';
import { readJsonLines, writeJsonLines } from './json-lines.js';
import {
  checkFormat,
  checkWriteFormat,
  READ_OPTIONS,
  type ReadRecordsOptions,
  WRITE_OPTIONS,
  type WriteRecordsOptions,
} from './records/format-options.js';
import { lines, refusing } from './records/lines.js';
import { type AddressBookRecord, groupRecord, type ReadFormat, type WriteFormat } from './records/records.js';
import { readVcard } from './vcard/vcard-read.js';

/**
 * Writes an address book, piece by piece: JSON Lines with one record per line, or CSV (RFC 4180) with the columns
 * `group_id`, `group`, `info`, `number` and `name`. In CSV, cells that a spreadsheet would run as a formula or change
 * (`007`, `Jan 2`) begin with an apostrophe, also those that begin in the middle if the file is split by another
 * delimiter. `readRecords` removes it.
 *
 * @param records - each group before its numbers
 * @throws ValidationError immediately for an unknown format or option
 *
 * @example
 * ```ts
 * import { createReadStream } from 'node:fs';
 * import { writeFile } from 'node:fs/promises';
 * import { readRecords } from 'sms-service-client/address-book';
 *
 * const records = readRecords(createReadStream('contacts.vcf'), 'vcard', { group: 'Customers' });
 * await writeFile('contacts.jsonl', writeRecords(records, 'jsonl'));
 * ```
 */
export function writeRecords(
  records: AsyncIterable<AddressBookRecord>,
  format: WriteFormat,
  options: WriteRecordsOptions = {},
): AsyncIterable<string> {
  checkWriteFormat(format, 'format');
  const { bom, delimiter } = readOptions(options, WRITE_OPTIONS);
  const pieces = format === 'csv' ? writeCsv(records, delimiter) : writeJsonLines(records);
  return bom ? withMark(pieces) : pieces;
}

async function* withMark(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff';
  yield* pieces;
}

/**
 * Reads an address book, record by record: files of `writeRecords`, CSV of other programs with titles in the first row,
 * and vCard 2.1, 3.0 and 4.0, in UTF-8, in UTF-16 with a byte order mark, or in the option `encoding`. Each group comes
 * once, before its numbers. Only the names and ids of the groups and one row of at most 4,194,304 characters are kept
 * in memory.
 *
 * Rejected are rows that are no record, and telephone numbers that `sendSms` would refuse.
 *
 * @throws ValidationError immediately for an unknown format or option. While reading, for bytes that are invalid in the
 *   encoding, a CSV file without a column of numbers and, without `onReject`, a rejected row; `path` names the line
 *
 * @example
 * ```ts
 * import { createReadStream } from 'node:fs';
 *
 * for await (const record of readRecords(createReadStream('contacts.csv'), 'csv', { delimiter: ';' })) {
 *   if (record.kind === 'number') console.log(record.group, record.name);
 * }
 * ```
 */
export function readRecords(
  chunks: AsyncIterable<Uint8Array | string>,
  format: ReadFormat,
  options: ReadRecordsOptions = {},
): AsyncIterable<AddressBookRecord> {
  checkFormat(format, 'format');
  const { onReject, ...reading } = readOptions(options, READ_OPTIONS);
  const refuse = refusing(onReject);
  const file = lines(chunks, reading.encoding);
  const read = {
    jsonl: () => readJsonLines(file, refuse, reading.group),
    csv: () => readCsv(file, refuse, reading),
    vcard: () => readVcard(file, refuse, reading),
  };
  return groupsFirst(read[format]());
}

async function* groupsFirst(records: AsyncIterable<AddressBookRecord>): AsyncGenerator<AddressBookRecord> {
  const seen = new Set<string | number>();
  for await (const record of records) {
    const isGroup = record.kind === 'group';
    const group = isGroup ? record : groupRecord({ id: record.groupId, name: record.group });
    if (!seen.has(group.id ?? group.name)) {
      seen.add(group.name);
      if (group.id !== undefined) seen.add(group.id);
      yield group;
    }
    if (!isGroup) yield record;
  }
}
