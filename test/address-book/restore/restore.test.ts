import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  diffAddressBooks,
  exportAddressBook,
  importAddressBook,
  planMigration,
  type RestoreAddressBookOptions,
  type RestoreEvent,
  restoreAddressBook,
} from '../../../src/address-book/index.js';
import type { SmsServiceClient } from '../../../src/client/index.js';
import { holdLock } from '../../../src/files/lock/held-lock.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { collect, rejection } from '../../support/collect.js';
import { twoClients } from '../two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let client: SmsServiceClient;

const at = (...names: readonly string[]): string => path.join(folder, ...names);
const events: RestoreEvent[] = [];
const kinds = (): readonly string[] => events.map(({ type }) => type);
const restore = (more: Partial<RestoreAddressBookOptions> = {}) =>
  restoreAddressBook({
    file: at('book.jsonl'),
    to: client,
    folder: at('restore'),
    settleMs: 1,
    maxDelete: 10,
    now: () => new Date('2026-03-01T10:00:00Z'),
    onEvent: (event) => events.push(event),
    ...more,
  });
const book = (): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (sandbox.account('old')?.groups ?? []).map(({ name, numbers }) => [
      name,
      numbers.map((entry) => `${entry.number} ${entry.name}`).sort(),
    ]),
  );
const idOf = async (name: string): Promise<number> =>
  (await client.getGroups()).find((group) => group.name === name)?.id ?? 0;

const KLIENCI = [
  { number: '48500100201', name: 'Ania' },
  { number: '48500100202', name: 'Ola' },
  { number: '48500100203', name: 'Ela' },
];
const GROUPS = [
  { name: 'Klienci', info: 'all', numbers: KLIENCI },
  { name: 'Inni', numbers: [{ number: '48500100204', name: '' }] },
  { name: 'Pusta' },
];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'restore-'));
  events.length = 0;
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: GROUPS },
      { username: 'new', password: 'p' },
    ],
  });
  [client] = twoClients(sandbox);
  writeFileSync(at('book.jsonl'), (await collect(exportAddressBook(client))).join(''));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Somebody does what he should not have: numbers go, come, get other names and doubles; so do groups. */
async function spoil(): Promise<void> {
  const id = await idOf('Klienci');
  await client.delNumber({ groupId: id, number: '48500100201' });
  await client.delNumber({ groupId: id, number: '48500100202' });
  await client.addNumber({ groupId: id, number: '+48 500-100-202', name: 'Olga' });
  await client.addNumber({ groupId: id, number: '48500100203', name: 'Ela' });
  await client.addNumber({ groupId: id, number: '48500100209', name: 'Nobody' });
  await client.delGroup(await idOf('Inni'));
  const { groupId } = await client.addGroup({ name: 'Obca' });
  await client.addNumber({ groupId, number: '48500100210', name: 'Foreign' });
}

describe('an account that is restored from its export', () => {
  it('has what it had, and nothing else; what was deleted is kept', async () => {
    await spoil();
    const result = await restore();
    expect(result).toMatchObject({ status: 'done', done: 7, total: 7, rejected: 0, isSame: true });
    expect(book()).toEqual({
      Klienci: ['+48 500-100-202 Ola', '48500100201 Ania', '48500100203 Ela'],
      Pusta: [],
      Inni: ['48500100204 '],
    });
    expect(events[0]).toEqual({
      type: 'restore-planned',
      create: 1,
      add: 2,
      // The group Obca, a number that is foreign, one with another name, one that is there twice.
      delete: { groups: 1, corrections: 3, entries: 3 },
    });
    expect(kinds()).not.toContain('left');
    expect((await diffAddressBooks({ left: at('book.jsonl'), right: client })).isSame).toBe(true);
    expect(result.deletions).toBe(at('restore', '2026-03-01T10-00-00', 'deletions.jsonl'));
    const { deletions = '' } = result;
    expect(statSync(deletions).mode & 0o777).toBe(0o600);
    expect(statSync(at('restore')).mode & 0o777).toBe(0o700);
    const kept = readFileSync(deletions, 'utf8');
    for (const name of ['Olga', 'Nobody', 'Foreign']) expect(kept).toContain(`"${name}"`);
  });

  it('gets back by the backup what was deleted', async () => {
    await spoil();
    const { deletions = '' } = await restore();
    const file = readFileSync(deletions);
    const [, other] = twoClients(sandbox);
    await importAddressBook({
      file: (async function* () {
        yield file;
      })(),
      format: 'jsonl',
      to: other,
      plan: at('back'),
      settleMs: 1,
    });
    const names = (sandbox.account('new')?.groups ?? []).map(({ name }) => name);
    expect(names.sort()).toEqual(['Klienci', 'Obca']);
  });

  it('is left as it is where nothing differs, and nothing is kept; it begins anew each time', async () => {
    expect(await restore()).toMatchObject({ status: 'done', total: 0, isSame: true });
    expect(readdirSync(at('restore'))).toEqual([]);
    for (let time = 0; time < 2; time++) {
      await spoil();
      expect(await restore()).toMatchObject({ status: 'done', isSame: true });
    }
    expect(readdirSync(at('restore')).sort()).toEqual(['2026-03-01T10-00-00', '2026-03-01T10-00-00-2']);
  });

  it('changes nothing in a dry run, and then what that has planned', async () => {
    await spoil();
    const before = book();
    expect(await restore({ dryRun: true })).toMatchObject({ status: 'done', done: 0, total: 7, isSame: false });
    expect(book()).toEqual(before);
    expect(readdirSync(at('restore', 'run')).sort()).toEqual(['additions.jsonl', 'deletions.jsonl']);
    expect(await restore()).toMatchObject({ status: 'done', done: 7, isSame: true });
  });

  it('takes another file after a dry run, but not when it was begun', async () => {
    await spoil();
    await restore({ dryRun: true });
    writeFileSync(at('other.jsonl'), '{"kind":"group","name":"Klienci","info":""}\n');
    expect(await restore({ file: at('other.jsonl'), dryRun: true, maxDelete: 10 })).toMatchObject({ total: 5 });
    await restore({ dryRun: true });
    sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await restore({ concurrency: 1 })).toMatchObject({ status: 'limits' });
    const other = restore({ file: at('other.jsonl'), maxDelete: 10 });
    expect(await rejection(other)).toMatchObject({
      code: 'VALIDATION',
      message: expect.stringContaining('file: is not the one'),
    });
    expect(await restore()).toMatchObject({ status: 'done', isSame: true });
  });

  it.each(['soap_AddGroup', 'soap_AddNumber', 'soap_DelNumber', 'soap_DelGroup'] as const)(
    'goes on where %s has ended it',
    async (operation) => {
      await spoil();
      sandbox.failNext(operation, { result: 103 });
      expect(await restore({ concurrency: 1 })).toMatchObject({ status: 'limits', isSame: false });
      expect(existsSync(at('restore', 'run'))).toBe(true);
      expect(await restore()).toMatchObject({ status: 'done', done: 7, total: 7, isSame: true });
    },
  );
});

describe('what is not restored', () => {
  it('is told: infos, numbers with several names, what is no telephone number', async () => {
    const lines = [
      { kind: 'group', name: 'Klienci', info: 'others' },
      ...KLIENCI.map((entry) => ({ kind: 'number', group: 'Klienci', ...entry })),
      { kind: 'number', group: 'Klienci', number: '48500100203', name: 'Ella' },
      { kind: 'number', group: 'Inni', number: '48500100204', name: '' },
      { kind: 'number', group: 'Inni', number: '112', name: '' },
      { kind: 'group', name: 'Pusta' },
    ];
    writeFileSync(at('book.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await restore()).toMatchObject({ status: 'rejects', isSame: false });
    expect(events.flatMap((event) => (event.type === 'left' ? [event.difference] : []))).toEqual([
      { kind: 'info', group: 'Klienci' },
      { kind: 'other-name', group: 'Klienci', number: '48500100203', name: 'Ella' },
      { kind: 'missing-number', group: 'Inni', number: '112', name: '' },
    ]);
  });

  it('is a number, or a group, that somebody changes after it was planned', async () => {
    await spoil();
    await restore({ dryRun: true });
    await client.addNumber({ groupId: await idOf('Obca'), number: '48500100999', name: 'Late' });
    await client.addNumber({ groupId: await idOf('Klienci'), number: '48500100209', name: 'Somebody' });
    expect(await restore()).toMatchObject({ status: 'changed', isSame: false });
    expect(events.filter(({ type }) => type === 'kept')).toEqual([
      { type: 'kept', group: 'Klienci', number: '48500100209' },
      { type: 'kept', group: 'Obca' },
    ]);
    expect(book().Obca).toEqual(['48500100210 Foreign', '48500100999 Late']);
    // The same call plans anew.
    expect(await restore()).toMatchObject({ status: 'done', isSame: true });
  });

  it('is a part that was not selected', async () => {
    await spoil();
    expect(await restore({ include: ['Inni'], maxDelete: 0 })).toMatchObject({ status: 'done', isSame: true });
    expect(Object.keys(book())).toEqual(['Klienci', 'Pusta', 'Obca', 'Inni']);
    expect(book().Klienci).toContain('48500100209 Nobody');
  });
});

describe('a restore is refused', () => {
  it('where more than half of the account would go, unless it is said', async () => {
    writeFileSync(at('few.jsonl'), '{"kind":"number","group":"Klienci","number":"48500100201","name":"Ania"}\n');
    const much = restore({ file: at('few.jsonl'), maxDelete: undefined });
    expect(await rejection(much)).toMatchObject({
      message: 'maxDelete: is exceeded: of 4 entries 3 would be deleted, and 2 may be; nothing is deleted',
    });
    expect(Object.keys(book())).toEqual(['Klienci', 'Inni', 'Pusta']);
    expect(await restore({ file: at('few.jsonl'), maxDelete: 3 })).toMatchObject({ status: 'done' });
    expect(book()).toEqual({ Klienci: ['48500100201 Ania'] });
  });

  it.each([
    ['', 'file: has no groups'],
    ['{"kind":"group","name":"A","info":""}\n{"kind":"numb', 'file: cannot be read: line 2: is not JSON'],
  ])('for a file that cannot be the account: %j', async (text, message) => {
    writeFileSync(at('book.jsonl'), text);
    expect(await rejection(restore())).toMatchObject({ message: expect.stringContaining(message) });
    expect(Object.keys(book())).toEqual(['Klienci', 'Inni', 'Pusta']);
  });

  it('for a plan, which holds a part of an account', async () => {
    const [, to] = twoClients(sandbox);
    await planMigration({ from: client, to, out: at('plan.json') });
    expect(await rejection(restore({ file: at('plan.json') }))).toMatchObject({
      message: 'file: is a plan or a backup, which holds a part of an account: import it',
    });
    expect(await rejection(restore({ file: { file: at('book.jsonl'), onReject: () => undefined } }))).toMatchObject({
      message: 'file.onReject: is not taken: each row has to be read',
    });
  });

  it('while another run has the folder', async () => {
    await restore({ dryRun: true });
    const lock = await holdLock(at('restore', 'restore'), {});
    try {
      expect(await rejection(restore())).toMatchObject({ code: 'FILE_LOCKED' });
    } finally {
      if ('release' in lock) lock.release();
    }
  });

  it('where a backup was edited: nothing is deleted by it', async () => {
    await spoil();
    await restore({ dryRun: true });
    const file = at('restore', 'run', 'deletions.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Nobody"', '"Nobodies"'));
    expect(await rejection(restore())).toMatchObject({ message: expect.stringContaining('was edited') });
    expect(book().Obca).toEqual(['48500100210 Foreign']);
  });
});
