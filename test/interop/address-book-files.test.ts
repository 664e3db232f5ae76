import { describe, expect, it } from 'vitest';
import type { AddressBookRecord } from '../../src/address-book/formats/records/records.js';
import { read, write } from '../address-book/formats/given.js';
import { gnumericAgain, gnumericIn, pythonAgain, pythonCells, vobjectCards } from './peers/spreadsheets.js';

/** Values that programs often change: zeros, signs, quotes, line breaks, letters, formulas, dates, apostrophes. */
const NAMES = [
  'Zażółć gęślą jaźń',
  'Jan "Kowal" Kowalski',
  '"',
  'a, b; c\td',
  'two\nlines',
  'two\r\nlines',
  ' spaces ',
  '007',
  '0',
  '1.50',
  '1e5',
  '123456789012345678',
  '10%',
  '1/2',
  '2026-01-01',
  '12:30',
  'Jan 2',
  '12 Jan',
  '5 May 2020 10:00 AM',
  '1 2/3',
  '  5 ',
  '٣',
  '５００',
  '5 zł',
  '(5)',
  'TRUE',
  'false',
  '=1+1',
  '=HYPERLINK("http://x","y")',
  '+48',
  '-5',
  '@SUM(A1)',
  '\tx',
  "'x",
  "'=1+1",
  "''007",
  "O'Hara",
  '#N/A',
  '😀 👩‍👩‍👧',
];
const NUMBERS = ['48500100200', '+48500100200', '0048500100200', '500 100 200', '(48) 500-100-200', '491234567890123'];

const BOOK: readonly AddressBookRecord[] = [
  { kind: 'group', id: 17, name: '0017', info: '=cmd|x' },
  ...NAMES.map((name, index) => ({
    kind: 'number' as const,
    groupId: 17,
    group: '0017',
    number: NUMBERS[index % NUMBERS.length] as string,
    name,
  })),
  { kind: 'group', id: 18, name: 'Puste "grupy"', info: 'dwa\nwiersze' },
  { kind: 'group', name: "'Inni", info: '' },
  { kind: 'number', group: "'Inni", number: '+48500100299', name: '' },
];
const UNCHANGED = { records: BOOK, rejects: [] };
const WRITINGS = [{}, { bom: true }, { delimiter: ';' }, { delimiter: ';', bom: true }] as const;

describe("Python's csv module", () => {
  it.each(WRITINGS)('reads the cells of a file with %j as they were written', async (options) => {
    const cells = await pythonCells(await write(BOOK.slice(0, 7), 'csv', options));
    const group = ['17', "'0017", "'=cmd|x"];
    expect(cells).toEqual([
      ['group_id', 'group', 'info', 'number', 'name'],
      [...group, '48500100200', 'Zażółć gęślą jaźń'],
      [...group, "'+48500100200", 'Jan "Kowal" Kowalski'],
      [...group, "'0048500100200", '"'],
      [...group, "'500 100 200", 'a, b; c\td'],
      [...group, "'(48) 500-100-200", 'two\nlines'],
      [...group, "'491234567890123", 'two\r\nlines'],
    ]);
  });

  const dialects = ['excel', 'excel-tab', 'unix'].flatMap((dialect) =>
    ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC'].map((quoting) => [dialect, quoting] as const),
  );
  it.each(dialects)('preserves a file that it reads and writes: %s, %s', async (dialect, quoting) => {
    for (const options of WRITINGS) {
      const file = await pythonAgain(await write(BOOK, 'csv', options), dialect, quoting);
      expect(await read([file], 'csv')).toEqual(UNCHANGED);
    }
  });
});

describe('gnumeric', () => {
  it.each(WRITINGS)('preserves a file with %j that it opens and saves', async (options) => {
    expect(await read([await gnumericAgain(await write(BOOK, 'csv', options))], 'csv')).toEqual(UNCHANGED);
  });

  it.each(['xlsx', 'ods', 'gnumeric'])('preserves a file that is saved as %s in between', async (format) => {
    // These formats are XML, which does not preserve carriage returns.
    const book = BOOK.filter(({ name }) => !name.includes('\r'));
    expect(await read([await gnumericAgain(await write(book, 'csv'), format)], 'csv')).toEqual({
      records: book,
      rejects: [],
    });
  });

  it('does not evaluate formulas of a file', async () => {
    const file = String(await gnumericAgain(await write(BOOK, 'csv')));
    expect(file).toContain(',=1+1\n');
  });
});

describe('gnumeric in another encoding', () => {
  it.each(['windows-1250', 'iso-8859-2'])('preserves a file that it saves in %s', async (encoding) => {
    const book = BOOK.filter(({ name }) => !/[^\0-\x7fąćęłńóśźżĄĆĘŁŃÓŚŹŻ]|\r/.test(name));
    expect(book.length).toBeGreaterThan(25);
    const saved = await gnumericIn(encoding, await write(book, 'csv'));
    expect(await read([saved], 'csv', { encoding })).toEqual({ records: book, rejects: [] });
    await expect(read([saved], 'csv')).rejects.toThrow(/is not UTF-8\. It may be .*(?:windows-1250|iso-8859-2)/);
  });
});

describe("Python's vobject", () => {
  it('reads quoted-printable of version 2.1 with the same result as this library', async () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C5=BB=C3=B3=C5=82w;=C5=81ucja;;;',
      'FN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:=C5=81ucja =',
      '=C5=BB=C3=B3=C5=82w',
      'TEL;CELL;VOICE:+48 500 100 200',
      'END:VCARD',
      '',
    ].join('\r\n');
    expect(await vobjectCards(card)).toEqual([{ name: 'Łucja Żółw', numbers: ['+48 500 100 200'], groups: [] }]);
    const { records } = await read(card, 'vcard', { group: 'A' });
    expect(records[1]).toEqual({ kind: 'number', group: 'A', number: '+48 500 100 200', name: 'Łucja Żółw' });
  });
});
