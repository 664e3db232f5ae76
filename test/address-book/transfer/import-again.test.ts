import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ImportAddressBookOptions, importAddressBook } from '../../../src/address-book/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, person } from '../two-accounts.js';

const accounts = accountsOfTests();

beforeEach(() => accounts.create([{ name: 'A' }]));

/** Writes the file that is imported: numbers of the group A. */
const rows = (...numbers: readonly number[]): void =>
  writeFileSync(
    accounts.at('book.csv'),
    ['group,number', ...numbers.map((index) => `A,500100${index}`), ''].join('\n'),
  );
const take = (options: Partial<ImportAddressBookOptions> = {}) =>
  importAddressBook({
    file: accounts.at('book.csv'),
    to: accounts.to,
    plan: accounts.planFile,
    settleMs: 1,
    concurrency: 1,
    onEvent: (event) => accounts.events.push(event),
    ...options,
  });
const numbers = (group = 0): readonly string[] =>
  (accounts.sandbox.account('new')?.groups[group]?.numbers ?? []).map(({ number }) => number);

describe('an import with the plan of an earlier one', () => {
  it('that is finished replaces the plan, and no file remains of it', async () => {
    rows(201);
    expect(await take()).toMatchObject({ status: 'done', done: 2 });
    rows(202, 203);
    expect(await take()).toMatchObject({ status: 'done', done: 2, total: 2 });
    expect(numbers()).toEqual(['500100201', '500100202', '500100203']);
    expect(accounts.files()).toEqual(['book.csv', 'plan.jsonl', 'plan.jsonl.journal']);
    for (let night = 0; night < 3; night++) expect(await take()).toMatchObject({ status: 'done', total: 0 });
    expect(accounts.files()).toEqual(['book.csv', 'plan.jsonl']);
  });

  it('of the same file tries again what the gateway has refused', async () => {
    rows(201, 202);
    accounts.sandbox.failNext('soap_AddNumber', { result: 13 });
    expect(await take()).toMatchObject({ status: 'failed', failed: 1 });
    expect(await take()).toMatchObject({ status: 'done', done: 1 });
    writeFileSync(accounts.at('book.csv'), 'group,number\nB,500100201\nB,500100202\n');
    accounts.sandbox.failNext('soap_AddGroup', { result: 4116 });
    expect(await take()).toMatchObject({ status: 'failed', done: 0, failed: 1, total: 3 });
    expect(await take()).toMatchObject({ status: 'done', done: 3 });
    expect(numbers(1)).toEqual(['500100201', '500100202']);
  });

  it('that is unfinished continues, also with another file', async () => {
    rows(201, 202);
    accounts.sandbox.failNext('soap_AddNumber', { delayMs: 1 });
    accounts.sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await take()).toMatchObject({ status: 'limits', done: 2 });
    expect(await take({ signal: AbortSignal.abort() }).catch(() => 'aborted')).toBe('aborted');
    expect(await take()).toMatchObject({ status: 'done', done: 1, total: 1 });
    accounts.sandbox.failNext('soap_AddNumber', { result: 103 });
    rows(203, 204);
    expect(await take()).toMatchObject({ status: 'limits' });
    rows(205);
    expect(await take()).toMatchObject({ status: 'done' });
    expect(numbers()).toEqual(['500100201', '500100202', '500100205']);
  });

  it('that was only planned is replaced by the plan of another file, also of a stream', async () => {
    rows(201);
    await take({ dryRun: true });
    rows(202);
    await take({ dryRun: true });
    expect(accounts.text()).toContain('500100202');
    const file = Readable.from(['group,number\nA,500100203\n']);
    expect(await take({ file, format: 'csv' })).toMatchObject({ status: 'done', done: 2 });
    expect(numbers()).toEqual(['500100203']);
  });

  it('does not replace the plan of a copy between accounts', async () => {
    await accounts.plan();
    const before = readFileSync(accounts.planFile);
    rows(201);
    expect(await rejection(take())).toMatchObject({
      ...{ path: 'plan', message: expect.stringContaining('was not created by an import') },
    });
    expect(readFileSync(accounts.planFile)).toEqual(before);
  });

  it.each([
    ['plan', () => rmSync(accounts.planFile)],
    ['journal', () => rmSync(accounts.journalFile)],
  ])('adds nothing twice if its %s was deleted', async (_what, remove) => {
    rows(201, 202);
    accounts.sandbox.failNext('soap_AddNumber', { delayMs: 1 });
    accounts.sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await take()).toMatchObject({ status: 'limits', done: 2 });
    remove();
    expect(await take()).toMatchObject({ status: 'done' });
    expect(accounts.book('new')).toEqual([['A', '500100201 ', '500100202 ']]);
  });

  it('uses the plan and the journal that a link leads to', async () => {
    rows(201, 202);
    accounts.sandbox.failNext('soap_AddNumber', { result: 103 });
    await take({ plan: accounts.at('real') });
    symlinkSync('real', accounts.planFile);
    expect(await take()).toMatchObject({ status: 'done', done: 2 });
    expect(existsSync(accounts.journalFile)).toBe(false);
    rows(203);
    expect(await take()).toMatchObject({ status: 'done', done: 1 });
    expect(numbers()).toEqual(['500100201', '500100202', '500100203']);
  });
});

describe('an import into an account that changes', () => {
  const row = (group: string, index: number): string => `${group},${person(index).number},${person(index).name}`;
  const book = (...lines: readonly string[]): void =>
    writeFileSync(accounts.at('book.csv'), ['group,number,name', ...lines, ''].join('\n'));
  const [P1, P2, P3, P4] = [1, 2, 3, 4].map((index) => `${person(index).number} P${index}`);

  beforeEach(() => book(row('A', 1), row('A', 2), row('B', 3), row('A', 4)));

  it.each(['fail', 'replan'] as const)('does not use the source of another call, with %s', async (ifChanged) => {
    accounts.create([{ name: 'Private', numbers: [person(8)] }], [{ name: 'A' }]);
    await take({ dryRun: true });
    if (ifChanged === 'replan') await accounts.to.delGroup(accounts.groupId('new', 'A'));
    expect(await accounts.apply({ ifChanged })).toMatchObject({ status: 'done' });
    const texts = accounts.book('new').flat();
    expect([...texts].sort()).toEqual([P1, P2, P3, P4, 'A', 'B']);
  });
});
