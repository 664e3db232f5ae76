import { expect, it } from 'vitest';
import { readRecords, writeRecords } from '../../../src/address-book/formats/files.js';
import type {
  ReadRecordsOptions,
  WriteRecordsOptions,
} from '../../../src/address-book/formats/records/format-options.js';
import type { ReadFormat, WriteFormat } from '../../../src/address-book/formats/records/records.js';
import { inTurn } from './given.js';

it.each([
  ['xml', {}, "format: must be one of 'jsonl', 'csv', 'vcard'"],
  ['csv', { seperator: ',' }, 'seperator: is unknown. Known names: columns, delimiter, encoding, group, onReject'],
  ['csv', { delimiter: '|' }, "delimiter: must be one of ',', ';', '\t'"],
  ['csv', { columns: { Tel: 'phone' } }, "columns.Tel: must be one of 'group_id', 'group', 'info', 'number', 'name'"],
  ['vcard', { group: 7 }, 'group: must be a string'],
])('a file is not read as %s with %j', (format, options, message) => {
  expect(() => readRecords(inTurn([]), format as ReadFormat, options as ReadRecordsOptions)).toThrow(message);
});

it.each([
  ['vcard', {}, "format: must be 'jsonl' or 'csv'"],
  ['csv', { bomb: true }, 'bomb: is unknown. Known names: bom, delimiter'],
  ['csv', { delimiter: '\t' }, "delimiter: must be ',' or ';'"],
])('a file is not written as %s with %j', (format, options, message) => {
  expect(() => writeRecords(inTurn([]), format as WriteFormat, options as WriteRecordsOptions)).toThrow(message);
});
