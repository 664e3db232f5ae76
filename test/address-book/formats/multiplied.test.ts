import { describe, expect, it } from 'vitest';
import type { ReadFormat } from '../../../src/address-book/formats/records/records.js';
import { read } from './given.js';

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const numbers = (count: number): readonly string[] => range(count).map((index) => String(48_500_000_000 + index));
const groups = (count: number): readonly string[] => range(count).map((index) => `g${index}`);

/** One contact with numbers and groups, and one with a number in a group. */
interface Contacts {
  readonly name?: string;
  readonly numbers: readonly string[];
  readonly groups: readonly string[];
}

const card = ({ name = 'Jan', numbers, groups }: Contacts): string =>
  ['BEGIN:VCARD', 'VERSION:4.0', `FN:${name}`, ...numbers.map((number) => `TEL:${number}`)]
    .concat(`CATEGORIES:${groups.join(',')}`, 'END:VCARD', '')
    .join('\r\n');
const GOOD: Contacts = { name: 'Ewa', numbers: ['500100200'], groups: ['A'] };
const vcard = (one: Contacts): string => card(one) + card(GOOD);
const row = ({ name = 'Jan', numbers, groups }: Contacts): string =>
  `${name},${numbers.join(' ::: ')},${groups.join(' ::: ')}\r\n`;
const csv = (one: Contacts): string => `Display Name,Phone 1 - Value,Labels\r\n${row(one)}${row(GOOD)}`;

const FORMATS: readonly (readonly [ReadFormat, (one: Contacts) => string, line: number])[] = [
  ['vcard', vcard, 1],
  ['csv', csv, 2],
];

describe.each(FORMATS)('the numbers of a contact in its groups: %s', (format, write, line) => {
  it.each([
    [501, 2, 1002],
    [11, 91, 1001],
  ])('are 1,000 at most: not %d in %d', async (count, many, product) => {
    const { records, rejects } = await read(write({ numbers: numbers(count), groups: groups(many) }), format);
    const reason = `has ${product} combinations of number and group, and at most 1000 are allowed`;
    expect(rejects.map((reject) => ({ ...reject, text: '' }))).toEqual([{ line, reason, text: '' }]);
    expect(records).toEqual([
      { kind: 'group', name: 'A', info: '' },
      { kind: 'number', group: 'A', number: '500100200', name: 'Ewa' },
    ]);
  });

  it.each([
    [40, 25, 1000],
    [1, 3000, 3000],
  ])('may be 1,000, or more in one group, or one in more: %d in %d', async (count, many, product) => {
    const { records, rejects } = await read(write({ numbers: numbers(count), groups: groups(many) }), format);
    expect(rejects).toEqual([]);
    expect(records.filter(({ kind }) => kind === 'number')).toHaveLength(product + 1);
  });

  const reported = format === 'vcard' ? 'separately' : 'together';
  it(`that are invalid are rejected ${reported}, in any number`, async () => {
    const wrong = numbers(3000).map((number) => `${number}000000000`);
    const one = { numbers: [...wrong, '500100201'], groups: ['B'] };
    const { records, rejects } = await read(write(one), format);
    const reasons = new Set(rejects.map(({ reason }) => reason));
    expect([...reasons]).toEqual(['has a number that is not a telephone number']);
    expect(rejects).toHaveLength(format === 'vcard' ? 3000 : 1);
    expect(records.map((record) => (record.kind === 'number' ? record.number : record.name))).toEqual([
      'B',
      '500100201',
      'A',
      '500100200',
    ]);
  });
});
