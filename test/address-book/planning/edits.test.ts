import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type DedupeSummary,
  type NotCopied,
  type PlanDedupeOptions,
  type PlanEditsOptions,
  planDedupe,
  planEdits,
} from '../../../src/address-book/index.js';
import type { SandboxGroup } from '../../../src/sandbox/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, clientWith, twoClients } from '../two-accounts.js';

const accounts = accountsOfTests();
const [ONE, TWO, THREE] = ['48500100201', '48500100202', '48500100203'] as const;
const GROUPS: readonly SandboxGroup[] = [
  {
    name: 'A',
    numbers: [
      { number: ONE, name: 'Ala' },
      { number: TWO, name: 'Ola' },
      { number: '+48 500 100 201', name: 'Ala' },
      { number: '500100201', name: '' },
      { number: THREE, name: 'Ela' },
      { number: THREE, name: 'Ewa' },
    ],
  },
  { name: 'B', numbers: [{ number: ONE, name: 'Ala' }] },
];
const B = ['B', `${ONE} Ala`];

const dedupe = (options: Partial<PlanDedupeOptions> = {}): Promise<DedupeSummary> =>
  planDedupe({ to: accounts.to, out: accounts.planFile, settleMs: 1, ...options });
const edit = (options: Partial<PlanEditsOptions> = {}) =>
  planEdits({ to: accounts.to, out: accounts.planFile, groupId: accounts.groupId('new', 'A'), edits: [], ...options });
const apply = (options: Parameters<typeof accounts.apply>[0] = {}) =>
  accounts.apply({ from: undefined, concurrency: 1, ...options });
const book = () => accounts.book('new');

describe('planDedupe', () => {
  it('plans numbers that a group has more than once, and reports further names', async () => {
    accounts.create([], GROUPS);
    const names: NotCopied[] = [];
    const summary = await dedupe({ onNotCopied: (name) => names.push(name) });
    expect(summary).toMatchObject({
      deleteNumbers: 1,
      addNumbers: 1,
      renameNumbers: 1,
      deletedEntries: 2,
      remaining: 1,
    });
    expect(names).toEqual([{ kind: 'name', group: 'A', number: THREE, name: 'Ewa' }]);
    expect(statSync(accounts.planFile).mode & 0o777).toBe(0o600);
    expect(book()).toHaveLength(2);
    expect(accounts.sandbox.callCount('soap_DelNumber') + accounts.sandbox.callCount('soap_AddNumber')).toBe(0);
  });

  it.each<['named' | 'all', readonly string[]]>([
    // The gateway deletes the entry with the given spelling only, or all entries of the number.
    ['named', [`${TWO} Ola`, `${THREE} Ela`, `${ONE} Ala`]],
    ['all', [`${TWO} Ola`, `${ONE} Ala`, `${THREE} Ela`]],
  ])('leaves the first name, with every kind of gateway: %s', async (deletedEntries, numbers) => {
    accounts.sandbox = createSandbox({
      deletedEntries,
      accounts: [
        { username: 'old', password: 'p' },
        { username: 'new', password: 'p', groups: GROUPS },
      ],
    });
    [accounts.from, accounts.to] = twoClients(accounts.sandbox);
    await dedupe({ accept: ['name'] });
    expect(await apply()).toMatchObject({ status: 'done', done: 4, changes: { numbersRenamed: 2 } });
    expect(book()).toEqual([['A', ...numbers], B]);
    expect(await dedupe({ out: accounts.at('again') })).toMatchObject({ deleteNumbers: 0, remaining: 0 });
    expect(await apply()).toMatchObject({ status: 'done', done: 4, changes: { numbersRenamed: 0 } });
  });

  it.each([
    ['soap_DelNumber', { drop: 'after' }],
    ['soap_DelNumber', { drop: 'before' }],
    ['soap_AddNumber', { drop: 'after' }],
    ['soap_AddNumber', { drop: 'before' }],
  ] as const)('looks up a request with unknown outcome: %s %j', async (operation, failure) => {
    accounts.create([], GROUPS);
    await dedupe();
    accounts.sandbox.failNext(operation, failure);
    expect(await apply()).toMatchObject({ status: 'done' });
    expect(book()).toEqual([['A', `${TWO} Ola`, `${THREE} Ela`, `${THREE} Ewa`, `${ONE} Ala`], B]);
  });

  it('finishes what was begun when it is interrupted, and begins nothing more', async () => {
    accounts.create([], GROUPS);
    await dedupe({ accept: ['name'] });
    const ending = new AbortController();
    const to = clientWith(accounts.to, {
      delNumber: async (contact) => {
        ending.abort();
        return accounts.to.delNumber(contact);
      },
    });
    expect(await apply({ to, signal: ending.signal })).toMatchObject({ status: 'interrupted', done: 2 });
    expect(book()[0]).toHaveLength(5);
    expect(await apply()).toMatchObject({ status: 'done', done: 4 });
  });
});

describe('planEdits', () => {
  it('deletes numbers with all their entries, in any spelling', async () => {
    accounts.create([], GROUPS);
    const summary = await edit({ edits: [{ number: '500 100 201' }, { number: TWO }] });
    expect(summary).toMatchObject({ deleteNumbers: 2, deletedEntries: 4, addNumbers: 0 });
    expect(await apply()).toMatchObject({ status: 'done', changes: { numbersDeleted: 2 } });
    expect(book()).toEqual([['A', `${THREE} Ela`, `${THREE} Ewa`], B]);
  });

  it.each([
    ['groupId', { groupId: 99 }],
    ['edits[0].number', { edits: [{ number: '48500100299' }] }],
    ['edits[1].number', { edits: [{ number: ONE }, { number: '500 100 201' }] }],
    ['edits[0].info', { edits: [{ number: ONE, info: '' }] }],
  ])('is refused with an invalid option: %s', async (where, options) => {
    accounts.create([], GROUPS);
    const error = await rejection(edit(options));
    expect(error).toMatchObject({ name: 'ValidationError', path: where });
    expect(String(error)).not.toContain('4850010');
    expect(existsSync(accounts.planFile)).toBe(false);
  });
});
