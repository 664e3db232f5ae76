import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApplyMigrationOptions,
  applyMigration,
  planMigration,
  type WritingClient,
} from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../src/sandbox/index.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const planFile = (): string => path.join(folder, 'plan.jsonl');
const journalFile = (): string => `${planFile()}.journal`;

async function planned(source: readonly SandboxGroup[], target: readonly SandboxGroup[] = []): Promise<void> {
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: source },
      { username: 'new', password: 'p', groups: target },
    ],
  });
  [from, to] = twoClients(sandbox);
  await planMigration({ from, to, out: planFile() });
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'resuming-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const apply = (options: Partial<ApplyMigrationOptions> = {}) =>
  applyMigration({ plan: planFile(), from, to, settleMs: 1, concurrency: 1, ...options });
const moved = (): unknown =>
  sandbox.account('new')?.groups.map(({ name, numbers }) => [name, numbers.map(({ number }) => number)]);

const A = {
  name: 'A',
  numbers: [{ number: '48500100001' }, { number: '500 100 002' }, { number: '48500100003' }],
};
const ALL_OF_A = ['A', ['48500100001', '500 100 002', '48500100003']];

describe('going on', () => {
  it.each([
    ['half of it', { result: 103 }],
    ['all of it', undefined],
  ])('with another account is refused, where %s was carried out in the first', async (_, failure) => {
    await planned([A, { name: 'B', numbers: A.numbers }], [{ name: 'B' }]);
    if (failure !== undefined) sandbox.failNext('soap_AddNumber', failure);
    await apply();
    const other = createSandbox({ accounts: [{ username: 'new', password: 'p', groups: [{ name: 'B' }] }] });
    const [, third] = twoClients(other);
    expect(await apply({ to: third, dryRun: true })).toMatchObject({ status: 'changed' });
    expect(await apply({ to: third })).toMatchObject({ status: 'changed' });
    expect(other.account('new')?.groups).toMatchObject([{ name: 'B', numbers: [] }]);
    expect(await apply()).toMatchObject({ status: 'done' });
  });

  it('where nothing is left to be done does not ask what has become of the source', async () => {
    await planned([A]);
    await apply();
    await from.addNumber({ groupId: 1, number: '48500100009' });
    expect(await apply()).toMatchObject({ status: 'done', done: 4 });
  });

  it('adds nothing twice, wherever a journal was cut off that has lost its end', async () => {
    await planned([A]);
    await apply();
    const lines = readFileSync(journalFile(), 'utf8').split('\n').slice(0, -1);
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('{"ended":true}');
    // With its first line alone it is a new one, for which the target has changed.
    for (let kept = 2; kept < lines.length; kept++) {
      writeFileSync(journalFile(), `${lines.slice(0, kept).join('\n')}\n`);
      expect(await apply()).toMatchObject({ status: 'done', done: 4, total: 4 });
      expect(moved()).toEqual([ALL_OF_A]);
    }
  });

  it('adds no number that somebody else has added meanwhile', async () => {
    await planned([A], [{ name: 'A' }]);
    sandbox.failNext('soap_AddNumber', { delayMs: 1 });
    sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await apply()).toMatchObject({ status: 'limits', done: 1 });
    await to.addNumber({ groupId: 2, number: '48500100003' });
    expect(await apply()).toMatchObject({ status: 'done', done: 3 });
    expect(moved()).toEqual([['A', ['48500100001', '48500100003', '500 100 002']]]);
  });

  it('ends where a group is not there any more that is to be filled', async () => {
    await planned([A]);
    sandbox.failNext('soap_AddNumber', { result: 103 });
    await apply();
    await to.delGroup(2);
    await to.addGroup({ name: 'Another' });
    expect(await apply()).toMatchObject({ status: 'changed', done: 1 });
    expect(moved()).toEqual([['Another', []]]);
  });

  it('makes a group that its journal says is made without saying which', async () => {
    await planned([A]);
    sandbox.failNext('soap_AddGroup', { result: 103 });
    await apply();
    writeFileSync(journalFile(), `${readFileSync(journalFile(), 'utf8')}{"done":4}\n`);
    expect(await apply()).toMatchObject({ status: 'done', done: 4 });
    expect(moved()).toEqual([ALL_OF_A]);
  });
});

describe('a group that the target says it has', () => {
  it('is not filled when somebody else has made it, who may fill it too', async () => {
    await planned([A]);
    const late: WritingClient = {
      getGroups: (options) => to.getGroups(options),
      streamNumbers: (groupId, options) => to.streamNumbers(groupId, options),
      async addGroup(group, options) {
        await to.addGroup(group);
        return to.addGroup(group, options);
      },
      addNumber: (contact, options) => to.addNumber(contact, options),
    };
    expect(await apply({ to: late })).toMatchObject({ status: 'changed', done: 0, error: { code: 'CONFLICT' } });
    expect(moved()).toEqual([['A', []]]);
    expect(await apply()).toMatchObject({ status: 'changed', done: 0 });
  });

  it('is refused when it has none of that name: for the gateway another name may be the same', async () => {
    await planned([A, { name: 'B' }], [{ name: 'a' }]);
    sandbox.failNext('soap_AddGroup', { result: 4116 });
    const rejected: unknown[] = [];
    const result = await apply({ onEvent: (event) => rejected.push(event) });
    expect(result).toMatchObject({ status: 'rejects', done: 1, rejected: 1, total: 5 });
    expect(rejected[0]).toEqual({
      ...{ type: 'rejected', line: 4, group: 'A' },
      ...{ code: 4116, meaning: 'the group already exists' },
    });
    expect(moved()).toEqual([
      ['a', []],
      ['B', []],
    ]);
  });
});
