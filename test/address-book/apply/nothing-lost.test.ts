import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type AddressBookDifference,
  type ApplyPlanOptions,
  importAddressBook,
  type PlanRemovalOptions,
  planMigration,
  planRemoval,
  verifyMigration,
} from '../../../src/address-book/index.js';
import { createSandbox, type SandboxGroup } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, clientWith, twoClients } from '../two-accounts.js';

const accounts = accountsOfTests();
const N = '48500100201';
const A: SandboxGroup = { name: 'A', numbers: [{ number: N, name: 'Ala' }] };

/** Fills both accounts, and copies one to the other. */
async function copied(source: readonly SandboxGroup[], target: readonly SandboxGroup[] = []): Promise<void> {
  accounts.create(source, target);
  await accounts.plan();
  await accounts.apply();
}

const planned = (options: Partial<PlanRemovalOptions> = {}) => {
  const { from, to, planFile: plan } = accounts;
  return planRemoval({ from, to, plan, out: accounts.at('removal'), settleMs: 1, ...options });
};
const remove = (options: Partial<ApplyPlanOptions> = {}) =>
  accounts.apply({ plan: accounts.at('removal'), ...options });
const groupsLeft = (): readonly string[] => accounts.book('old').map(([name = '']) => name);
const lacks = (what: string): object => ({ path: 'to', message: expect.stringContaining(what) });

async function differences(): Promise<readonly AddressBookDifference[]> {
  const found: AddressBookDifference[] = [];
  const { from, to } = accounts;
  await verifyMigration({ from, to, onDifference: (difference) => found.push(difference) });
  return found;
}

describe('one account that is reached by two clients', () => {
  it('is not planned to be deleted, although it contains all that it contains', async () => {
    await copied([A]);
    const [again] = twoClients(accounts.sandbox);
    const { from } = accounts;
    expect(await verifyMigration({ from, to: again })).toMatchObject({ isSame: true, hasSameIds: true });
    expect(await rejection(planned({ to: again }))).toMatchObject({
      ...{ path: 'from', message: expect.stringContaining('is the same account as to') },
    });
    expect([accounts.files().filter((name) => name.startsWith('removal')), groupsLeft()]).toEqual([[], ['A']]);
  });

  it('is not deleted by a plan that was created for two accounts', async () => {
    await copied([A], [{ name: 'other' }]);
    await planned();
    const [again] = twoClients(accounts.sandbox);
    // A target with the ids that the plan expects; they are those of the account's own groups.
    const target = clientWith(again, {
      getGroups: async (options) => (await again.getGroups(options)).map((group) => ({ ...group, id: group.id + 2 })),
      streamNumbers: (groupId, options) => again.streamNumbers(groupId - 2, options),
    });
    expect(await remove({ to: target })).toMatchObject({ status: 'changed', done: 0, error: { path: 'from' } });
    expect(groupsLeft()).toEqual(['A']);
  });

  it('is detected after the first deletion if a new group is not shown everywhere at once', async () => {
    await copied([A, { name: 'B', numbers: [{ number: N, name: 'Ola' }] }]);
    await planned();
    const { to } = accounts;
    // A target that loses what is deleted in the source.
    const losing = clientWith(to, {
      getGroups: async (options) => (await to.getGroups(options)).filter(({ name }) => groupsLeft().includes(name)),
    });
    expect(await remove({ to: losing })).toMatchObject({
      ...{ status: 'changed', done: 1 },
      error: { path: 'from', message: expect.stringContaining('is the same account as to') },
    });
    expect(groupsLeft()).toEqual(['B']);
  });

  it('is detected by a group that is deleted again, also if an earlier check was killed', async () => {
    await copied([A]);
    const killed = clientWith(accounts.from, { delGroup: () => Promise.reject(new Error('killed')) });
    expect(await rejection(planned({ from: killed }))).toMatchObject({ message: 'killed' });
    expect(groupsLeft()).toEqual(['A', expect.stringMatching(/^sms-service-mark-[0-9a-f]{12}$/)]);
    const { from, to } = accounts;
    expect(await verifyMigration({ from, to })).toMatchObject({ groups: 1, isSame: true });
    expect(await planned()).toMatchObject({ deleteGroups: 1, deletedEntries: 1 });
    expect(groupsLeft()).toEqual(['A']);
  });

  it('is detected without deleting other groups than the new one, with any returned id', async () => {
    await copied([A]);
    const wrong = clientWith(accounts.from, {
      async addGroup(group, options) {
        await accounts.from.addGroup(group, options);
        return { groupId: 1 };
      },
    });
    await planned({ from: wrong });
    expect(accounts.book('old')).toEqual([['A', `${N} Ala`]]);
  });

  it('is not taken for two if the account does not show its own new group', async () => {
    await copied([A]);
    const slow = clientWith(accounts.from, {
      getGroups: async (options) => (await accounts.from.getGroups(options)).filter(({ name }) => name === 'A'),
    });
    expect(await rejection(planned({ from: slow }))).toMatchObject({ code: 'CONNECTION' });
    expect([accounts.files().includes('removal'), groupsLeft()[0]]).toEqual([false, 'A']);
  });
});

describe('a removal', () => {
  const TWICE = [
    { number: N, name: 'Ala' },
    { number: '500 100 201', name: 'Ola' },
  ];
  const SAME_TWICE = [TWICE[0], { number: '+48500100201', name: 'Ala' }] as SandboxGroup['numbers'];

  it.each<
    readonly [
      string,
      readonly [SandboxGroup, SandboxGroup?],
      AddressBookDifference,
      string,
      'name' | 'info' | 'duplicate',
      number,
    ]
  >([
    [
      'a further name of a number',
      [{ name: 'A', numbers: TWICE }],
      { kind: 'other-name', group: 'A', number: '500 100 201', name: 'Ola' },
      '1 names',
      'name',
      2,
    ],
    [
      'the info of a group',
      [
        { name: 'A', info: 'mine' },
        { name: 'A', info: 'theirs' },
      ],
      { kind: 'info', group: 'A' },
      '1 infos',
      'info',
      0,
    ],
    [
      'a duplicate',
      [{ name: 'A', numbers: SAME_TWICE }],
      { kind: 'fewer', group: 'A', number: '+48500100201', name: 'Ala' },
      '1 duplicates',
      'duplicate',
      2,
    ],
  ])(
    'requires that the target has %s, unless its loss is accepted',
    async (_what, groups, difference, lack, kind, entries) => {
      await copied([groups[0]], groups[1] === undefined ? [] : [groups[1]]);
      expect(await differences()).toEqual([difference]);
      expect(await rejection(planned())).toMatchObject(lacks(lack));
      const others = (['name', 'info', 'duplicate'] as const).filter((other) => other !== kind);
      expect(await rejection(planned({ accept: others }))).toMatchObject(lacks(lack));
      expect(await planned({ accept: [kind] })).toMatchObject({ deleteGroups: 1, deletedEntries: entries });
      expect(await remove()).toMatchObject({ status: 'done', done: 1 });
      expect(groupsLeft()).toEqual([]);
      // The plan contains what the target lacks.
      expect(accounts.text(accounts.at('removal'))).toContain(
        kind === 'info' ? '"info":"mine"' : TWICE[1]?.number.slice(-3),
      );
    },
  );

  it('compares all groups of one name', async () => {
    await copied([]);
    const { from, to } = accounts;
    // A1 and A2 are shown as A.
    const renamed = (client: typeof from) =>
      clientWith(client, {
        getGroups: async (options) => (await client.getGroups(options)).map((group) => ({ ...group, name: 'A' })),
      });
    for (const [index, name] of ['Ala', 'Ola'].entries()) {
      const { groupId } = await from.addGroup({ name: `A${index + 1}`, info: name });
      await from.addNumber({ number: N, name, groupId });
    }
    const { groupId } = await to.addGroup({ name: 'A1', info: 'Ala' });
    await to.addNumber({ number: N, name: 'Ala', groupId });
    const found: AddressBookDifference[] = [];
    const onDifference = (difference: AddressBookDifference): number => found.push(difference);
    await verifyMigration({ from: renamed(from), to: renamed(to), onDifference });
    expect(found).toEqual([
      { kind: 'info', group: 'A' },
      { kind: 'other-name', group: 'A', number: N, name: 'Ola' },
    ]);
    const second = await to.addGroup({ name: 'A2', info: 'Ola' });
    await to.addNumber({ number: N, name: 'Ola', groupId: second.groupId });
    expect(await verifyMigration({ from: renamed(from), to: renamed(to) })).toMatchObject({
      isSame: true,
      duplicates: 0,
    });
  });

  it.each(['to', 'from'] as const)('skips a group if a name in it has changed since the plan: %s', async (side) => {
    await copied([A]);
    await planned();
    const [client, groupId] = [accounts[side], side === 'to' ? 2 : 1];
    await client.delNumber({ number: N, groupId });
    await client.addNumber({ number: N, name: 'Ela', groupId });
    accounts.events = [];
    expect(await remove({ ifChanged: 'skip' })).toMatchObject({ status: 'changed', done: 0, skipped: 1 });
    expect(accounts.skipped).toEqual([side === 'to' ? 'copy-missing A' : 'entries-changed A']);
    await client.delNumber({ number: N, groupId });
    await client.addNumber({ number: N, name: 'Ala', groupId });
    expect(await remove()).toMatchObject({ status: 'done', done: 1 });
  });

  it('skips a group whose info changes while others are deleted', async () => {
    await copied([A, { name: 'B', info: 'old' }]);
    await planned();
    let isChanged = false;
    const { from } = accounts;
    const source = clientWith(from, {
      async delGroup(id, options) {
        if (id === 1) isChanged = true;
        return from.delGroup(id, options);
      },
      getGroups: async (options) =>
        (await from.getGroups(options)).map((group) =>
          isChanged && group.name === 'B' ? { ...group, info: 'new' } : group,
        ),
    });
    expect(await remove({ from: source })).toMatchObject({ status: 'changed', done: 1, skipped: 1 });
    expect(accounts.book('old')).toEqual([['B']]);
  });

  it('is its own backup, which only its owner can read, and which can be imported', async () => {
    const book = [
      {
        name: 'A',
        info: 'i',
        numbers: [
          { number: N, name: 'Ala' },
          { number: '500 100 202', name: '=x\u2028"' },
        ],
      },
      { name: 'Empty' },
    ];
    await copied(book);
    await planned();
    expect(statSync(accounts.at('removal')).mode & 0o777).toBe(0o600);
    await remove();
    expect(groupsLeft()).toEqual([]);
    const restore = { file: accounts.at('removal'), to: accounts.from, plan: accounts.at('restore'), concurrency: 1 };
    expect(await importAddressBook(restore)).toMatchObject({ status: 'done', done: 4 });
    expect(accounts.sandbox.account('old')?.groups).toMatchObject(book);
  });

  it.each<readonly [string, (text: string) => string]>([
    ['a name was changed', (text) => text.replace('"Ala"', '"Ola"')],
    ['what is accepted was extended', (text) => text.replace('"accept":[]', '"accept":["name"]')],
    ['it was cut', (text) => text.slice(0, -20)],
    ['it is empty', () => ''],
  ])('deletes nothing if its plan was edited: %s', async (_what, edit) => {
    await copied([A, { name: 'Empty' }, { name: 'B' }]);
    await planned();
    const text = accounts.text(accounts.at('removal'));
    const edited = edit(text);
    expect(edited).not.toBe(text);
    writeFileSync(accounts.at('removal'), edited);
    const error = await rejection(remove());
    expect(error).toMatchObject({ name: 'ValidationError', path: 'plan' });
    expect(String(error)).not.toContain(N);
    expect(groupsLeft()).toEqual(['A', 'Empty', 'B']);
  });

  it('deletes only groups of the plan: a group with the same id in another account stays', async () => {
    await copied([A]);
    const groups = [{ name: 'Never copied', numbers: [{ number: N, name: 'Ala' }] }];
    const third = createSandbox({ accounts: [{ username: 'old', password: 'p', groups }] });
    const [other] = twoClients(third);
    // The target has all of its entries, but under the name of another group.
    expect(await rejection(planned({ from: other }))).toMatchObject(lacks('2 missing'));
    await planned();
    expect(await remove({ from: other })).toMatchObject({ status: 'changed', done: 0 });
    expect(third.account('old')?.groups).toMatchObject([{ name: 'Never copied' }]);
  });

  it('is not planned and not applied with other accounts than the plan of the copy', async () => {
    const named = { from: 'old at gateway', to: 'new at gateway' };
    await copied([A]);
    const { from, to } = accounts;
    await planMigration({ from, to, out: accounts.at('named'), accounts: named });
    const isOther = { path: 'from', message: 'from: is not the account that the plan was created for' };
    const third = { ...named, from: 'third at gateway' };
    expect(await rejection(planned({ plan: accounts.at('named'), accounts: third }))).toMatchObject(isOther);
    await planned({ plan: accounts.at('named'), accounts: named });
    expect(await rejection(remove({ accounts: third }))).toMatchObject(isOther);
    expect(accounts.text(accounts.at('removal'))).not.toContain('gateway');
    expect(await remove({ accounts: named })).toMatchObject({ status: 'done', done: 1 });
  });

  it('ends if the gateway has deleted more entries than were compared', async () => {
    await copied([A, { name: 'B' }]);
    await planned();
    const { from } = accounts;
    const late = clientWith(from, {
      async delGroup(groupId, options) {
        if (groupId === 1) await from.addNumber({ number: '48500100299', groupId });
        return from.delGroup(groupId, options);
      },
    });
    expect(await remove({ from: late })).toMatchObject({ status: 'changed', done: 1, extraDeleted: 1 });
    expect(accounts.events).toContainEqual({ type: 'extra-deleted', group: 'A', expected: 1, deleted: 2 });
    expect(groupsLeft()).toEqual(['B']);
  });
});
