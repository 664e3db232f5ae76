import { createReadStream, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  applyCorrections,
  applyMigration,
  applyRemoval,
  type CorrectingClient,
  importAddressBook,
  planCorrections,
  planDedupe,
  planMigration,
  planRemoval,
  type RemovingClient,
  verifyMigration,
} from '../../src/address-book/index.js';
import { type SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const [ONE, TWO, THREE] = ['48500100201', '48500100202', '48500100203'] as const;

function accounts(old: readonly SandboxGroup[], next: readonly SandboxGroup[] = []): void {
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: old },
      { username: 'new', password: 'p', groups: next },
    ],
  });
  [from, to] = twoClients(sandbox);
}

const book = (username = 'old'): unknown =>
  sandbox
    .account(username)
    ?.groups.map(({ name, numbers }) => [name, numbers.map((one) => `${one.number} ${one.name}`)]);

function removing(client: SmsServiceClient, other: Partial<RemovingClient>): RemovingClient {
  return {
    getGroups: (options) => client.getGroups(options),
    streamNumbers: (groupId, options) => client.streamNumbers(groupId, options),
    addGroup: (group, options) => client.addGroup(group, options),
    delGroup: (groupId, options) => client.delGroup(groupId, options),
    ...other,
  };
}

function correcting(client: SmsServiceClient, other: Partial<CorrectingClient>): CorrectingClient {
  return {
    getGroups: (options) => client.getGroups(options),
    streamNumbers: (groupId, options) => client.streamNumbers(groupId, options),
    addNumber: (contact, options) => client.addNumber(contact, options),
    delNumber: (contact, options) => client.delNumber(contact, options),
    ...other,
  };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'eyes-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const moved: readonly SandboxGroup[] = [{ name: 'A', numbers: [{ number: ONE, name: 'Ala' }] }];

async function move(): Promise<void> {
  await planMigration({ from, to, out: at('plan') });
  expect(await applyMigration({ plan: at('plan'), from, to, settleMs: 1 })).toMatchObject({ status: 'done' });
}

describe('what is accepted', () => {
  it('counts once, however often its kind is named', async () => {
    accounts(
      [
        {
          name: 'A',
          numbers: [
            { number: ONE, name: 'Ala' },
            { number: TWO, name: 'Ola' },
          ],
        },
      ],
      [{ name: 'A', numbers: [{ number: ONE, name: 'Ewa' }] }],
    );
    const result = await verifyMigration({ from, to, accept: ['name', 'name'] });
    expect(result).toMatchObject({ missing: 1, otherNames: 1, isComplete: false });
  });
});

describe('the group that tells accounts apart', () => {
  it('is the only one that is deleted, whatever id the gateway says it has got', async () => {
    accounts(moved);
    await move();
    const [group] = await from.getGroups();
    const liar = removing(from, {
      async addGroup(made, options) {
        await from.addGroup(made, options);
        return { groupId: group?.id ?? 0 };
      },
    });
    await planRemoval({ from: liar, to, plan: at('plan'), out: at('removal') }).catch(() => undefined);
    expect(book()).toContainEqual(['A', [`${ONE} Ala`]]);
  });

  it('is noted in no file that is something else', async () => {
    accounts(moved);
    await move();
    writeFileSync(at('removal.mark'), 'mine\n');
    await planRemoval({ from, to, plan: at('plan'), out: at('removal') }).catch(() => undefined);
    expect(readFileSync(at('removal.mark'), 'utf8')).toBe('mine\n');
  });
});

describe('a removal', () => {
  it('leaves a group of which the info has changed while others were deleted', async () => {
    accounts([...moved, { name: 'B', info: 'old' }]);
    await move();
    await planRemoval({ from, to, plan: at('plan'), out: at('removal') });
    let isChanged = false;
    const source = removing(from, {
      async delGroup(id, options) {
        const [name] = (await from.getGroups()).filter((group) => group.id === id).map((group) => group.name);
        if (name === 'A') isChanged = true;
        return from.delGroup(id, options);
      },
      async getGroups(options) {
        const groups = await from.getGroups(options);
        return groups.map((group) => (isChanged && group.name === 'B' ? { ...group, info: 'new' } : group));
      },
    });
    expect(await applyRemoval({ from: source, to, plan: at('removal') })).toMatchObject({ status: 'changed', done: 1 });
    expect(book()).toEqual([['B', []]]);
  });
});

describe('a backup', () => {
  it('is imported with whatever ids the gateway has given its groups', async () => {
    accounts([]);
    const client = correcting(from, {
      getGroups: async () => [{ id: -5, name: 'A', info: '', numberCount: 1 }],
      async *streamNumbers() {
        yield { number: ONE, name: 'Ala', groupId: -5 };
      },
    });
    await planCorrections({ client, out: at('gone'), groupId: -5, corrections: [{ number: ONE }] });
    const file = createReadStream(at('gone'));
    const result = await importAddressBook({ file, format: 'jsonl', to, plan: at('back'), settleMs: 1 });
    expect(result).toMatchObject({ status: 'done', total: 2 });
    expect(book('new')).toEqual([['A', [`${ONE} Ala`]]]);
  });
});

describe('corrections', () => {
  it('give a number its entry back where the gateway refuses the new name', async () => {
    accounts(moved);
    const [group] = await from.getGroups();
    const corrections = [{ number: ONE, name: 'x'.repeat(1001) }];
    await planCorrections({ client: from, out: at('fix'), groupId: group?.id ?? 0, corrections });
    const result = await applyCorrections({ plan: at('fix'), client: from, settleMs: 1 });
    expect(result).toMatchObject({ status: 'rejects', rejected: 1 });
    expect(book()).toEqual([['A', [`${ONE} Ala`]]]);
  });

  it('leave a number that is no telephone number as it is: it could not be added again', async () => {
    accounts(moved);
    const [group] = await from.getGroups();
    const entries = [
      { number: 'abc', name: 'Ala' },
      { number: 'abc', name: 'Ala' },
    ];
    const deleted: string[] = [];
    const client = correcting(from, {
      async *streamNumbers() {
        for (const entry of entries) yield { ...entry, groupId: group?.id ?? 0 };
      },
      async delNumber({ number }) {
        deleted.push(number);
        entries.length = 0;
      },
    });
    expect(await planDedupe({ client, out: at('once') })).toMatchObject({ corrections: 0, left: 1 });
    await applyCorrections({ plan: at('once'), client, settleMs: 1 });
    expect(deleted).toEqual([]);
  });

  it('note each request before it goes out: one that is made again is not as old as the first', async () => {
    accounts(moved);
    const [group] = await from.getGroups();
    const corrections = [{ number: ONE, name: 'Ola' }];
    await planCorrections({ client: from, out: at('fix'), groupId: group?.id ?? 0, corrections });
    const noted: string[] = [];
    const client = correcting(from, {
      delNumber(contact, options) {
        noted.push(readFileSync(at('fix.journal'), 'utf8').trim().split('\n').at(-1) ?? '');
        if (noted.length === 1) sandbox.failNext('soap_DelNumber', { drop: 'before' });
        return from.delNumber(contact, options);
      },
    });
    expect(await applyCorrections({ plan: at('fix'), client, settleMs: 1 })).toMatchObject({ status: 'done' });
    expect(noted).toEqual(['{"begun":4}', '{"begun":4}']);
  });

  it('end when all that is in flight has ended', async () => {
    accounts([
      {
        name: 'A',
        numbers: [ONE, TWO, THREE, '48500100204', '48500100205'].map((number) => ({ number, name: 'Ala' })),
      },
    ]);
    const [group] = await from.getGroups();
    const corrections = [ONE, TWO, THREE, '48500100204', '48500100205'].map((number) => ({ number }));
    await planCorrections({ client: from, out: at('fix'), groupId: group?.id ?? 0, corrections });
    let [calls, inFlight] = [0, 0];
    const client = correcting(from, {
      async delNumber(contact, options) {
        calls += 1;
        if (calls === 1) {
          sandbox.failNext('soap_DelNumber', { result: 101 });
          return from.delNumber(contact, options);
        }
        inFlight += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
        await from.delNumber(contact, options);
        inFlight -= 1;
      },
    });
    await applyCorrections({ plan: at('fix'), client, settleMs: 1, concurrency: 2 });
    expect(inFlight).toBe(0);
  });
});

describe('a plan', () => {
  it('is not begun with two journals at one moment', async () => {
    accounts(moved);
    await planMigration({ from, to, out: at('plan') });
    const run = (journal: string) =>
      applyMigration({ plan: at('plan'), journal: at(journal), from, to, settleMs: 1 }).catch(
        (error: unknown) => error,
      );
    const ends = await Promise.all([run('a'), run('b')]);
    expect(ends.filter((end) => end instanceof Error)).toHaveLength(1);
    expect(book('new')).toEqual([['A', [`${ONE} Ala`]]]);
  });

  it('that was begun is not replaced through a link, and goes on with its journal by that', async () => {
    accounts(moved);
    await move();
    await planRemoval({ from, to, plan: at('plan'), out: at('removal') });
    symlinkSync(at('removal'), at('link'));
    const done = { status: 'done', done: 1 };
    expect(await applyRemoval({ from, to, plan: at('removal') })).toMatchObject(done);
    expect(await applyRemoval({ from, to, plan: at('link') })).toMatchObject(done);
    const error = await rejection(planRemoval({ from, to, plan: at('plan'), out: at('link'), force: true }));
    expect(String(error)).toContain('that was begun');
    expect(readFileSync(at('removal'), 'utf8')).toContain(ONE);
  });

  it('goes on with its journal under another name, where that was moved', async () => {
    accounts(moved);
    await planMigration({ from, to, out: at('plan') });
    await applyMigration({ plan: at('plan'), journal: at('a'), from, to, settleMs: 1 });
    renameSync(at('a'), at('b'));
    const error = await rejection(applyMigration({ plan: at('plan'), journal: at('c'), from, to, settleMs: 1 }));
    expect(String(error)).not.toContain('go on with');
    expect(await applyMigration({ plan: at('plan'), journal: at('b'), from, to, settleMs: 1 })).toMatchObject({
      status: 'done',
      done: 2,
    });
  });
});
