import {
  createReadStream,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ImportAddressBookOptions,
  type ImportPlan,
  importAddressBook,
  planMigration,
} from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { holdLock } from '../../src/files/lock/held-lock.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;
let told: ImportPlan[] = [];

const at = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'second-import-'));
  told = [];
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: [{ name: 'A' }] },
      { username: 'new', password: 'p' },
    ],
  });
  [from, to] = twoClients(sandbox);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A file that is opened each time that it is read. */
const file = (): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => createReadStream(at('book.csv'))[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
});
const rows = (...numbers: readonly number[]): void =>
  writeFileSync(at('book.csv'), ['group,number', ...numbers.map((number) => `A,500100${number}`), ''].join('\n'));
const take = (options: Partial<ImportAddressBookOptions> = {}) =>
  importAddressBook({
    file: file(),
    format: 'csv',
    to,
    plan: at('plan'),
    settleMs: 1,
    concurrency: 1,
    onPlan: (plan) => told.push(plan),
    ...options,
  });
const numbers = (group = 0): readonly string[] =>
  (sandbox.account('new')?.groups[group]?.numbers ?? []).map(({ number }) => number);
/** The plans that were set aside; each has its journal. */
const aside = (): readonly string[] => {
  const names = readdirSync(folder).filter((name) => /^plan\.\d{8}T\d{6}Z(-\d+)?$/.test(name));
  for (const name of names) expect(existsSync(at(`${name}.journal`))).toBe(true);
  return names;
};
const CHANGED = 'is not carried out yet: go on as it was, or name another plan';

describe('a second import with the same plan', () => {
  it('keeps no plan that has had nothing to do', async () => {
    rows(201);
    await take();
    for (let night = 0; night < 3; night++) {
      expect(await take()).toMatchObject({ status: 'done', total: 0 });
      expect(aside()).toHaveLength(1);
    }
    expect(told.map(({ setAside }) => setAside === undefined)).toEqual([true, false, true, true]);
    expect(numbers()).toEqual(['500100201']);
  });

  it('of another file: the plan of the first, which is over, is set aside with its journal', async () => {
    rows(201);
    expect(await take()).toMatchObject({ status: 'done', done: 2 });
    const [plan, journal] = [readFileSync(at('plan')), readFileSync(at('plan.journal'))];
    rows(202, 203);
    expect(await take()).toMatchObject({ status: 'done', done: 2, total: 2 });
    expect(numbers()).toEqual(['500100201', '500100202', '500100203']);
    const [name = ''] = aside();
    expect(told).toEqual([{ isResumed: false }, { isResumed: false, setAside: at(name) }]);
    expect([readFileSync(at(name)), readFileSync(at(`${name}.journal`))]).toEqual([plan, journal]);
  });

  it('of the same file adds what the account has lost meanwhile, and else nothing', async () => {
    rows(201, 202);
    await take();
    const [group] = await to.getGroups();
    await to.delNumber({ number: '500100201', groupId: group?.id ?? 0 });
    expect(await take()).toMatchObject({ status: 'done', done: 1, total: 1 });
    expect(numbers()).toEqual(['500100202', '500100201']);
    expect(await take()).toMatchObject({ status: 'done', done: 0, total: 0 });
    expect(await take()).toMatchObject({ status: 'done', done: 0, total: 0 });
    expect(numbers()).toHaveLength(2);
  });

  it.each(['rename', 'fail'] as const)(
    'of the same file is over with the first one by the policy %s',
    async (policy) => {
      rows(201);
      await take({ policy });
      expect(await take({ policy })).toEqual({ status: 'done', done: 2, rejected: 0, total: 2 });
      expect(told).toEqual([{ isResumed: false }, { isResumed: true }]);
      expect([sandbox.account('new')?.groups.length, aside()]).toEqual([1, []]);
      rows(202);
      expect(await take({ policy: 'rename' })).toMatchObject({ status: 'done', done: 2 });
      expect(aside()).toHaveLength(1);
      expect([numbers(0), numbers(1)]).toEqual([['500100201'], ['500100202']]);
    },
  );

  it('of the same file adds again what the gateway has refused, and of a group that it refused all', async () => {
    rows(201, 202);
    sandbox.failNext('soap_AddNumber', { result: 13 });
    expect(await take()).toMatchObject({ status: 'rejects', rejected: 1 });
    expect(await take()).toMatchObject({ status: 'done', done: 1 });
    writeFileSync(at('book.csv'), 'group,number\nB,500100201\nB,500100202\n');
    sandbox.failNext('soap_AddGroup', { result: 4116 });
    expect(await take()).toMatchObject({ status: 'rejects', done: 0, rejected: 1, total: 3 });
    expect(await take()).toMatchObject({ status: 'done', done: 3 });
    expect(numbers(1)).toEqual(['500100201', '500100202']);
  });

  it.each<readonly [string, () => Partial<ImportAddressBookOptions>, string]>([
    ['file', () => (rows(203), {}), `file: is not the one that the plan was made of, which ${CHANGED}`],
    ['option', () => ({ group: 'B' }), `group: is not as it was when the plan was made, which ${CHANGED}`],
    ['encoding', () => ({ encoding: 'latin1' }), `encoding: is not as it was when the plan was made, which ${CHANGED}`],
    ['selection', () => ({ exclude: ['B'] }), `exclude: is not as it was when the plan was made, which ${CHANGED}`],
    ['policy', () => ({ policy: 'skip' }), `policy: is skip, and the plan that was made with merge ${CHANGED}`],
  ])(
    'of another %s is refused while the first one is not over, and that one is gone on with',
    async (_, change, why) => {
      rows(201, 202);
      sandbox.failNext('soap_AddNumber', { result: 103 });
      expect(await take()).toMatchObject({ status: 'limits' });
      const before = readdirSync(folder);
      expect(((await rejection(take(change()))) as Error).message).toContain(why);
      expect(readdirSync(folder)).toEqual(before);
      rows(201, 202);
      expect(await take()).toMatchObject({ status: 'done', done: 3 });
      expect(told.at(-1)).toEqual({ isResumed: true });
    },
  );

  it('takes the place of a plan that was only made: a dry run, and then another file', async () => {
    rows(201);
    await take({ dryRun: true });
    rows(202);
    expect(await take({ dryRun: true })).toMatchObject({ status: 'done' });
    expect(told.at(-1)?.setAside).toMatch(/plan\.\d{8}T\d{6}Z(-\d+)?$/);
    expect(await take()).toMatchObject({ status: 'done', done: 2 });
    expect(told.at(-1)).toEqual({ isResumed: true });
    expect(numbers()).toEqual(['500100202']);
  });

  it('of a stream, which can be read once, is refused where the plan was only made of another one', async () => {
    rows(201);
    await take({ dryRun: true });
    rows(202);
    const found = await rejection(take({ file: createReadStream(at('book.csv')) }));
    expect(found).toMatchObject({ path: 'file', message: expect.stringContaining(CHANGED) });
    expect(await take({ file: createReadStream(at('book.csv')), plan: at('other') })).toMatchObject({ status: 'done' });
  });

  it('of what has nothing more the second time that it is read makes no plan', async () => {
    rows(201);
    await take({ dryRun: true });
    const chunks = ['group,number\nA,500100202\n'];
    const once = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ value: chunks.pop() ?? '', done: chunks.length === 0 }) }),
    };
    const twice = { [Symbol.asyncIterator]: () => once[Symbol.asyncIterator]() };
    chunks.unshift('');
    const found = await rejection(take({ file: twice as AsyncIterable<string> }));
    expect(found).toMatchObject({
      path: 'file',
      message: expect.stringContaining('another one when it was read again'),
    });
    expect(existsSync(at('plan'))).toBe(false);
  });

  it('does not take the place of a plan that was made of an account', async () => {
    await planMigration({ from, to, out: at('plan') });
    const before = readFileSync(at('plan'));
    rows(201);
    expect(await rejection(take())).toMatchObject({
      path: 'plan',
      message: expect.stringContaining('was not made of a file'),
    });
    expect(readFileSync(at('plan'))).toEqual(before);
  });

  it('leaves a plan whose journal has another name, and another run that is at work', async () => {
    rows(201);
    await take({ journal: at('mine') });
    rows(202);
    expect(await rejection(take())).toMatchObject({ path: 'file' });
    rmSync(at('plan'));
    rmSync(at('plan.begun'));
    await take();
    rows(203);
    const lock = await holdLock(at('plan.journal'), {});
    try {
      expect(await rejection(take())).toMatchObject({ name: 'FileLockedError' });
    } finally {
      if (!('holder' in lock)) lock.release();
    }
    expect(await take()).toMatchObject({ status: 'done', done: 1 });
  });

  it('moves a link alone: the journal stays with the file that it leads to', async () => {
    rows(201);
    await take({ plan: at('real') });
    symlinkSync('real', at('plan'));
    rows(202);
    expect(await take()).toMatchObject({ status: 'done', done: 1 });
    expect(existsSync(at('real.journal'))).toBe(true);
    expect(readdirSync(folder).filter((name) => /^plan\.\d+T\d+Z$/.test(name))).toHaveLength(1);
  });

  it.each(['before the plan was moved', 'after it'])('goes on after a kill %s', async (when) => {
    rows(201);
    await take();
    linkSync(at('plan.journal'), at('plan.20261123T101112Z.journal'));
    if (when === 'after it') renameSync(at('plan'), at('plan.20261123T101112Z'));
    rows(202);
    expect(await take()).toMatchObject({ status: 'done', done: 1 });
    expect(numbers()).toEqual(['500100201', '500100202']);
    expect(existsSync(at('plan.20261123T101112Z.journal'))).toBe(true);
  });

  it('is refused where only the plan has gone, and its journal was not set aside', async () => {
    rows(201);
    await take();
    rmSync(at('plan'));
    expect(await rejection(take())).toMatchObject({ path: 'plan' });
    expect(existsSync(at('plan.journal'))).toBe(true);
  });
});
