import { describe, expect, it } from 'vitest';
import { readRecords } from '../../../../src/address-book/formats/files.js';
import { inTurn, read } from '../given.js';

const WORDS = 'Zażółć gęślą jaźń ŚWIĄTEK €';
const RECORDS = [
  { kind: 'group', name: 'A', info: '' },
  { kind: 'number', group: 'A', number: '500100200', name: WORDS },
];
/** The words in each encoding, by the tables of the Unicode Consortium; ISO 8859-2 has no euro sign. */
const IN_1250 = '5A 61 BF F3 B3 E6 20 67 EA 9C 6C B9 20 6A 61 9F F1 20 8C 57 49 A5 54 45 4B 20 80';
const IN_LATIN2 = '5A 61 BF F3 B3 E6 20 67 EA B6 6C B1 20 6A 61 BC F1 20 A6 57 49 A1 54 45 4B';

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const csv = (words: Buffer): Buffer =>
  Buffer.concat([Buffer.from('Phone,Name\r\n500100200,'), words, Buffer.from('\r\n')]);
const inUtf16 = (text: string, isBig: boolean): Buffer => {
  const units = Buffer.from(text, 'utf16le');
  return isBig ? units.swap16() : units;
};
const TEXT = `Phone,Name\r\n500100200,${WORDS}\r\n`;
const group = 'A';

const ENCODED: readonly (readonly [string | undefined, Buffer, string])[] = [
  ['windows-1250', csv(hex(IN_1250)), WORDS],
  ['iso-8859-2', csv(hex(IN_LATIN2)), WORDS.slice(0, -2)],
  ['windows-1252', csv(hex('80 9C 8A FC DF')), '€œŠüß'],
  ['utf-16le', inUtf16(TEXT, false), WORDS],
  ['utf-16be', inUtf16(TEXT, true), WORDS],
  ['utf-8', Buffer.from(`\ufeff${TEXT}`), WORDS],
  [undefined, inUtf16(`\ufeff${TEXT}`, false), WORDS],
  [undefined, inUtf16(`\ufeff${TEXT}`, true), WORDS],
];

describe('a file is read', () => {
  it.each(ENCODED)('in the encoding %s, in pieces of any size', async (encoding, file, name) => {
    const records = [RECORDS[0], { ...RECORDS[1], name }];
    for (const size of [1, 2, 3, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
        file.subarray(at * size, (at + 1) * size),
      );
      expect(await read(pieces, 'csv', { group, encoding })).toEqual({ records, rejects: [] });
    }
  });

  it('in UTF-16 with characters of two units, cut in between', async () => {
    const file = inUtf16('\ufeffPhone,Name\n500100200,😀\n', false);
    for (let at = 1; at < file.length; at++) {
      const { records } = await read([file.subarray(0, at), file.subarray(at)], 'csv', { group });
      expect(records[1]).toMatchObject({ name: '😀' });
    }
  });
});

const GOOD = 'Phone,Name\r\n500100201,Ewa\r\n';
const after = (words: string): Buffer => Buffer.concat([Buffer.from(GOOD), Buffer.from('500100200,'), hex(words)]);

describe('a file is refused, with its line', () => {
  it.each<readonly [string, Buffer, string | undefined, string]>([
    [
      'with its probable encoding',
      after(IN_1250),
      undefined,
      'line 3: is not UTF-8. It may be windows-1250: set the option encoding',
    ],
    [
      'with both encodings if both decode it alike',
      after('A3 F3 64'),
      undefined,
      'line 3: is not UTF-8. It may be windows-1250 or iso-8859-2: set the option encoding',
    ],
    ['without an encoding if none decodes it', after('81 FE'), undefined, 'line 3: is not UTF-8'],
    [
      'if the encoding does not define a byte',
      after(IN_1250),
      'iso-8859-2',
      'line 3: is not ISO-8859-2. It may be windows-1250: set the option encoding',
    ],
    [
      'that is UTF-8, which would be read as other letters',
      Buffer.from(`${GOOD}500100200,Łódź\n`),
      'windows-1250',
      'line 3: is UTF-8, not windows-1250. Remove the option encoding',
    ],
    [
      'if its byte order mark is of another encoding',
      inUtf16(`\ufeff${TEXT}`, false),
      'utf-8',
      'line 1: has the byte order mark of utf-16le, but the option encoding is utf-8',
    ],
    ['with half a character at its end', inUtf16(TEXT, false).subarray(0, -1), 'utf-16le', 'line 2: is not UTF-16LE'],
  ])('%s', async (_, file, encoding, message) => {
    await expect(read([file], 'csv', { group, encoding })).rejects.toMatchObject({ code: 'VALIDATION', message });
  });

  it('whose pieces are text already, and are given an encoding', async () => {
    await expect(read([TEXT], 'csv', { group, encoding: 'windows-1250' })).rejects.toMatchObject({
      message: 'encoding: requires a file of bytes; this file yields text',
    });
  });

  it.each([
    ['', 'encoding: is '],
    ['klingon', 'encoding: is '],
    ['utf-7', 'encoding: is '],
    [1250, 'encoding: must be a string'],
  ])('at once with an unknown encoding: %j', (encoding, message) => {
    expect(() => readRecords(inTurn([]), 'csv', { encoding: encoding as string })).toThrow(message);
  });
});
