import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AddressBookDifference, type AddressBookSide, diffAddressBooks } from '../../../src/address-book/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests } from '../two-accounts.js';

const accounts = accountsOfTests();
const at = (name: string): string => accounts.at(name);
const write = (name: string, ...lines: readonly string[]): string => {
  writeFileSync(at(name), lines.map((line) => `${line}\n`).join(''));
  return at(name);
};
const group = (name: string, info = '', id?: number): string => JSON.stringify({ kind: 'group', id, name, info });
const number = (of: string, digits: string, name = '', groupId?: number): string =>
  JSON.stringify({ kind: 'number', groupId, group: of, number: digits, name });

/** Returns the differences as short texts. */
async function differencesOf(
  left: AddressBookSide,
  right: AddressBookSide,
  more: object = {},
): Promise<readonly string[]> {
  const differences: string[] = [];
  const onDifference = ({ kind, group: of, number: digits }: AddressBookDifference): void => {
    differences.push([kind, of, ...(digits === undefined ? [] : [digits])].join(' '));
  };
  const { isSame } = await diffAddressBooks({ left, right, onDifference, ...more });
  expect(isSame).toBe(differences.length === 0);
  return differences.sort();
}

beforeEach(() =>
  accounts.create([
    {
      name: 'Klienci',
      info: 'all of them',
      numbers: [
        { number: '+48 500-100-201', name: 'Ania' },
        { number: '48500100202', name: 'Ola' },
        { number: '48500100202', name: 'Ola' },
        // An account may contain texts that are not telephone numbers.
        { number: '112', name: 'SOS' },
      ],
    },
    { name: 'Empty' },
  ]),
);

describe('an account and its export', () => {
  it('leave no temporary file, also if the content does not fit into the memory buffer', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('.sms-service-'));
    const many = Array.from({ length: 40_000 }, (_, index) =>
      number(`G${index % 7}`, String(48_500_000_000 + index), `Person ${index}`),
    );
    const shuffled = [...many.filter((_, index) => index % 2 === 1), ...many.filter((_, index) => index % 2 === 0)];
    expect(await differencesOf(write('one.jsonl', ...many), write('two.jsonl', ...shuffled))).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('.sms-service-'))).toEqual(before);
  });
});

describe('files', () => {
  it('differ by each number of a group that only one of them has', async () => {
    const alone = write('a.jsonl', group('A'), number('A', '48500100201'), number('A', '48500100202'));
    const both = write(
      'b.jsonl',
      group('A'),
      number('A', '48500100201'),
      number('A', '48500100202'),
      group('B', 'info'),
    );
    writeFileSync(both, [number('B', '48500100203', 'Ela'), number('B', '48500100204'), ''].join('\n'), { flag: 'a' });
    const numbers = ['B 48500100203', 'B 48500100204'];
    expect(await differencesOf(both, alone)).toEqual([
      'missing-group B',
      ...numbers.map((one) => `missing-number ${one}`),
    ]);
    expect(await differencesOf(alone, both)).toEqual(['extra-group B', ...numbers.map((one) => `extra-number ${one}`)]);
    expect(await differencesOf(alone, both, { exclude: ['B'] })).toEqual([]);
    expect(await diffAddressBooks({ left: alone, right: both })).toMatchObject({ extra: 3, missing: 0 });
  });

  it.each([
    ['unknown.txt', 'some words', 'left.format: is missing'],
    ['a.jsonl', '{"kind":"number","group":"A","number":"1"', 'cannot be read: line 1: must be a JSON object'],
    ['a.json', '{"plan":1,"nothing":1}', 'line 1 is not the first line of a plan'],
  ])('that cannot be read are refused: %s', async (name, text, message) => {
    const refused = diffAddressBooks({ left: write(name, text), right: accounts.from });
    expect(await rejection(refused)).toMatchObject({ code: 'VALIDATION', message: expect.stringContaining(message) });
  });
});

describe('a diff', () => {
  it('takes a selection: groups that do not belong to it are no differences, on either side', async () => {
    const one = write('one.jsonl', number('Klienci', '500100201'), number('Other', '500100202'));
    const two = write('two.jsonl', number('Customers', '500100201'), number('More', '500100203'));
    expect(await differencesOf(one, two, { include: ['Klienci'], names: { Klienci: 'Customers' } })).toEqual([]);
    const nothing = diffAddressBooks({ left: one, right: two, include: ['klienci'] });
    expect(await rejection(nothing)).toMatchObject({ message: expect.stringContaining('include[0]: matches none') });
  });
});
