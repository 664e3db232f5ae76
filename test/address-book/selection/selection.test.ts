import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPlan, planMigration, planRemoval, verifyMigration } from '../../../src/address-book/index.js';
import type { SmsServiceClient } from '../../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { twoClients } from '../two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const planned = (name: string): readonly unknown[] =>
  readFileSync(at(name), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
const book = (username: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (sandbox.account(username)?.groups ?? []).map(({ name, numbers }) => [
      name,
      numbers.map((entry) => `${entry.number} ${entry.name}`),
    ]),
  );

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'selection-'));
  const groups = [
    { name: 'VIP/Kraków', numbers: [{ number: '+48 500-100-201', name: 'Ania' }] },
    { name: 'VIP test', numbers: [{ number: '48500100202', name: 'Test' }] },
    {
      name: 'Klienci',
      numbers: [
        { number: '500 100 203', name: 'Ola' },
        { number: 'no number', name: 'Piotr' },
      ],
    },
    { name: 'Inni', numbers: [{ number: '48500100204', name: 'Ewa' }] },
  ];
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups },
      { username: 'new', password: 'p', groups: [{ name: 'Own', numbers: [{ number: '48500100999' }] }] },
    ],
  });
  [from, to] = twoClients(sandbox);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const SELECTION = {
  include: ['VIP*', 'Klienci'],
  exclude: ['*test'],
  normalize: true,
  names: { Klienci: 'Customers' },
} as const;

describe('a plan of a part of an account', () => {
  it('copies only the selected groups, under their new names and numbers', async () => {
    const summary = await planMigration({ from, to, out: at('plan'), ...SELECTION });
    expect(summary).toMatchObject({ addGroups: 2, addNumbers: 3 });
    expect(planned('plan')[0]).toMatchObject({ plan: { selection: SELECTION } });
    const { status } = await applyPlan({ plan: at('plan'), from, to, settleMs: 1 });
    // The gateway refuses a text that is not a number; it was not left out silently.
    expect(status).toBe('failed');
    expect(book('new')).toEqual({
      Own: ['48500100999 '],
      'VIP/Kraków': ['48500100201 Ania'],
      Customers: ['48500100203 Ola'],
    });
  });

  it('is applied and verified with the selection of the plan', async () => {
    const { exclude, names } = SELECTION;
    const selection = { include: ['VIP*'], exclude, names, normalize: true };
    await planMigration({ from, to, out: at('plan'), ...selection });
    await from.addNumber({ groupId: (await groupOf(from, 'Inni')).id, number: '48500100777', name: '' });
    expect((await applyPlan({ plan: at('plan'), from, to, settleMs: 1 })).status).toBe('done');
    const verified = await verifyMigration({ from, to, plan: at('plan') });
    expect(verified).toMatchObject({ groups: 1, numbers: 1, missing: 0, extra: 0, isComplete: true });
    expect(await verifyMigration({ from, to, ...{ include: ['VIP*'], exclude } })).toMatchObject({
      groups: 1,
      extra: 0,
      isComplete: true,
    });
    expect(await verifyMigration({ from, to, exclude: ['VIP test', 'Inni', 'Klienci'] })).toMatchObject({
      missing: 0,
      // The group Own and its number.
      extra: 2,
    });
    const both = verifyMigration({ from, to, plan: at('plan'), include: ['VIP*'] });
    expect(await rejection(both)).toMatchObject({
      message: 'include: is part of the plan. Remove this option',
    });
  });

  it('skips a number that the selected part of the source has lost, in the normalized spelling', async () => {
    await planMigration({ from, to, out: at('plan'), include: ['VIP*'], normalize: true });
    await from.delNumber({ groupId: (await groupOf(from, 'VIP/Kraków')).id, number: '+48 500-100-201' });
    const skipped: unknown[] = [];
    const result = await applyPlan({
      ...{ plan: at('plan'), from, to, settleMs: 1, ifChanged: 'skip' },
      onEvent: (event) => (event.type === 'skipped' ? skipped.push(event) : undefined),
    });
    expect(result).toMatchObject({ status: 'changed', done: 3, skipped: 1 });
    expect(skipped).toMatchObject([{ reason: 'source-changed', group: 'VIP/Kraków', number: '48500100201' }]);
    expect(book('new')).toMatchObject({ 'VIP/Kraków': [], 'VIP test': ['48500100202 Test'] });
  });

  it('is planned again with the same selection', async () => {
    await planMigration({ from, to, out: at('plan'), include: ['VIP*'], names: { 'VIP test': 'Test' } });
    await from.delGroup((await groupOf(from, 'VIP/Kraków')).id);
    await from.addNumber({ groupId: (await groupOf(from, 'VIP test')).id, number: '48500100777', name: '' });
    const result = await applyPlan({ plan: at('plan'), from, to, settleMs: 1, ifChanged: 'replan', concurrency: 1 });
    expect(result).toMatchObject({ status: 'done' });
    expect(book('new')).toEqual({ Own: ['48500100999 '], Test: ['48500100202 Test', '48500100777 '] });
  });

  it('copies groups that get one name to one group, with warnings', async () => {
    const names = { 'VIP/Kraków': 'All', 'VIP test': 'All', Inni: 'All' };
    await planMigration({ from, to, out: at('plan'), names, exclude: ['Klienci'] });
    expect(
      planned('plan').filter((line) => typeof line === 'object' && line !== null && 'warning' in line),
    ).toHaveLength(3);
    await applyPlan({ plan: at('plan'), from, to, settleMs: 1, concurrency: 1 });
    expect(book('new').All).toEqual(['+48 500-100-201 Ania', '48500100202 Test', '48500100204 Ewa']);
  });

  it('can exchange two names', async () => {
    const names = { Inni: 'VIP test', 'VIP test': 'Inni' };
    await planMigration({ from, to, out: at('plan'), names, include: ['Inni', 'VIP test'] });
    await applyPlan({ plan: at('plan'), from, to, settleMs: 1 });
    expect(book('new')).toMatchObject({ Inni: ['48500100202 Test'], 'VIP test': ['48500100204 Ewa'] });
    expect(await verifyMigration({ from, to, names, include: ['Inni', 'VIP test'] })).toMatchObject({
      isComplete: true,
      extra: 0,
    });
  });

  it.each([
    [{ include: ['VIP*', 'Vip*'] }, 'include[1]: matches none of the 4 groups of the source'],
    [{ names: { Inni: 'Others', Nobody: 'Somebody' } }, 'names[1]: renames a group that does not exist in the source'],
  ])('is refused if a pattern or a name matches no group: %j', async (selection, message) => {
    const planning = planMigration({ from, to, out: at('plan'), ...selection });
    expect(await rejection(planning)).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('is removed from the source under its own names and spellings', async () => {
    const selection = { include: ['VIP/*', 'Inni'], names: { Inni: 'Others' }, normalize: true };
    await planMigration({ from, to, out: at('plan'), ...selection });
    await applyPlan({ plan: at('plan'), from, to, settleMs: 1 });
    expect(await planRemoval({ from, to, plan: at('plan'), out: at('removal') })).toMatchObject({
      deleteGroups: 2,
      deletedEntries: 2,
    });
    expect(planned('removal')).toContainEqual({ entry: { number: '+48 500-100-201', name: 'Ania' } });
    expect((await applyPlan({ from, to, plan: at('removal') })).status).toBe('done');
    expect(Object.keys(book('old'))).toEqual(['VIP test', 'Klienci']);
  });

  it('is refused if its selection was edited to something invalid', async () => {
    await planMigration({ from, to, out: at('plan'), include: ['VIP*'] });
    writeFileSync(at('plan'), readFileSync(at('plan'), 'utf8').replace('"include":["VIP*"]', '"include":[7]'));
    const applied = applyPlan({ plan: at('plan'), from, to, settleMs: 1 });
    expect(await rejection(applied)).toMatchObject({
      message: expect.stringContaining('line 1 is not the first line of a plan that this version can read'),
    });
  });
});

describe('selection options', () => {
  it.each([
    [{ include: [] }, 'include: must contain a pattern'],
    [{ include: 'VIP*' }, 'include: is not an array'],
    [{ exclude: [''] }, 'exclude[0]: is empty'],
    [{ names: ['a'] }, 'names: must be an object'],
    [{ names: { a: '' } }, 'names[0]: is empty'],
    [{ names: { 'Caf\u00e9': 'a', 'Cafe\u0301': 'b' } }, 'names: contains the name of entry 1 twice'],
    [{ normalize: 'yes' }, 'normalize: is not true or false'],
  ])('are refused: %j', async (options, reason) => {
    const plan = planMigration({ from, to, out: at('plan'), ...(options as object) });
    expect(await rejection(plan)).toMatchObject({ message: expect.stringContaining(reason) });
  });
});

async function groupOf(client: SmsServiceClient, name: string): Promise<{ readonly id: number }> {
  const found = (await client.getGroups()).find((group) => group.name === name);
  if (found === undefined) throw new Error(`no group ${name}`);
  return found;
}
