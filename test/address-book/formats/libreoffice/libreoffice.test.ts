import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type AddressBookRecord, readRecords } from '../../../../src/address-book/index.js';
import { collect } from '../../../support/collect.js';

/**
 * The export below, as `writeRecords` writes it in UTF-8 with a byte order mark, opened in LibreOffice Calc 7.4.7.2
 * (Debian 12) as its dialog has it, with "Detect special numbers", and saved as CSV: in UTF-8 by commas, and in
 * Windows-1250 by semicolons. Opened in Windows-1250, or saved as ODS in between, it wrote the same bytes.
 */
const GROUP = { group: 'Łódź', groupId: 1 };
const entry = (number: string, name: string): AddressBookRecord => ({ kind: 'number', ...GROUP, number, name });
const BOOK: readonly AddressBookRecord[] = [
  { kind: 'group', id: 1, name: 'Łódź', info: 'zażółć gęślą jaźń' },
  entry('+48500100201', 'Żółć Ćma'),
  entry('0048500100202', '007'),
  entry('500100203', '=1+1'),
  entry('48500100204', '-2+3'),
  entry('(48) 500-100-205', '@SUM(A1)'),
  entry('48500100206', "'Apostrof"),
  entry('48500100207', 'Jan 2'),
  entry('48500100208', 'a, "b"; c'),
  entry('48500100209', '1e5'),
  entry('48500100210', 'TRUE'),
  entry('48500100211', ' leading'),
  entry('48500100212', '2026-03-01'),
  { kind: 'group', id: 2, name: '2024', info: '' },
  { kind: 'number', group: '2024', groupId: 2, number: '00447700900123', name: 'a\nb' },
  { kind: 'group', id: 3, name: 'Pusta', info: '01' },
];

describe('a file that LibreOffice has opened and saved again', () => {
  it.each(['utf-8', 'windows-1250'])('has all as it was, in %s', async (encoding) => {
    const saved = readFileSync(new URL(`${encoding}.csv`, import.meta.url));
    expect(await collect(readRecords(Readable.from([saved]), 'csv', { encoding }))).toEqual(BOOK);
  });
});
