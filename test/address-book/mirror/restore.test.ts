import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AddressBookDifference,
  exportAddressBook,
  importAddressBook,
  type MirrorResult,
  type RestoreAddressBookOptions,
  restoreAddressBook,
} from '../../../src/address-book/index.js';
import { holdLock } from '../../../src/files/lock/held-lock.js';
import { collect, rejection } from '../../support/collect.js';
import { accountsOfTests, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
let differences: AddressBookDifference[] = [];

const restore = (options: Partial<RestoreAddressBookOptions> = {}): Promise<MirrorResult> => {
  differences = [];
  return restoreAddressBook({
    file: accounts.at('book.jsonl'),
    to: accounts.from,
    folder: accounts.at('restore'),
    settleMs: 1,
    maxDelete: 10,
    concurrency: 1,
    onDifference: (difference) => differences.push(difference),
    ...options,
  });
};
const files = (): readonly string[] => readdirSync(accounts.at('restore'));
const book = (): unknown => accounts.book('old').map(([name, ...numbers]) => [name, ...numbers.sort()]);
const text = (index: number, name: string = `P${index}`): string => `${person(index).number} ${name}`;
const ORIGINAL = [['Klienci', text(1), text(2), text(3)], ['Pusta'], ['Inni', text(4)]];

beforeEach(async () => {
  accounts.create([
    { name: 'Klienci', info: 'all', numbers: persons(1, 3) },
    { name: 'Inni', numbers: [person(4)] },
    { name: 'Pusta' },
  ]);
  writeFileSync(accounts.at('book.jsonl'), (await collect(exportAddressBook(accounts.from))).join(''));
});

/** Deletes, adds, renames and duplicates numbers; deletes a group and adds one. */
async function spoil(): Promise<void> {
  const { from } = accounts;
  const groupId = accounts.groupId('old', 'Klienci');
  await from.delNumber({ groupId, number: person(1).number });
  await from.delNumber({ groupId, number: person(2).number });
  await from.addNumber({ groupId, ...person(2, 'Olga') });
  await from.addNumber({ groupId, ...person(3) });
  await from.addNumber({ groupId, ...person(9, 'Nobody') });
  await from.delGroup(accounts.groupId('old', 'Inni'));
  const added = await from.addGroup({ name: 'Obca', info: '' });
  await from.addNumber({ groupId: added.groupId, ...person(10, 'Foreign') });
}

describe('restoreAddressBook', () => {
  it('makes the account like the file, and keeps a backup of deleted entries', async () => {
    await spoil();
    const result = await restore();
    expect(result).toMatchObject({
      status: 'done',
      changes: { groupsAdded: 1, groupsDeleted: 1, numbersAdded: 2, numbersDeleted: 1, numbersRenamed: 2 },
      compared: { isSame: true },
    });
    expect(book()).toEqual(ORIGINAL);
    expect(differences).toEqual([]);
    const { backup = '' } = result;
    expect(files()).toEqual([path.basename(backup)]);
    expect([statSync(backup).mode & 0o777, statSync(accounts.at('restore')).mode & 0o777]).toEqual([0o600, 0o700]);
    for (const name of ['Olga', 'Nobody', 'Foreign']) expect(readFileSync(backup, 'utf8')).toContain(`"${name}"`);
    const back = { file: backup, format: 'jsonl', to: accounts.to, plan: accounts.at('back'), settleMs: 1 } as const;
    expect(await importAddressBook(back)).toMatchObject({ status: 'done' });
    expect(accounts.book('new').map(([name]) => name)).toEqual(['Klienci', 'Obca']);
  });

  it('changes nothing in a dry run', async () => {
    await spoil();
    const before = book();
    const events: string[] = [];
    const result = await restore({ dryRun: true, onEvent: ({ type }) => events.push(type) });
    expect(result).toMatchObject({ status: 'done', changes: { groupsDeleted: 1, numbersRenamed: 2 } });
    expect(events.sort()).toEqual([
      'group-added',
      'group-deleted',
      'number-added',
      'number-added',
      'number-deleted',
      'number-renamed',
      'number-renamed',
    ]);
    expect([book(), accounts.files()]).toEqual([before, ['book.jsonl']]);
  });

  it.each(['soap_AddGroup', 'soap_AddNumber', 'soap_DelNumber', 'soap_DelGroup'] as const)(
    'resumes after %s has ended it',
    async (operation) => {
      await spoil();
      accounts.sandbox.failNext(operation, { result: 103 });
      expect(await restore()).toMatchObject({ status: 'limits' });
      expect(files()).toContain('plan.jsonl');
      expect(await restore()).toMatchObject({ status: 'done', compared: { isSame: true } });
      expect(book()).toEqual(ORIGINAL);
    },
  );

  it('reports what it cannot change: infos, numbers with several names, and other texts', async () => {
    const lines = [
      { kind: 'group', name: 'Klienci', info: 'others' },
      ...persons(1, 3).map((entry) => ({ kind: 'number', group: 'Klienci', ...entry })),
      { kind: 'number', group: 'Klienci', ...person(3, 'Ella') },
      { kind: 'number', group: 'Inni', ...person(4) },
      { kind: 'number', group: 'Inni', number: '112', name: '' },
      { kind: 'group', name: 'Pusta' },
    ];
    writeFileSync(accounts.at('book.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await restore()).toMatchObject({ status: 'failed', failed: 1, compared: { isSame: false } });
    expect(differences).toEqual([
      { kind: 'info', group: 'Klienci' },
      { kind: 'other-name', group: 'Klienci', number: person(3).number, name: 'Ella' },
      { kind: 'missing-number', group: 'Inni', number: '112', name: '' },
    ]);
  });

  it('deletes at most half of the account by default', async () => {
    const few = accounts.at('few.jsonl');
    writeFileSync(few, `{"kind":"number","group":"Klienci","number":"${person(1).number}","name":"P1"}\n`);
    expect(await restore({ file: few, maxDelete: undefined })).toMatchObject({ status: 'too-many' });
    expect(accounts.book('old')).toHaveLength(3);
    expect(await restore({ file: few, maxDelete: 3 })).toMatchObject({ status: 'done' });
    expect(book()).toEqual([['Klienci', text(1)]]);
  });

  it.each([
    ['', 'file: has no groups'],
    ['{"kind":"group","name":"A","info":""}\n{"kind":"numb', 'file: cannot be read: line 2: must be a JSON object'],
  ])('is refused with a file that is not an export: %j', async (content, message) => {
    writeFileSync(accounts.at('book.jsonl'), content);
    expect(await rejection(restore())).toMatchObject({ message: expect.stringContaining(message) });
    expect(accounts.book('old')).toHaveLength(3);
  });

  it('is refused with a plan, and with rows that could be skipped', async () => {
    await accounts.plan();
    expect(await rejection(restore({ file: accounts.planFile }))).toMatchObject({
      message: 'file: is a plan, which contains only a part of an account. Use importAddressBook',
    });
    const skipping = { file: accounts.at('book.jsonl'), onReject: () => undefined };
    expect(await rejection(restore({ file: skipping }))).toMatchObject({ path: 'file.onReject' });
  });

  it('is refused while another call uses the folder, and if the backup of an unfinished run was edited', async () => {
    await spoil();
    accounts.sandbox.failNext('soap_AddNumber', { result: 103 });
    await restore();
    const lock = await holdLock(accounts.at('restore/run'));
    expect(await rejection(restore())).toMatchObject({
      ...{ code: 'FILE_LOCKED', message: expect.stringContaining('another run uses this folder') },
    });
    if ('release' in lock) lock.release();
    const plan = accounts.at('restore/plan.jsonl');
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('"Nobody"', '"Nobodies"'));
    expect(await rejection(restore())).toMatchObject({ path: 'plan', message: expect.stringContaining('edited') });
    expect(accounts.book('old')).toContainEqual(['Obca', text(10, 'Foreign')]);
  });
});
