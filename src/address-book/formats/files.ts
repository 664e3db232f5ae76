import { invalid } from '../../options/check.js';
import { readOptions } from '../../options/table.js';
import { carriedByUnicode, type Encoder, encoderOf } from './encoding/encoder.js';
import {
  checkFormat,
  READ_OPTIONS,
  type ReadRecordsOptions,
  WRITE_OPTIONS,
  type WriteRecordsOptions,
} from './format-options.js';
import { readJsonLines, writeJsonLines } from './json-lines.js';
import { type Carrier, carried, tellingOf } from './records/carried.js';
import { GroupsFirst } from './records/contact.js';
import { type Line, lines, refusing } from './records/lines.js';
import type { AddressBookRecord, ReadFormat, WriteFormat } from './records/records.js';

/**
 * Writes an address book, piece by piece: JSON Lines, one record a line, vCard 3.0, a card for each number with its
 * group as a category, or CSV as RFC 4180 has it, with the columns `group_id`, `group`, `info`, `number` and `name`.
 * Cells that a spreadsheet would run as a formula or change (`007`, `Jan 2`) begin with an apostrophe, and so does what
 * would be such a cell where a file is split by another delimiter; `readRecords` takes it away again.
 *
 * @param records - each group before its numbers
 * @throws ValidationError at once for a format or an option that is not known. While writing, without `onNotWritten`,
 *   for what the file cannot carry; `path` names the record by its count
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
  options?: WriteRecordsOptions & { readonly encoding?: undefined },
): AsyncIterable<string>;
/**
 * The same in an encoding: the pieces are bytes.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises';
 * import { type NotWritten, readRecords } from 'sms-service-client/address-book';
 *
 * const records = readRecords(process.stdin, 'jsonl');
 * const onNotWritten = ({ group, number }: NotWritten): void => console.warn(group, number);
 * await writeFile('outlook.csv', writeRecords(records, 'csv', { encoding: 'windows-1250', onNotWritten }));
 * ```
 */
export function writeRecords(
  records: AsyncIterable<AddressBookRecord>,
  format: WriteFormat,
  options: WriteRecordsOptions,
): AsyncIterable<string | Uint8Array>;
export function writeRecords(
  records: AsyncIterable<AddressBookRecord>,
  format: WriteFormat,
  options: WriteRecordsOptions = {},
): AsyncIterable<string | Uint8Array> {
  checkFormat(format, 'format');
  const { encoding, onNotWritten, bom, delimiter } = readOptions(options, WRITE_OPTIONS);
  const encoder = encoding === undefined ? undefined : encoderOf(encoding);
  const hasMark = bom ?? encoder?.isUtf16 ?? false;
  if (hasMark && encoding !== undefined && !encoding.startsWith('utf-'))
    invalid('bom', `is of Unicode, not ${encoding}`);
  const carry = encoder?.carry ?? carriedByUnicode;
  const written = (carrier: Carrier): AsyncIterable<AddressBookRecord> =>
    carried(records, carrier, tellingOf(onNotWritten));
  const write = {
    jsonl: () => writeJsonLines(records, encoder?.carry),
    csv: async () => (await import('./csv/csv-write.js')).writeCsv(written({ carry, hasGroups: true }), { delimiter }),
    vcard: async () => {
      const { carriedByCards, writeVcard } = await import('./vcard/vcard-write.js');
      return writeVcard(written({ carry: (text) => carry(carriedByCards(text)), hasGroups: false }));
    },
  };
  const isMarked = hasMark && (format === 'csv' || encoder?.isUtf16 === true);
  return encoded(loaded(write[format]), encoder, isMarked);
}

async function* encoded(
  pieces: AsyncIterable<string>,
  encoder: Encoder | undefined,
  isMarked: boolean,
): AsyncGenerator<string | Uint8Array> {
  let mark = isMarked ? '\ufeff' : '';
  for await (const piece of pieces) {
    yield encoder === undefined ? mark + piece : encoder.encode(mark + piece);
    mark = '';
  }
}

/**
 * Reads an address book, record by record: what `writeRecords` has written, CSV files of others with titles in their
 * first row, and vCard 2.1, 3.0 and 4.0. UTF-8, with or without a byte order mark, UTF-16 with one, and what the option
 * `encoding` names. Each group comes once, before its numbers. Kept are the names and ids of the groups, and one row
 * of at most 4,194,304 characters.
 *
 * Not read are rows that are no record, and telephone numbers that `sendSms` would refuse.
 *
 * @throws ValidationError at once for a format or an option that is not known. While reading: for a file that is not
 * in its encoding (it says which one may be), a CSV file without a column of numbers, and, without `onReject`, a row
 * that is not read; `path` names the line
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
  const { encoding } = reading;
  const cut = (): AsyncGenerator<Line> => lines(chunks, encoding);
  const read = {
    jsonl: () => readJsonLines(cut(), refuse, reading.group),
    csv: async () => (await import('./csv/csv-read.js')).readCsv(cut(), refuse, reading),
    vcard: async () => (await import('./vcard/vcard-read.js')).readVcard(cut(), refuse, reading),
  };
  return groupsFirst(loaded(read[format]));
}

/** Loads the module that reads or writes the format first: it is a third party's, and not needed without files. */
async function* loaded<T>(load: () => AsyncIterable<T> | Promise<AsyncIterable<T>>): AsyncGenerator<T> {
  yield* await load();
}

async function* groupsFirst(records: AsyncIterable<AddressBookRecord>): AsyncGenerator<AddressBookRecord> {
  const groups = new GroupsFirst();
  for await (const record of records) yield* groups.put(record);
}
