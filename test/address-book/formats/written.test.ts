import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRecords } from '../../../src/address-book/formats/files.js';
import type { WriteRecordsOptions } from '../../../src/address-book/formats/format-options.js';
import type { AddressBookRecord, NotWritten, WriteFormat } from '../../../src/address-book/formats/records/records.js';
import { collect, rejection } from '../../support/collect.js';
import { bytesOf, inTurn, read, write } from './given.js';

const BOOK: readonly AddressBookRecord[] = [
  { kind: 'group', id: 7, name: 'Łódź; a, b', info: '' },
  { kind: 'number', groupId: 7, group: 'Łódź; a, b', number: '+48 500 100 200', name: 'Żółw\n"Kowal"' },
  { kind: 'number', groupId: 7, group: 'Łódź; a, b', number: '500100201', name: '' },
];

async function told(
  records: readonly AddressBookRecord[],
  format: WriteFormat,
  options: WriteRecordsOptions = {},
): Promise<{ readonly bytes: Buffer; readonly told: readonly NotWritten[] }> {
  const lost: NotWritten[] = [];
  const bytes = await bytesOf(records, format, { ...options, onNotWritten: (what) => lost.push(what) });
  return { bytes, told: lost };
}

describe('vCard', () => {
  it('has a card of version 3.0 for each number, with its group as a category', async () => {
    expect(await write(BOOK, 'vcard')).toBe(
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'FN:Żółw\\n"Kowal"',
        'N:;Żółw\\n"Kowal";;;',
        'TEL:+48 500 100 200',
        'CATEGORIES:Łódź\\; a\\, b',
        'END:VCARD',
        'BEGIN:VCARD',
        'VERSION:3.0',
        'FN:',
        'N:;;;;',
        'TEL:500100201',
        'CATEGORIES:Łódź\\; a\\, b',
        'END:VCARD',
        '',
      ].join('\r\n'),
    );
  });

  it('has no line of more than 75 bytes, and cuts no character', async () => {
    const name = 'Ł😀'.repeat(60);
    const text = await write([{ kind: 'number', group: 'A', number: '500100200', name }], 'vcard');
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(text).not.toContain('\ufffd');
    expect((await read(text, 'vcard')).records[1]).toMatchObject({ name });
  });

  it('keeps groups that are called as lists of Google Contacts are', async () => {
    const records = ['myContacts', 'starred', '* x'].map(
      (group): AddressBookRecord => ({ kind: 'number', group, number: '500100200', name: '' }),
    );
    const again = await read(await write(records, 'vcard'), 'vcard');
    expect(again.records.filter(({ kind }) => kind === 'number')).toEqual(records);
  });

  it('names what it cannot have: infos, groups without a number or a name, or of one name, and controls', async () => {
    const records: readonly AddressBookRecord[] = [
      { kind: 'group', id: 1, name: 'A', info: 'of us' },
      { kind: 'group', id: 2, name: 'Empty', info: '' },
      { kind: 'group', id: 3, name: 'A', info: '' },
      { kind: 'group', id: 4, name: 'B\u0007', info: '' },
      { kind: 'group', id: 5, name: '', info: '' },
      { kind: 'number', groupId: 1, group: 'A', number: '500100200', name: 'a\rb\r\nc\0' },
      { kind: 'number', groupId: 4, group: 'B\u0007', number: '500100201', name: 'x' },
      { kind: 'number', groupId: 4, group: 'B\u0007', number: '5001\u000000202', name: 'y' },
      { kind: 'number', groupId: 5, group: '', number: '500100203', name: 'z' },
    ];
    const { bytes, told: lost } = await told(records, 'vcard');
    expect(lost).toEqual([
      { kind: 'info', group: 'A', info: 'of us' },
      { kind: 'group', group: 'A' },
      { kind: 'text', group: 'B\u0007' },
      { kind: 'text', group: 'A', number: '500100200', name: 'a\rb\r\nc\0' },
      { kind: 'number', group: 'B\u0007', number: '5001\u000000202', name: 'y' },
      { kind: 'group', group: 'Empty' },
      { kind: 'group', group: '' },
    ]);
    expect((await read([bytes], 'vcard', { group: 'None' })).records).toEqual([
      { kind: 'group', name: 'A', info: '' },
      { kind: 'number', group: 'A', number: '500100200', name: 'a\nb\nc' },
      { kind: 'group', name: 'B', info: '' },
      { kind: 'number', group: 'B', number: '500100201', name: 'x' },
      { kind: 'group', name: 'None', info: '' },
      { kind: 'number', group: 'None', number: '500100203', name: 'z' },
    ]);
  });

  const character = fc.oneof(
    fc.constantFrom('\\', ';', ',', ':', '"', '\n', '\t', ' ', '=', 'ł', '😀', '^n', 'END:VCARD\n', '\u2028', '\ufeff'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => !/\p{Cc}/u.test(one)),
  );
  const text = fc.array(character, { maxLength: 60 }).map((characters) => characters.join(''));
  const number = fc.stringMatching(/^\+?48 ?[1-9]\d{8}$/);
  const numbers = fc.array(fc.record({ number, group: text.filter((name) => name !== ''), name: text }), {
    maxLength: 6,
  });

  it('any numbers that are written are read as they were, each behind its group', async () => {
    await fc.assert(
      fc.asyncProperty(numbers, async (given) => {
        const records = given.map((each) => ({ kind: 'number' as const, ...each }));
        const { bytes, told: lost } = await told(records, 'vcard');
        const again = await read([bytes], 'vcard');
        expect({ ...again, lost }).toEqual({
          records: records.flatMap((record, index) =>
            records.findIndex(({ group }) => group === record.group) === index
              ? [{ kind: 'group', name: record.group, info: '' }, record]
              : [record],
          ),
          rejects: [],
          lost: [],
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('a file in another encoding', () => {
  it.each([
    ['windows-1250', 'csv', 'a3f364bc3b'],
    ['iso-8859-2', 'csv', 'a3f364bc3b'],
    ['utf-16le', 'csv', 'fffe670072006f00'],
    ['utf-16be', 'csv', 'feff00670072006f'],
    ['utf-8', 'csv', 'c581c3b364c5ba3b'],
  ] as const)('has the bytes of %s', async (encoding, format, hex) => {
    const bytes = await bytesOf(BOOK, format, { encoding });
    expect(bytes.toString('hex')).toContain(encoding === 'windows-1250' ? 'a3f3649f3b' : hex);
  });

  it.each(['windows-1250', 'iso-8859-2', 'utf-16le', 'utf-16be', 'utf-8'])(
    'is read as it was: %s, in each format',
    async (encoding) => {
      for (const format of ['jsonl', 'csv'] as const) {
        const bytes = await bytesOf(BOOK, format, { encoding });
        expect(await read([bytes], format, { encoding })).toEqual({ records: BOOK, rejects: [] });
        if (encoding.startsWith('utf-')) expect(await read([bytes], format)).toEqual({ records: BOOK, rejects: [] });
      }
      const bytes = await bytesOf(BOOK, 'vcard', { encoding });
      const { records } = await read([bytes], 'vcard', { encoding });
      expect(records.map(({ kind, name }) => [kind, name])).toEqual(BOOK.map(({ kind, name }) => [kind, name]));
    },
  );

  it('names what the encoding has no characters for, and never writes a question mark', async () => {
    const records: readonly AddressBookRecord[] = [
      { kind: 'group', name: 'Łódź 😀', info: 'Иван' },
      { kind: 'number', group: 'Łódź 😀', number: '500100200', name: 'Zoë 😀 Ñ' },
      { kind: 'number', group: 'Łódź 😀', number: '５００100201', name: 'wide' },
    ];
    const { bytes, told: lost } = await told(records, 'csv', { encoding: 'windows-1250' });
    expect(lost).toEqual([
      { kind: 'text', group: 'Łódź 😀' },
      { kind: 'text', group: 'Łódź 😀', info: 'Иван' },
      { kind: 'text', group: 'Łódź 😀', number: '500100200', name: 'Zoë 😀 Ñ' },
      { kind: 'number', group: 'Łódź 😀', number: '５００100201', name: 'wide' },
    ]);
    expect(bytes.includes('?')).toBe(false);
    expect((await read([bytes], 'csv', { encoding: 'windows-1250' })).records).toEqual([
      { kind: 'group', name: 'Łódź ', info: '' },
      { kind: 'number', group: 'Łódź ', number: '500100200', name: 'Zoë  ' },
    ]);
  });

  it('loses nothing as JSON Lines, which can escape any character', async () => {
    const records: readonly AddressBookRecord[] = [{ kind: 'group', name: 'Łódź 😀', info: 'Иван' }];
    const { bytes, told: lost } = await told(records, 'jsonl', { encoding: 'windows-1250' });
    expect([lost, await read([bytes], 'jsonl', { encoding: 'windows-1250' })]).toEqual([[], { records, rejects: [] }]);
  });

  it.each([
    ['csv', { encoding: 'gbk' }, 'encoding: is one that is only read: a character of it has several bytes'],
    ['csv', { encoding: 'iso-2022-jp' }, 'encoding: is one that is only read'],
    ['csv', { encoding: 'klingon' }, 'encoding: is no encoding that is known'],
    ['csv', { encoding: 'windows-1250', bom: true }, 'bom: is of Unicode, not windows-1250'],
  ] as const)('is refused at once: %s with %j', (format, options, message) => {
    expect(() => writeRecords(inTurn([]), format, options)).toThrow(message);
  });
});

describe('what a file cannot have ends its writing where nobody takes it', () => {
  it.each<readonly [WriteFormat, WriteRecordsOptions, AddressBookRecord, string]>([
    [
      'vcard',
      {},
      { kind: 'group', name: 'Secret', info: 'x' },
      'record 1: has what the file cannot: the info of a group;',
    ],
    [
      'vcard',
      {},
      { kind: 'group', name: 'Secret', info: '' },
      'record 1: has what the file cannot: a group by itself;',
    ],
    [
      'csv',
      { encoding: 'latin2' },
      { kind: 'group', name: 'Secret €', info: '' },
      'cannot: characters of a name or an info;',
    ],
    ['csv', {}, { kind: 'number', group: 'Secret', number: '5\ud8000', name: '' }, 'cannot: characters of a number;'],
  ])('%s %j', async (format, options, record, message) => {
    const error = (await rejection(collect(writeRecords(inTurn([record]), format, options)))) as Error;
    expect(error).toMatchObject({ code: 'VALIDATION', message: expect.stringContaining(message) });
    expect(error.message).not.toContain('Secret');
  });
});
