import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type NotCopied, planMigration } from '../../../src/address-book/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, clientWith, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const NOTHING = {
  addGroups: 0,
  addNumbers: 0,
  deleteGroups: 0,
  deleteNumbers: 0,
  renameNumbers: 0,
  deletedEntries: 0,
  unchanged: 0,
  notCopied: 0,
  warnings: 0,
};
const NOT_SHOWN = 'unsubscriptions and blacklists are not copied: the SOAP interface does not show them';

describe('the plan of a copy', () => {
  it('contains one step per line, and planning changes neither account', async () => {
    accounts.create(
      [
        { name: 'Łódź', info: 'a', numbers: [...persons(1, 2), { number: '500 100 001', name: 'again' }, person(1)] },
        { name: 'Pusta' },
      ],
      [{ name: 'Łódź', numbers: [person(2)] }],
    );
    await accounts.to.addNumber({ groupId: 3, ...person(3, 'only here') });
    const before = [accounts.book('old'), accounts.book('new')];
    const counts = { ...NOTHING, addGroups: 1, addNumbers: 1, unchanged: 1, notCopied: 3, warnings: 1 };
    const reported: NotCopied[] = [];
    expect(await accounts.plan({ onNotCopied: (what) => reported.push(what) })).toEqual(counts);
    expect(reported.map(({ kind }) => kind)).toEqual(['info', 'name', 'duplicate']);
    expect(accounts.lines()).toEqual([
      { plan: { version: 2, purpose: 'copy', createdAt: expect.any(String) } },
      { warning: NOT_SHOWN },
      { group: { name: 'Łódź', id: 3, source: { id: 1, name: 'Łódź' } } },
      { notCopied: { kind: 'info', group: 'Łódź', info: 'a' } },
      { addNumber: { number: '48500100001', name: 'P1' } },
      { notCopied: { kind: 'name', group: 'Łódź', number: '500 100 001', name: 'again' } },
      { notCopied: { kind: 'duplicate', group: 'Łódź', number: '48500100001', name: 'P1' } },
      { addGroup: { name: 'Pusta', info: '', source: { id: 2, name: 'Pusta' } } },
      { end: { ...counts, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    ]);
    expect([accounts.book('old'), accounts.book('new')]).toEqual(before);
    expect(statSync(accounts.planFile).mode & 0o777).toBe(0o600);
  });

  it('adds several groups of one name to one group, each with its numbers', async () => {
    accounts.create([
      { name: 'A1', info: 'x', numbers: [person(1)] },
      { name: 'A2', info: 'y', numbers: [person(1, 'Ola'), person(2)] },
    ]);
    const { from, to } = accounts;
    const sameNames = clientWith(from, {
      getGroups: async (options) => (await from.getGroups(options)).map((group) => ({ ...group, name: 'A' })),
    });
    await planMigration({ from: sameNames, to, out: accounts.planFile });
    expect(accounts.lines().slice(3, -1)).toEqual([
      { addGroup: { name: 'A', info: 'x', source: { id: 1, name: 'A' } } },
      { addNumber: { number: '48500100001', name: 'P1' } },
      { group: { name: 'A', line: 4, source: { id: 2, name: 'A' } } },
      { notCopied: { kind: 'info', group: 'A', info: 'y' } },
      { notCopied: { kind: 'name', group: 'A', number: '48500100001', name: 'Ola' } },
      { addNumber: { number: '48500100002', name: 'P2' } },
    ]);
    expect(await accounts.apply({ from: sameNames })).toMatchObject({ status: 'done', done: 3 });
    expect(accounts.book('new')).toEqual([['A', '48500100001 P1', '48500100002 P2']]);
  });

  it.each([
    ['to', { to: undefined }],
    ['out', { out: '' }],
    ['labels', { labels: 'old' }],
    ['labels.policy', { labels: { from: 'old', policy: 'merge' } }],
    ['target', { target: 5 }],
  ])('is refused with an invalid option: %s', async (where, options) => {
    accounts.create([]);
    expect(await rejection(accounts.plan(options as never))).toMatchObject({ name: 'ValidationError', path: where });
  });
});
