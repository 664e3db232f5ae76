import { describe, expect, it } from 'vitest';
import { readRecords } from '../../../src/address-book/formats/files.js';
import type { AddressBookRecord, Reject } from '../../../src/address-book/formats/records/records.js';
import { read, write } from './given.js';

const BOOK: readonly AddressBookRecord[] = [
  { kind: 'group', id: 17, name: 'Klienci', info: 'stali; "ważni", wszyscy' },
  { kind: 'number', groupId: 17, group: 'Klienci', number: '48500100200', name: 'Zażółć Gęślą' },
  { kind: 'number', groupId: 17, group: 'Klienci', number: '+48 500 100 201', name: 'Jan "Kowal" Kowalski' },
  { kind: 'group', id: 18, name: 'Puste', info: '' },
  { kind: 'group', name: 'Inni', info: 'dwa\r\nwiersze' },
  { kind: 'number', group: 'Inni', number: '0048500100202', name: '=1+1' },
];

const WRITTEN = [
  'group_id,group,info,number,name',
  '17,Klienci,"stali; ""ważni"", wszyscy",48500100200,Zażółć Gęślą',
  `17,Klienci,"stali; ""ważni"", wszyscy",'+48 500 100 201,"Jan ""Kowal"" Kowalski"`,
  '18,Puste,,,',
  `,Inni,"dwa\r\nwiersze",'0048500100202,'=1+1`,
  '',
].join('\r\n');

describe('a CSV file that is written', () => {
  it('has a row for each number with its group, and one for a group without numbers', async () => {
    expect(await write(BOOK, 'csv')).toBe(WRITTEN);
  });
});

describe('a CSV file that is read', () => {
  it.each([[','], [';'], ['\t']])('has its delimiter found: %j', async (delimiter) => {
    const file = `number${delimiter}group${delimiter}name\n48500100200${delimiter}"A,B;C\tD"${delimiter}Jan\n`;
    expect((await read(file, 'csv')).records).toEqual([
      { kind: 'group', name: 'A,B;C\tD', info: '' },
      { kind: 'number', group: 'A,B;C\tD', number: '48500100200', name: 'Jan' },
    ]);
  });

  it('may have groups alone, and a group without a name that has an id', async () => {
    expect((await read('group\nA\nB\n', 'csv')).records).toEqual([
      { kind: 'group', name: 'A', info: '' },
      { kind: 'group', name: 'B', info: '' },
    ]);
    expect((await read('group_id,group,number\n7,,48500100200\n', 'csv')).records).toEqual([
      { kind: 'group', id: 7, name: '', info: '' },
      { kind: 'number', groupId: 7, group: '', number: '48500100200', name: '' },
    ]);
  });

  it('has the delimiter of the option, with any titles', async () => {
    const file = 'number;"a,b,c,d"\n48500100200;x\n';
    expect((await read(file, 'csv', { delimiter: ';', group: 'G' })).records).toHaveLength(2);
    await expect(read(file, 'csv', { delimiter: ',', group: 'G' })).rejects.toThrow(
      'line 1: has a quote in the middle of a cell',
    );
  });

  it.each([
    ['a,b\n1,2\n', 'line 1: has no column of telephone numbers. Name it with the option columns'],
    ['\n\n"number,group\n', 'line 3: has a quote that is not closed'],
  ])('is refused as a whole without titles that can be read: %j', async (file, message) => {
    await expect(read(file, 'csv')).rejects.toMatchObject({ code: 'VALIDATION', message });
  });

  it('may end without a line break, and have empty lines and lines that end like those of Unix', async () => {
    const file = '\r\ngroup,number\n\nA,48500100200\n   \r\nA,48500100201';
    expect((await read(file, 'csv')).records).toEqual([
      { kind: 'group', name: 'A', info: '' },
      { kind: 'number', group: 'A', number: '48500100200', name: '' },
      { kind: 'number', group: 'A', number: '48500100201', name: '' },
    ]);
  });
});

describe('a row of a CSV file that cannot be read', () => {
  const HEAD = 'group_id,group,info,number,name\n';
  const GOOD = ',A,,48500100200,Jan\n';
  const READ = [
    { kind: 'group', name: 'A', info: '' },
    { kind: 'number', group: 'A', number: '48500100200', name: 'Jan' },
  ];

  it.each([
    [',A,,48500100200', 'has 4 cells, but the title row has 5'],
    [',,,,', 'has neither a number nor a group'],
    [',,,48500100200,Jan', 'has no group. Set the option group'],
    [',A,,12,Jan', 'has a number that is not a telephone number'],
    ['x,A,,48500100200,Jan', 'group_id must be a whole number'],
    [',A,,48500100200,J"a"n', 'has a quote in the middle of a cell'],
    [',A,,48500100200,"Jan', 'has a quote that is not closed'],
  ])('%j is rejected with its line and the reason, and reading continues', async (row, reason) => {
    expect(await read(`${HEAD}${row}\n${GOOD}`, 'csv')).toEqual({
      records: READ,
      rejects: [{ line: 2, reason, text: row }],
    });
    expect(await read(`${HEAD}${GOOD}${row}`, 'csv')).toEqual({
      records: READ,
      rejects: [{ line: 3, reason, text: row }],
    });
  });

  it('loses a quote that is never closed no row but its own, though later ones have quotes', async () => {
    const file = `${HEAD}${GOOD},A,,48500100201,"Jan\n,A,,48500100202,"Nowak, Ewa"\n,A,,48500100203,Ola\n`;
    expect(await read(file, 'csv')).toEqual({
      records: [
        ...READ,
        { kind: 'number', group: 'A', number: '48500100202', name: 'Nowak, Ewa' },
        { kind: 'number', group: 'A', number: '48500100203', name: 'Ola' },
      ],
      rejects: [{ line: 3, reason: 'has a quote that is not closed', text: ',A,,48500100201,"Jan' }],
    });
  });

  it('is thrown without onReject, and shows no content', async () => {
    await expect(read(`${HEAD}${GOOD},A,,4850010,Jan\n`, 'csv', { onReject: undefined })).rejects.toMatchObject({
      code: 'VALIDATION',
      path: 'line 3',
      message: 'line 3: has a number that is not a telephone number',
    });
  });

  it('may be longer than the kept part of a row', async () => {
    const long = `,A,,48500100201,${'x'.repeat(4 * 1024 * 1024)}`;
    const { records, rejects } = await read(`${HEAD}${long}\n${GOOD}`, 'csv');
    expect(records).toEqual(READ);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([[2, 'is longer than 4194304 characters']]);
  });

  it.each([
    ['1,000 lines', ',A,,48500100200,Jan\n', 1002],
    ['4 MiB', `,A,,48500100200,${'x'.repeat(1024 * 1024)}\n`, 6],
  ])('with a quote that is not closed is known as such after %s', async (_, row, expected) => {
    let chunks = 0;
    async function* file(): AsyncGenerator<string> {
      for (const chunk of [HEAD, ',A,,48500100201,"Jan\n', ...Array.from({ length: 2000 }, () => row)]) {
        chunks += 1;
        yield chunk;
      }
    }
    const rejects: Reject[] = [];
    const records = readRecords(file(), 'csv', { onReject: (reject) => void rejects.push(reject) });
    expect(await records[Symbol.asyncIterator]().next()).toEqual({ done: false, value: READ[0] });
    expect(rejects).toEqual([{ line: 2, reason: 'has a quote that is not closed', text: ',A,,48500100201,"Jan' }]);
    expect(chunks).toBe(expected);
  });
});
