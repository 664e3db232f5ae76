import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  applyMigration,
  applyRemoval,
  exportAddressBook,
  importAddressBook,
  planMigration,
  planRemoval,
  readGroupNames,
  type SelectionEvent,
  verifyMigration,
} from '../../../src/address-book/index.js';
import type { SmsServiceClient } from '../../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { collect, rejection } from '../../support/collect.js';
import { twoClients } from '../two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const planned = (name: string): readonly unknown[] =>
  readFileSync(at(name), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
const book = (username: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (sandbox.account(username)?.groups ?? []).map(({ name, numbers }) => [
      name,
      numbers.map((entry) => `${entry.number} ${entry.name}`),
    ]),
  );

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'selection-'));
  const groups = [
    { name: 'VIP/Kraków', numbers: [{ number: '+48 500-100-201', name: 'Ania' }] },
    { name: 'VIP test', numbers: [{ number: '48500100202', name: 'Test' }] },
    {
      name: 'Klienci',
      numbers: [
        { number: '500 100 203', name: 'Ola' },
        { number: 'no number', name: 'Piotr' },
      ],
    },
    { name: 'Inni', numbers: [{ number: '48500100204', name: 'Ewa' }] },
  ];
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups },
      { username: 'new', password: 'p', groups: [{ name: 'Own', numbers: [{ number: '48500100999' }] }] },
    ],
  });
  [from, to] = twoClients(sandbox);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const SELECTION = {
  include: ['VIP*', 'Klienci'],
  exclude: ['*test'],
  normalize: true,
  names: { Klienci: 'Customers' },
} as const;

describe('a plan of a part of an account', () => {
  it('moves the groups that are selected, under their names and numbers, and nothing else', async () => {
    const events: SelectionEvent[] = [];
    const summary = await planMigration({
      from,
      to,
      out: at('plan'),
      ...SELECTION,
      onSelection: (event) => events.push(event),
    });
    expect(events).toEqual([
      { kind: 'left-out', group: 'VIP test' },
      { kind: 'renamed', group: 'Klienci', as: 'Customers' },
      { kind: 'left-out', group: 'Inni' },
      { kind: 'normalized', group: 'VIP/Kraków', number: '+48 500-100-201', as: '48500100201' },
      { kind: 'normalized', group: 'Klienci', number: '500 100 203', as: '48500100203' },
      { kind: 'not-normalized', group: 'Klienci', number: 'no number' },
    ]);
    expect(summary).toMatchObject({ create: 2, add: 3 });
    expect(planned('plan')[0]).toMatchObject({ selection: SELECTION });
    expect(planned('plan')).toContainEqual({
      warning: 'numbers that the gateway does not send to stay as they are written: 1',
    });
    const { status } = await applyMigration({ plan: at('plan'), from, to, settleMs: 1 });
    // The gateway refuses what is no number; it was not left out without a word.
    expect(status).toBe('rejects');
    expect(book('new')).toEqual({
      Own: ['48500100999 '],
      'VIP/Kraków': ['48500100201 Ania'],
      Customers: ['48500100203 Ola'],
    });
  });

  it('is carried out and verified by what the plan says, whatever else changes at the source', async () => {
    const { exclude, names } = SELECTION;
    const selection = { include: ['VIP*'], exclude, names, normalize: true };
    await planMigration({ from, to, out: at('plan'), ...selection });
    await from.addNumber({ groupId: (await groupOf(from, 'Inni')).id, number: '48500100777', name: '' });
    expect((await applyMigration({ plan: at('plan'), from, to, settleMs: 1 })).status).toBe('done');
    const verified = await verifyMigration({ from, to, plan: at('plan') });
    expect(verified).toMatchObject({ groups: 1, numbers: 1, missing: 0, extra: 0, isComplete: true });
    expect(await verifyMigration({ from, to, ...{ include: ['VIP*'], exclude } })).toMatchObject({
      groups: 1,
      extra: 0,
      isComplete: true,
    });
    expect(await verifyMigration({ from, to, exclude: ['VIP test', 'Inni', 'Klienci'] })).toMatchObject({
      missing: 0,
      extra: 1,
    });
    const both = verifyMigration({ from, to, plan: at('plan'), include: ['VIP*'] });
    expect(await rejection(both)).toMatchObject({ message: expect.stringContaining('include: stands in the plan') });
  });

  it('is no longer fitting when the selected part has changed', async () => {
    await planMigration({ from, to, out: at('plan'), include: ['VIP*'] });
    await from.addNumber({ groupId: (await groupOf(from, 'VIP test')).id, number: '48500100777', name: '' });
    expect((await applyMigration({ plan: at('plan'), from, to, settleMs: 1 })).status).toBe('changed');
  });

  it('puts groups that get one name into one group, with a warning', async () => {
    const names = { 'VIP/Kraków': 'All', 'VIP test': 'All', Inni: 'All' };
    await planMigration({ from, to, out: at('plan'), names, exclude: ['Klienci'] });
    expect(
      planned('plan').filter((line) => typeof line === 'object' && line !== null && 'warning' in line),
    ).toHaveLength(3);
    await applyMigration({ plan: at('plan'), from, to, settleMs: 1, concurrency: 1 });
    expect(book('new').All).toEqual(['+48 500-100-201 Ania', '48500100202 Test', '48500100204 Ewa']);
  });

  it('fills a group that has the new name already, as one of that name', async () => {
    await planMigration({ from, to, out: at('plan'), names: { Inni: 'Own' }, include: ['Inni'] });
    await applyMigration({ plan: at('plan'), from, to, settleMs: 1 });
    expect(book('new')).toEqual({ Own: ['48500100999 ', '48500100204 Ewa'] });
  });

  it('exchanges two names, each once', async () => {
    const names = { Inni: 'VIP test', 'VIP test': 'Inni' };
    await planMigration({ from, to, out: at('plan'), names, include: ['Inni', 'VIP test'] });
    await applyMigration({ plan: at('plan'), from, to, settleMs: 1 });
    expect(book('new')).toMatchObject({ Inni: ['48500100202 Test'], 'VIP test': ['48500100204 Ewa'] });
    expect(await verifyMigration({ from, to, names, include: ['Inni', 'VIP test'] })).toMatchObject({
      isComplete: true,
      extra: 0,
    });
  });

  it('warns of patterns and names that fit no group, and is refused where nothing is included', async () => {
    const events: SelectionEvent[] = [];
    const options = { from, to, out: at('plan'), onSelection: (event: SelectionEvent) => events.push(event) };
    await planMigration({ ...options, include: ['VIP*', 'Vip*'], exclude: ['x'], names: { Nobody: 'Somebody' } });
    expect(events.filter(({ kind }) => kind === 'unused')).toEqual([
      { kind: 'unused', option: 'include', text: 'Vip*' },
      { kind: 'unused', option: 'exclude', text: 'x' },
      { kind: 'unused', option: 'names', text: 'Nobody' },
    ]);
    expect(planned('plan')).toContainEqual({ warning: '1 pattern of include fits no group of the source' });
    const nothing = planMigration({ ...options, out: at('nothing'), include: ['vip*'] });
    expect(await rejection(nothing)).toMatchObject({
      message: expect.stringContaining('include: fits none of the 4 groups of the source'),
    });
  });

  it('is removed at the source by the names and spellings that the source has', async () => {
    const selection = { include: ['VIP/*', 'Inni'], names: { Inni: 'Others' }, normalize: true };
    await planMigration({ from, to, out: at('plan'), ...selection });
    await applyMigration({ plan: at('plan'), from, to, settleMs: 1 });
    expect(await planRemoval({ from, to, plan: at('plan'), out: at('removal') })).toEqual({ groups: 2, numbers: 2 });
    expect(planned('removal')).toContainEqual({
      kind: 'number',
      groupId: (await groupOf(from, 'VIP/Kraków')).id,
      group: 'VIP/Kraków',
      number: '+48 500-100-201',
      name: 'Ania',
    });
    expect((await applyRemoval({ from, to, plan: at('removal') })).status).toBe('done');
    expect(Object.keys(book('old'))).toEqual(['VIP test', 'Klienci']);
  });

  it('is not carried out when the selection in it was edited to something that is none', async () => {
    const { writeFileSync } = await import('node:fs');
    await planMigration({ from, to, out: at('plan'), include: ['VIP*'] });
    writeFileSync(at('plan'), readFileSync(at('plan'), 'utf8').replace('"include":["VIP*"]', '"include":[7]'));
    const applied = applyMigration({ plan: at('plan'), from, to, settleMs: 1 });
    expect(await rejection(applied)).toMatchObject({
      message: expect.stringContaining('has in line 1 what is no part of a plan'),
    });
  });
});

describe('a part of an address book', () => {
  it('is exported', async () => {
    const text = (await collect(exportAddressBook(from, { ...SELECTION, format: 'csv' }))).join('');
    const lines = text.trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(1).join(','))).toEqual([
      'group,info,number,name',
      'VIP/Kraków,,48500100201,Ania',
      'Customers,,48500100203,Ola',
      'Customers,,no number,Piotr',
    ]);
  });

  it('is imported, and gone on with by the same selection only', async () => {
    const { writeFileSync } = await import('node:fs');
    writeFileSync(at('in.csv'), 'group,number,name\nA,500 100 201,Ala\nB,500100202,Ola\nA,500100203,Ela\n');
    const options = (): Parameters<typeof importAddressBook>[0] => ({
      file: createReadStream(at('in.csv')),
      format: 'csv',
      to,
      plan: at('plan'),
      exclude: ['B'],
      names: { A: 'Alpha' },
      normalize: true,
      concurrency: 1,
    });
    sandbox.failNext('soap_AddNumber', { result: 103 });
    expect((await importAddressBook(options())).status).toBe('limits');
    const other = importAddressBook({ ...options(), exclude: ['C'] });
    expect(await rejection(other)).toMatchObject({
      message: expect.stringContaining('exclude: is not as it was when the plan was made'),
    });
    expect((await importAddressBook(options())).status).toBe('done');
    expect(book('new').Alpha).toEqual(['48500100201 Ala', '48500100203 Ela']);
    expect(Object.keys(book('new'))).toEqual(['Own', 'Alpha']);
  });
});

describe('options that select', () => {
  it.each([
    [{ include: [] }, 'include: is an empty list'],
    [{ include: 'VIP*' }, 'include: is not an array'],
    [{ exclude: [''] }, 'exclude[0]: is empty'],
    [{ names: ['a'] }, 'names: is not an object'],
    [{ names: { a: '' } }, 'names[0]: is empty'],
    [{ names: { 'Caf\u00e9': 'a', 'Cafe\u0301': 'b' } }, 'names: has the name of its entry 1 twice'],
    [{ normalize: 'yes' }, 'normalize: is not true or false'],
  ])('%j are refused', async (options, reason) => {
    const plan = planMigration({ from, to, out: at('plan'), ...(options as object) });
    expect(await rejection(plan)).toMatchObject({ message: expect.stringContaining(reason) });
  });
});

describe('a file of names', () => {
  const read = (text: string) => readGroupNames(pieces(text));

  it('is CSV with the titles old and new', async () => {
    expect(await read('\ufeffold;new\n"Klienci; VIP";Customers\n__proto__;Own\n')).toEqual(
      Object.fromEntries([
        ['Klienci; VIP', 'Customers'],
        ['__proto__', 'Own'],
      ]),
    );
    expect(await read('New,Note,Old\nb,why,a\n')).toEqual({ a: 'b' });
  });

  it.each([
    ['', 'line 1: has not the titles old and new'],
    ['a,b\n', 'line 1: has not the titles old and new'],
    ['old,new\na\n', 'line 2: has not both names'],
    ['old,new\na,b\na,c\n', 'line 3: has another name for a group of an earlier line'],
    ['old,new\n"a,b\n', 'line 2: has a quote that is not closed'],
  ])('%j is refused by its line', async (text, reason) => {
    expect(await rejection(read(text))).toMatchObject({ message: expect.stringContaining(reason) });
  });
});

async function groupOf(client: SmsServiceClient, name: string): Promise<{ readonly id: number }> {
  const found = (await client.getGroups()).find((group) => group.name === name);
  if (found === undefined) throw new Error(`no group ${name}`);
  return found;
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text;
}
