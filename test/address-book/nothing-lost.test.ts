import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AddressBookDifference,
  type ApplyRemovalOptions,
  applyMigration,
  applyRemoval,
  importAddressBook,
  type NotMoved,
  type PlanRemovalOptions,
  planMigration,
  planRemoval,
  type RemovingClient,
  verifyMigration,
} from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const N = '48500100201';

async function moved(old: readonly SandboxGroup[], target: readonly SandboxGroup[] = []): Promise<void> {
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: old },
      { username: 'new', password: 'p', groups: target },
    ],
  });
  [from, to] = twoClients(sandbox);
  await planMigration({ from, to, out: at('plan') });
  await applyMigration({ plan: at('plan'), from, to, settleMs: 1 });
}

const remove = (options: Partial<PlanRemovalOptions> = {}) =>
  planRemoval({ from, to, plan: at('plan'), out: at('removal'), ...options });
const carryOut = (options: Partial<ApplyRemovalOptions> = {}) =>
  applyRemoval({ from, to, plan: at('removal'), ...options });
const left = (username = 'old'): readonly string[] => (sandbox.account(username)?.groups ?? []).map(({ name }) => name);
const linesOf = (name: string): readonly string[] => readFileSync(at(name), 'utf8').trimEnd().split('\n');

async function differences(): Promise<readonly AddressBookDifference[]> {
  const found: AddressBookDifference[] = [];
  await verifyMigration({ from, to, onDifference: (difference) => found.push(difference) });
  return found;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nothing-lost-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('one account that is reached in two ways', () => {
  it('is not planned to be emptied, because it has all that it has', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }]);
    const [again] = twoClients(sandbox);
    expect(await verifyMigration({ from, to: again })).toMatchObject({ isComplete: true, hasSameIds: true });
    expect(await rejection(remove({ to: again }))).toMatchObject({
      path: 'from',
      message: expect.stringContaining('is the same account as to'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('removal'))).toEqual([]);
    expect(left()).toEqual(['A']);
  });

  it('is not emptied by a plan that was made of two, either', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }], [{ name: 'other' }]);
    await remove();
    const [again] = twoClients(sandbox);
    // As a target that shows what the plan wants: both ids are those of its own groups.
    const asTarget: Pick<SmsServiceClient, 'getGroups' | 'streamNumbers'> = {
      getGroups: async (options) => (await again.getGroups(options)).map((group) => ({ ...group, id: group.id + 2 })),
      streamNumbers: (groupId, options) => again.streamNumbers(groupId - 2, options),
    };
    expect(await carryOut({ to: asTarget })).toMatchObject({ status: 'changed', done: 0 });
    expect(left()).toEqual(['A']);
  });

  it('is seen after the first deletion, where a new group is not shown everywhere at once', async () => {
    await moved([
      { name: 'A', numbers: [{ number: N, name: 'Ala' }] },
      { name: 'B', numbers: [{ number: N, name: 'Ola' }] },
    ]);
    await remove();
    // A target that forgets what is deleted at the source.
    const forgetful: Pick<SmsServiceClient, 'getGroups' | 'streamNumbers'> = {
      getGroups: async (options) => (await to.getGroups(options)).filter(({ name }) => left().includes(name)),
      streamNumbers: (groupId, options) => to.streamNumbers(groupId, options),
    };
    expect(await carryOut({ to: forgetful })).toMatchObject({
      status: 'changed',
      done: 1,
      error: { path: 'from', message: expect.stringContaining('is the same account as to') },
    });
    expect(left()).toEqual(['B']);
  });

  it('is found out by a group that is removed again, also when its maker was killed', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }]);
    const killed: RemovingClient = {
      getGroups: (options) => from.getGroups(options),
      streamNumbers: (groupId, options) => from.streamNumbers(groupId, options),
      addGroup: (group, options) => from.addGroup(group, options),
      delGroup: () => Promise.reject(new Error('killed')),
    };
    expect(await rejection(remove({ from: killed }))).toMatchObject({ message: 'killed' });
    expect(left()).toEqual(['A', expect.stringMatching(/^sms-service-mark-[0-9a-f]{12}$/)]);
    // Nobody takes it for a group of the account.
    expect(await verifyMigration({ from, to })).toMatchObject({ groups: 1, isComplete: true });
    expect(await remove()).toEqual({ groups: 1, numbers: 1 });
    expect(left()).toEqual(['A']);
    expect(existsSync(at('removal.mark'))).toBe(false);
  });

  it('is not said to be two where a new group is not shown by the account that has it', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }]);
    const slow: RemovingClient = {
      getGroups: async (options) => (await from.getGroups(options)).filter(({ name }) => name === 'A'),
      streamNumbers: (groupId, options) => from.streamNumbers(groupId, options),
      addGroup: (group, options) => from.addGroup(group, options),
      delGroup: (groupId, options) => from.delGroup(groupId, options),
    };
    expect(await rejection(remove({ from: slow }))).toMatchObject({ code: 'CONNECTION' });
    expect(existsSync(at('removal'))).toBe(false);
    expect(left()).toEqual(['A']);
  });
});

describe('names and infos', () => {
  const TWICE = [
    { number: N, name: 'Ala' },
    { number: '500 100 201', name: 'Ola' },
  ];

  it('of a number that stands there twice are told, and keep it from being deleted until they are given up', async () => {
    await moved([{ name: 'A', numbers: TWICE }]);
    expect(await differences()).toEqual([{ kind: 'other-name', group: 'A', number: '500 100 201', name: 'Ola' }]);
    expect(await rejection(remove())).toMatchObject({ path: 'to', message: expect.stringContaining('1 names') });
    expect(await remove({ accept: ['name'] })).toEqual({ groups: 1, numbers: 2 });
    expect(await carryOut()).toMatchObject({ status: 'done', done: 1 });
    expect(readFileSync(at('removal'), 'utf8')).toContain('"Ola"');
  });

  it('are told when the plan is made', async () => {
    const found: NotMoved[] = [];
    await moved([]);
    for (const name of ['Ala', 'Ola']) {
      await from.addGroup({ name: `with ${name}`, info: name });
    }
    const [group] = await from.getGroups();
    for (const contact of TWICE) await from.addNumber({ ...contact, groupId: group?.id ?? 0 });
    await to.addGroup({ name: 'with Ala', info: 'another' });
    await planMigration({ from, to, out: at('again'), onNotMoved: (what) => found.push(what) });
    expect(found).toEqual([
      { kind: 'info', group: 'with Ala', info: 'Ala' },
      { kind: 'name', group: 'with Ala', number: '500 100 201', name: 'Ola' },
    ]);
  });

  it('of two groups of one name are all compared', async () => {
    await moved([]);
    const two = (client: SmsServiceClient): RemovingClient => ({
      getGroups: async (options) =>
        (await client.getGroups(options)).map((group) => ({ ...group, name: group.name.replace(/\d$/, '') })),
      streamNumbers: (groupId, options) => client.streamNumbers(groupId, options),
      addGroup: (group, options) => client.addGroup(group, options),
      delGroup: (groupId, options) => client.delGroup(groupId, options),
    });
    for (const [index, name] of ['Ala', 'Ola'].entries()) {
      const { groupId } = await from.addGroup({ name: `A${index + 1}`, info: name });
      await from.addNumber({ number: N, name, groupId });
    }
    const { groupId } = await to.addGroup({ name: 'A1', info: 'Ala' });
    await to.addNumber({ number: N, name: 'Ala', groupId });
    const found: AddressBookDifference[] = [];
    const onDifference = (difference: AddressBookDifference): number => found.push(difference);
    await verifyMigration({ from: two(from), to: two(to), onDifference });
    expect(found).toEqual([
      { kind: 'info', group: 'A' },
      { kind: 'other-name', group: 'A', number: N, name: 'Ola' },
    ]);
    const second = await to.addGroup({ name: 'A2', info: 'Ola' });
    await to.addNumber({ number: N, name: 'Ola', groupId: second.groupId });
    expect(await verifyMigration({ from: two(from), to: two(to) })).toMatchObject({ isComplete: true, doubles: 0 });
    // What the second one has is there already.
    expect(await planMigration({ from: two(from), to: two(to), out: at('two') })).toMatchObject({
      add: 0,
      notMoved: 0,
    });
  });

  it('are compared as they are: two of one 32-bit hash are not the same', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'costarring' }] }]);
    const [group] = await to.getGroups();
    await to.delNumber({ number: N, groupId: group?.id ?? 0 });
    await to.addNumber({ number: N, name: 'liquid', groupId: group?.id ?? 0 });
    expect(await differences()).toEqual([{ kind: 'other-name', group: 'A', number: N, name: 'costarring' }]);
    expect(await rejection(remove())).toMatchObject({ path: 'to' });
  });

  it('that change on either side after the removal was planned keep their group', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }]);
    await remove();
    const [own] = await from.getGroups();
    const [there] = await to.getGroups();
    for (const [client, group, changed] of [
      [to, there, 'to'],
      [from, own, 'from'],
    ] as const) {
      const groupId = group?.id ?? 0;
      await client.delNumber({ number: N, groupId });
      await client.addNumber({ number: N, name: 'Ela', groupId });
      const kept: unknown[] = [];
      expect(await carryOut({ onKept: (one) => kept.push(one) })).toMatchObject({ status: 'changed', done: 0 });
      expect(kept).toEqual([{ id: own?.id, name: 'A', changed }]);
      await client.delNumber({ number: N, groupId });
      await client.addNumber({ number: N, name: 'Ala', groupId });
    }
    expect(await carryOut()).toMatchObject({ status: 'done', done: 1 });
  });

  it('of a group whose info the target has otherwise keep it until that is given up', async () => {
    await moved([{ name: 'A', info: 'mine' }], [{ name: 'A', info: 'theirs' }]);
    expect(await differences()).toEqual([{ kind: 'info', group: 'A' }]);
    expect(await rejection(remove({ accept: ['name', 'double'] }))).toMatchObject({ path: 'to' });
    expect(await remove({ accept: ['info'] })).toEqual({ groups: 1, numbers: 0 });
    expect(await carryOut()).toMatchObject({ status: 'done', done: 1 });
    expect(readFileSync(at('removal'), 'utf8')).toContain('"info":"mine"');
  });

  it('of a number that stands there twice alike keep it until the second is given up', async () => {
    await moved([
      { name: 'A', numbers: [TWICE[0], { number: '+48500100201', name: 'Ala' }] as SandboxGroup['numbers'] },
    ]);
    expect(await differences()).toEqual([{ kind: 'fewer', group: 'A', number: '+48500100201', name: 'Ala' }]);
    expect(await rejection(remove())).toMatchObject({ path: 'to' });
    expect(await remove({ accept: ['double'] })).toEqual({ groups: 1, numbers: 2 });
  });
});

describe('what the target has besides', () => {
  it('keeps nothing from being removed: a number that stands there twice is no loss', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }], [{ name: 'A', info: 'theirs' }]);
    for (const number of [N, '48500100299', '48500100299']) await to.addNumber({ number, name: 'Ala', groupId: 2 });
    expect(await verifyMigration({ from, to })).toMatchObject({ doubles: 2, isComplete: false });
    expect(await remove()).toEqual({ groups: 1, numbers: 1 });
    expect(await carryOut()).toMatchObject({ status: 'done', done: 1 });
  });
});

describe('a removal', () => {
  const BOOK = [
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

  it('is its own backup, which only its owner can read, and which is imported as it was', async () => {
    await moved(BOOK);
    await remove();
    expect(statSync(at('removal')).mode & 0o777).toBe(0o600);
    await carryOut();
    expect(left()).toEqual([]);
    const file = (async function* () {
      yield readFileSync(at('removal'));
    })();
    const result = await importAddressBook({ file, format: 'jsonl', to: from, plan: at('restore'), concurrency: 1 });
    expect(result).toMatchObject({ status: 'done', done: 4 });
    expect(sandbox.account('old')?.groups).toMatchObject(BOOK);
  });

  it.each([
    ['a name is another', (text: string) => text.replace('"Ala"', '"Ola"')],
    ['a number is gone', (text: string) => text.replace(/\{"kind":"number".*\n/, '')],
    ['a group is gone', (text: string) => text.replace(/\{"kind":"group","id":2.*\n/, '')],
    [
      'it has another group',
      (text: string) => text.replace(/\{"kind":"group","id":2.*\n/, (line) => line + line.replace('2', '3')),
    ],
    ['it has no last line', (text: string) => text.replace(/\{"kind":"end".*\n/, '')],
    [
      'it has lines behind its end',
      (text: string) => `${text}{"kind":"group","id":3,"name":"B","info":"","targetIds":[9]}\n`,
    ],
    ['a group has a part more', (text: string) => text.replace('"info":"i"', '"info":"i","warning":"x"')],
    ['what is accepted is more', (text: string) => text.replace('"accepted":[]', '"accepted":["name"]')],
    ['it is that of an older version', (text: string) => text.replace('"version":1', '"version":0')],
    ['a line is cut off', (text: string) => text.slice(0, -20)],
    ['it is empty', () => ''],
  ])('is not carried out when %s', async (_what, edit) => {
    await moved([...BOOK, { name: 'B' }]);
    await remove();
    const text = readFileSync(at('removal'), 'utf8');
    const edited = edit(text);
    expect(edited).not.toBe(text);
    writeFileSync(at('removal'), edited);
    const error = await rejection(carryOut());
    expect(error).toMatchObject({ name: 'ValidationError', path: 'plan' });
    expect(String(error)).not.toContain('500 100 202');
    expect(left()).toEqual(['A', 'Empty', 'B']);
  });

  it('holds for the groups of the plan only: one of the same id in another account stays', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }]);
    const third = createSandbox({
      accounts: [
        { username: 'old', password: 'p', groups: [{ name: 'Never moved', numbers: [{ number: N, name: 'Ala' }] }] },
      ],
    });
    const [other] = twoClients(third);
    // It has the id of the group that was moved; what it has is in the target, under another name.
    expect(await rejection(remove({ from: other }))).toMatchObject({ path: 'to' });
    await remove();
    const result = await carryOut({ from: other });
    expect(result).toMatchObject({ status: 'changed', done: 0 });
    expect(third.account('old')?.groups).toMatchObject([{ name: 'Never moved' }]);
  });

  it('is not planned, and not carried out, with other accounts than it was made of', async () => {
    const accounts = { from: 'old at gateway', to: 'new at gateway' };
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }]);
    await planMigration({ from, to, out: at('named'), accounts });
    const isOther = { path: 'from', message: expect.stringContaining('another account') };
    const another = { ...accounts, from: 'third at gateway' };
    expect(await rejection(remove({ plan: at('named'), accounts: another }))).toMatchObject(isOther);
    await remove({ plan: at('named'), accounts });
    expect(await rejection(carryOut({ accounts: another }))).toMatchObject(isOther);
    expect(linesOf('removal').join()).not.toContain('gateway');
    expect(await carryOut({ accounts })).toMatchObject({ status: 'done', done: 1 });
  });

  it('ends with the count where the gateway says that more was deleted than was compared', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }, { name: 'B' }]);
    await remove();
    const late: RemovingClient = {
      getGroups: (options) => from.getGroups(options),
      streamNumbers: (groupId, options) => from.streamNumbers(groupId, options),
      addGroup: (group, options) => from.addGroup(group, options),
      async delGroup(groupId, options) {
        if (groupId === 1) await from.addNumber({ number: '48500100299', groupId });
        return from.delGroup(groupId, options);
      },
    };
    expect(await carryOut({ from: late })).toMatchObject({
      status: 'changed',
      done: 1,
      surplus: { id: 1, name: 'A', compared: 1, deleted: 2 },
    });
    expect(left()).toEqual(['B']);
  });

  it('says in a dry run what it would do, and does that', async () => {
    await moved([{ name: 'A', numbers: [{ number: N, name: 'Ala' }] }, { name: 'B' }]);
    await remove();
    await from.addNumber({ number: '48500100299', groupId: 1 });
    const keptBy = async (dryRun: boolean): Promise<readonly unknown[]> => {
      const kept: unknown[] = [];
      await carryOut({ dryRun, onKept: (one) => kept.push(one) });
      return kept;
    };
    const told = await keptBy(true);
    expect(left()).toEqual(['A', 'B']);
    expect(await keptBy(false)).toEqual(told);
    expect(left()).toEqual(['A']);
  });
});
