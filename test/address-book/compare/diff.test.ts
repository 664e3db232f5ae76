import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AddressBookDifference,
  type AddressBookSide,
  applyPlan,
  diffAddressBooks,
  exportAddressBook,
  planDedupe,
  planMigration,
} from '../../../src/address-book/index.js';
import type { SmsServiceClient } from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { collect, rejection } from '../../support/collect.js';
import { twoClients } from '../two-accounts.js';

let folder = '';
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const write = (name: string, ...lines: readonly string[]): string => {
  writeFileSync(at(name), lines.map((line) => `${line}\n`).join(''));
  return at(name);
};
const group = (name: string, info = '', id?: number): string => JSON.stringify({ kind: 'group', id, name, info });
const number = (of: string, digits: string, name = '', groupId?: number): string =>
  JSON.stringify({ kind: 'number', groupId, group: of, number: digits, name });

/** What is found, as short texts, and whether both are the same. */
async function found(left: AddressBookSide, right: AddressBookSide, more: object = {}): Promise<readonly string[]> {
  const differences: string[] = [];
  const onDifference = ({ kind, group: of, number: digits }: AddressBookDifference): void => {
    differences.push([kind, of, ...(digits === undefined ? [] : [digits])].join(' '));
  };
  const { isSame } = await diffAddressBooks({ left, right, onDifference, ...more });
  expect(isSame).toBe(differences.length === 0);
  return differences.sort();
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'diff-'));
  const groups = [
    {
      name: 'Klienci',
      info: 'all of them',
      numbers: [
        { number: '+48 500-100-201', name: 'Ania' },
        { number: '48500100202', name: 'Ola' },
        { number: '48500100202', name: 'Ola' },
        // What is no telephone number, too: an account may have it.
        { number: '112', name: 'SOS' },
      ],
    },
    { name: 'Empty' },
  ];
  [from, to] = twoClients(
    createSandbox({
      accounts: [
        { username: 'old', password: 'p', groups },
        { username: 'new', password: 'p' },
      ],
    }),
  );
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('an account and its export', () => {
  it('are the same, read from a path, a stream, or pieces of one byte', async () => {
    const text = (await collect(exportAddressBook(from))).join('');
    writeFileSync(at('book.jsonl'), text);
    expect(await found(from, at('book.jsonl'))).toEqual([]);
    expect(await found(at('book.jsonl'), from)).toEqual([]);
    expect(await found({ file: createReadStream(at('book.jsonl')) }, from)).toEqual([]);
    const bytes = Array.from(Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`), (byte) => Uint8Array.of(byte));
    expect(await found({ file: Readable.from(bytes) }, from)).toEqual([]);
  });

  it('differ in what was changed since', async () => {
    writeFileSync(at('book.jsonl'), (await collect(exportAddressBook(from))).join(''));
    const [klienci, empty] = await from.getGroups();
    await from.addNumber({ groupId: klienci?.id ?? 0, number: '48500100209', name: '' });
    await from.delNumber({ groupId: klienci?.id ?? 0, number: '+48 500-100-201' });
    await from.delGroup(empty?.id ?? 0);
    await from.addGroup({ name: 'New' });
    expect(await found(at('book.jsonl'), from)).toEqual([
      'extra-group New',
      'extra-number Klienci 48500100209',
      'missing-group Empty',
      'missing-number Klienci +48 500-100-201',
    ]);
  });

  it('leave no temporary file, also where the content does not fit into memory that waits', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('.sms-service-'));
    const many = Array.from({ length: 40_000 }, (_, index) =>
      number(`G${index % 7}`, String(48_500_000_000 + index), `Person ${index}`),
    );
    const shuffled = [...many.filter((_, index) => index % 2 === 1), ...many.filter((_, index) => index % 2 === 0)];
    expect(await found(write('one.jsonl', ...many), write('two.jsonl', ...shuffled))).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('.sms-service-'))).toEqual(before);
  });
});

describe('files', () => {
  it('of several formats are the same, where they hold the same', async () => {
    const csv = write('a.csv', 'group,number,name', 'A,500100201,Ala', 'B,500100202,Ola');
    const vcard = write(
      'a.vcf',
      ...['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ala', 'TEL:+48500100201', 'CATEGORIES:A', 'END:VCARD'],
      ...['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ola', 'TEL:+48500100202', 'CATEGORIES:B', 'END:VCARD'],
    );
    expect(await found(csv, vcard)).toEqual([]);
    expect(await found(csv, { file: createReadStream(vcard) })).toEqual([]);
    expect(
      await found({ file: csv, format: 'csv', group: 'A' }, write('b.jsonl', number('A', '500100201', 'Ala'))),
    ).toEqual(['missing-group B', 'missing-number B 500100202']);
  });

  it('differ by each number of a group that one of them alone has, whichever that is', async () => {
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
    expect(await found(both, alone)).toEqual(['missing-group B', ...numbers.map((one) => `missing-number ${one}`)]);
    expect(await found(alone, both)).toEqual(['extra-group B', ...numbers.map((one) => `extra-number ${one}`)]);
    expect(await found(alone, both, { exclude: ['B'] })).toEqual([]);
    expect(await diffAddressBooks({ left: alone, right: both })).toMatchObject({ extra: 3, missing: 0 });
  });

  it('compare a plan by what it moves, under the names that groups get', async () => {
    await planMigration({ from, to, out: at('plan.json'), names: { Klienci: 'Customers' } });
    const moved = write(
      'moved.jsonl',
      group('Customers', 'all of them'),
      number('Customers', '48500100201', 'Ania'),
      number('Customers', '48500100202', 'Ola'),
      number('Customers', '112', 'SOS'),
      group('Empty'),
    );
    expect(await found(at('plan.json'), moved)).toEqual([]);
    await applyPlan({ plan: at('plan.json'), from, to, settleMs: 1 });
    expect(await found(at('plan.json'), to)).toEqual(['missing-number Customers 112']);
  });

  it('compare a backup by what it keeps, and refuse one that is cut', async () => {
    await planDedupe({ to: from, out: at('dedupe.json') });
    expect(await found({ file: at('dedupe.json') }, write('b.jsonl', number('Klienci', '48500100202', 'Ola')))).toEqual(
      ['fewer Klienci 48500100202'],
    );
    const lines = readFileSync(at('dedupe.json'), 'utf8').trim().split('\n');
    const cut = diffAddressBooks({ left: write('cut.jsonl', ...lines.slice(0, -1)), right: from });
    expect(await rejection(cut)).toMatchObject({
      code: 'VALIDATION',
      message: expect.stringContaining('is incomplete'),
    });
    await planMigration({ from, to, out: at('plan.json') });
    const plan = readFileSync(at('plan.json'), 'utf8').trim().split('\n').slice(0, -1);
    const cutPlan = diffAddressBooks({ left: write('cut.json', ...plan), right: from });
    expect(await rejection(cutPlan)).toMatchObject({ message: expect.stringContaining('is incomplete') });
  });

  it.each([
    ['unknown.txt', 'some words', 'left.format: is missing'],
    ['a.jsonl', '{"kind":"number","group":"A","number":"1"', 'cannot be read: line 1: must be a JSON object'],
    ['a.csv', 'group,number\nA,12', 'cannot be read: line 2: has a number that is not a telephone number'],
    ['a.json', '{"plan":1,"nothing":1}', 'line 1 is not the first line of a plan'],
  ])('that cannot be read are refused: %s', async (name, text, message) => {
    const refused = diffAddressBooks({ left: write(name, text), right: from });
    expect(await rejection(refused)).toMatchObject({ code: 'VALIDATION', message: expect.stringContaining(message) });
  });
});

describe('a diff', () => {
  it('takes a selection: groups that do not belong to it are no differences, on either side', async () => {
    const one = write('one.jsonl', number('Klienci', '500100201'), number('Other', '500100202'));
    const two = write('two.jsonl', number('Customers', '500100201'), number('More', '500100203'));
    expect(await found(one, two, { include: ['Klienci'], names: { Klienci: 'Customers' } })).toEqual([]);
    const nothing = diffAddressBooks({ left: one, right: two, include: ['klienci'] });
    expect(await rejection(nothing)).toMatchObject({ message: expect.stringContaining('include[0]: matches none') });
  });
});
