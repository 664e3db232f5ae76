import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApplyCorrectionsOptions,
  applyCorrections,
  type CorrectingClient,
  importAddressBook,
  type NotMoved,
  planCorrections,
  planDedupe,
} from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let client: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const [ONE, TWO, THREE] = ['48500100201', '48500100202', '48500100203'] as const;

function account(groups: readonly SandboxGroup[], deletedEntries: 'named' | 'all' = 'named'): void {
  sandbox = createSandbox({
    deletedEntries,
    accounts: [
      { username: 'old', password: 'p', groups },
      { username: 'new', password: 'p' },
    ],
  });
  [client] = twoClients(sandbox);
}

const apply = (options: Partial<ApplyCorrectionsOptions> = {}) =>
  applyCorrections({ plan: at('plan'), client, settleMs: 1, concurrency: 1, ...options });
const book = (): unknown =>
  sandbox.account('old')?.groups.map(({ name, numbers }) => [name, numbers.map((one) => `${one.number} ${one.name}`)]);

/** A gateway that deletes one entry of a number at a time. */
const oneByOne = (): CorrectingClient => ({
  getGroups: (options) => client.getGroups(options),
  streamNumbers: (groupId, options) => client.streamNumbers(groupId, options),
  addNumber: (contact, options) => client.addNumber(contact, options),
  async delNumber({ number, groupId }, options) {
    const all = await client.getNumbers(groupId);
    const [, ...others] = all.filter((one) => one.number.endsWith(number.slice(-9)));
    await client.delNumber({ number, groupId }, options);
    for (const other of others) await client.addNumber({ number: other.number, name: other.name, groupId });
  },
});

const DOUBLED: readonly SandboxGroup[] = [
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

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'corrections-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('leaving each number once', () => {
  it('plans those that stand in a group more often, and tells of those that have several names', async () => {
    account(DOUBLED);
    const names: NotMoved[] = [];
    expect(await planDedupe({ client, out: at('plan'), onName: (name) => names.push(name) })).toEqual({
      groups: 1,
      entries: 3,
      corrections: 1,
      left: 1,
    });
    expect(names).toEqual([{ kind: 'name', group: 'A', number: THREE, name: 'Ewa' }]);
    expect(statSync(at('plan')).mode & 0o777).toBe(0o600);
    expect(sandbox.callCount('soap_DelNumber') + sandbox.callCount('soap_AddNumber')).toBe(0);
  });

  it.each<['named' | 'all', readonly string[]]>([
    // What was deleted with the others is added again, at the end.
    ['named', [`${TWO} Ola`, `${THREE} Ela`, `${ONE} Ala`]],
    ['all', [`${TWO} Ola`, `${ONE} Ala`, `${THREE} Ela`]],
  ])('leaves the first name, in its spelling, and nothing else is touched: %s', async (deletedEntries, left) => {
    account(DOUBLED, deletedEntries);
    await planDedupe({ client, out: at('plan'), accept: ['name'] });
    expect(await apply({ dryRun: true })).toMatchObject({ status: 'done', done: 0, total: 2 });
    expect(existsSync(at('plan.journal'))).toBe(false);
    expect(await apply()).toEqual({ status: 'done', done: 2, rejected: 0, total: 2 });
    expect(book()).toEqual([
      ['A', left],
      ['B', [`${ONE} Ala`]],
    ]);
    expect(await planDedupe({ client, out: at('again') })).toMatchObject({ corrections: 0, left: 0 });
    expect(await apply()).toMatchObject({ status: 'done', done: 2 });
  });

  it('holds for gateways that delete one entry of a number at a time', async () => {
    account(DOUBLED);
    await planDedupe({ client, out: at('plan'), accept: ['name'] });
    expect(await apply({ client: oneByOne() })).toMatchObject({ status: 'done', done: 2 });
    expect(sandbox.account('old')?.groups[0]?.numbers).toHaveLength(3);
    expect(new Set(sandbox.account('old')?.groups[0]?.numbers.map(({ name }) => name))).toEqual(
      new Set(['Ala', 'Ola', 'Ela']),
    );
  });

  it('goes on after a run that ended between deleting and adding', async () => {
    account(DOUBLED);
    await planDedupe({ client, out: at('plan') });
    sandbox.failNext('soap_AddNumber', { result: 101 });
    expect(await apply()).toMatchObject({ status: 'credentials', done: 0 });
    expect(JSON.stringify(book())).not.toContain(`${ONE} Ala","${TWO}`);
    expect(await apply()).toMatchObject({ status: 'done', done: 1 });
    expect(book()).toContainEqual(['A', [`${TWO} Ola`, `${THREE} Ela`, `${THREE} Ewa`, `${ONE} Ala`]]);
  });

  it.each([
    ['soap_DelNumber', { drop: 'after' }],
    ['soap_DelNumber', { drop: 'before' }],
    ['soap_AddNumber', { drop: 'after' }],
    ['soap_AddNumber', { drop: 'before' }],
  ] as const)('looks up what has become of a request without an answer: %s %j', async (operation, failure) => {
    account(DOUBLED);
    await planDedupe({ client, out: at('plan') });
    sandbox.failNext(operation, failure);
    expect(await apply()).toMatchObject({ status: 'done', done: 1 });
    expect(book()).toContainEqual(['A', [`${TWO} Ola`, `${THREE} Ela`, `${THREE} Ewa`, `${ONE} Ala`]]);
  });

  it('leaves a number that has changed since, and tells of it', async () => {
    account(DOUBLED);
    await planDedupe({ client, out: at('plan'), accept: ['name'] });
    await client.addNumber({ number: ONE, name: 'new', groupId: 1 });
    const kept: unknown[] = [];
    expect(await apply({ onKept: (one) => kept.push(one) })).toMatchObject({ status: 'changed', done: 1 });
    expect(kept).toEqual([{ group: 'A', number: ONE }]);
    expect(JSON.stringify(book())).toContain(`${ONE} new`);
  });

  it('brings to its end what was begun when it is ended, and begins nothing more', async () => {
    account(DOUBLED);
    await planDedupe({ client, out: at('plan'), accept: ['name'] });
    const ending = new AbortController();
    const interrupting: CorrectingClient = {
      ...oneByOne(),
      async delNumber(contact) {
        ending.abort();
        await client.delNumber(contact);
      },
    };
    expect(await apply({ client: interrupting, signal: ending.signal })).toMatchObject({
      status: 'interrupted',
      done: 1,
    });
    const entries = sandbox.account('old')?.groups[0]?.numbers.length;
    expect(entries).toBe(4);
    expect(await apply()).toMatchObject({ status: 'done', done: 2 });
  });

  it('is its own backup, is refused when it was edited, and in another account', async () => {
    account(DOUBLED);
    await planDedupe({ client, out: at('plan'), account: 'old' });
    expect(await rejection(apply({ account: 'other' }))).toMatchObject({ path: 'from' });
    const [, another] = twoClients(sandbox);
    const file = (async function* () {
      yield readFileSync(at('plan'));
    })();
    await importAddressBook({ file, format: 'jsonl', to: another, plan: at('restore') });
    expect(sandbox.account('new')?.groups).toMatchObject([{ name: 'A', numbers: [{ number: ONE, name: 'Ala' }] }]);
    const text = readFileSync(at('plan'), 'utf8');
    writeFileSync(
      at('plan'),
      text.replace(/"correction".*"name":"Ala"/, (line) => line.replace('Ala', 'Ela')),
    );
    expect(await rejection(apply())).toMatchObject({ path: 'plan', message: expect.stringContaining('was edited') });
  });
});

describe('numbers of a group', () => {
  it('are removed, in whatever spelling, with all of their entries', async () => {
    account(DOUBLED);
    const corrections = [{ number: '500 100 201' }, { number: TWO }];
    expect(await planCorrections({ client, out: at('plan'), groupId: 1, corrections })).toEqual({
      groups: 1,
      entries: 4,
      corrections: 2,
      left: 0,
    });
    expect(await apply()).toMatchObject({ status: 'done', done: 2 });
    expect(book()).toEqual([
      ['A', [`${THREE} Ela`, `${THREE} Ewa`]],
      ['B', [`${ONE} Ala`]],
    ]);
  });

  it('get another name by being deleted and added again', async () => {
    account(DOUBLED);
    await planCorrections({ client, out: at('plan'), groupId: 1, corrections: [{ number: TWO, name: 'Olga' }] });
    expect(await apply({ client: oneByOne() })).toMatchObject({ status: 'done', done: 1 });
    expect(JSON.stringify(book())).toContain(`${TWO} Olga`);
    expect(JSON.stringify(book())).not.toContain(`${TWO} Ola`);
  });

  it.each([
    ['groupId', { groupId: 9 }],
    ['groupId', { groupId: 'x' }],
    ['corrections', { corrections: 'all' }],
    ['corrections[0].number', { corrections: [{ number: '48500100299' }] }],
    ['corrections[1].number', { corrections: [{ number: ONE }, { number: '500 100 201' }] }],
    ['corrections[0].name', { corrections: [{ number: ONE, name: 5 }] }],
    ['corrections[0].info', { corrections: [{ number: ONE, info: '' }] }],
  ])('are refused where they are not usable: %s', async (where, options) => {
    account(DOUBLED);
    const given = { client, out: at('plan'), groupId: 1, corrections: [{ number: ONE }], ...options };
    const error = await rejection(planCorrections(given as never));
    expect(error).toMatchObject({ name: 'ValidationError', path: where });
    expect(String(error)).not.toContain('4850010');
    expect(existsSync(at('plan'))).toBe(false);
  });
});
