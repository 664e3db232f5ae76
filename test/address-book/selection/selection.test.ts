import { beforeEach, describe, expect, it } from 'vitest';
import { type PlanMigrationOptions, planRemoval, verifyMigration } from '../../../src/address-book/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests } from '../two-accounts.js';

const accounts = accountsOfTests();
const plan = (options: Partial<PlanMigrationOptions>) => accounts.plan(options);
const verify = (options: Partial<Parameters<typeof verifyMigration>[0]>) =>
  verifyMigration({ from: accounts.from, to: accounts.to, ...options });
const book = (username: 'old' | 'new') =>
  Object.fromEntries(accounts.book(username).map(([name = '', ...numbers]) => [name, numbers]));

beforeEach(() =>
  accounts.create(
    [
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
    ],
    [{ name: 'Own', numbers: [{ number: '48500100999' }] }],
  ),
);

const SELECTION = {
  include: ['VIP*', 'Klienci'],
  exclude: ['*test'],
  normalize: true,
  names: { Klienci: 'Customers' },
} as const;

describe('a plan of a part of an account', () => {
  it('copies only the selected groups, under their new names and numbers', async () => {
    const summary = await plan(SELECTION);
    expect(summary).toMatchObject({ addGroups: 2, addNumbers: 3 });
    expect(accounts.lines()[0]).toMatchObject({ plan: { selection: SELECTION } });
    const { status } = await accounts.apply();
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
    await plan(selection);
    await accounts.from.addNumber({ groupId: accounts.groupId('old', 'Inni'), number: '48500100777', name: '' });
    expect((await accounts.apply()).status).toBe('done');
    const verified = await verify({ plan: accounts.planFile });
    expect(verified).toMatchObject({ groups: 1, numbers: 1, missing: 0, extra: 0, isComplete: true });
    expect(await verify({ include: ['VIP*'], exclude })).toMatchObject({
      groups: 1,
      extra: 0,
      isComplete: true,
    });
    expect(await verify({ exclude: ['VIP test', 'Inni', 'Klienci'] })).toMatchObject({
      missing: 0,
      // The group Own and its number.
      extra: 2,
    });
    const both = verify({ plan: accounts.planFile, include: ['VIP*'] });
    expect(await rejection(both)).toMatchObject({
      message: 'include: is part of the plan. Remove this option',
    });
  });

  it('skips a number that the selected part of the source has lost, in the normalized spelling', async () => {
    await plan({ include: ['VIP*'], normalize: true });
    await accounts.from.delNumber({ groupId: accounts.groupId('old', 'VIP/Kraków'), number: '+48 500-100-201' });
    const result = await accounts.apply({ ifChanged: 'skip' });
    expect(result).toMatchObject({ status: 'changed', done: 3, skipped: 1 });
    expect(accounts.skipped).toEqual(['source-changed VIP/Kraków 201']);
    expect(book('new')).toMatchObject({ 'VIP/Kraków': [], 'VIP test': ['48500100202 Test'] });
  });

  it('is planned again with the same selection', async () => {
    await plan({ include: ['VIP*'], names: { 'VIP test': 'Test' } });
    await accounts.from.delGroup(accounts.groupId('old', 'VIP/Kraków'));
    await accounts.from.addNumber({ groupId: accounts.groupId('old', 'VIP test'), number: '48500100777', name: '' });
    const result = await accounts.apply({ ifChanged: 'replan', concurrency: 1 });
    expect(result).toMatchObject({ status: 'done' });
    expect(book('new')).toEqual({ Own: ['48500100999 '], Test: ['48500100202 Test', '48500100777 '] });
  });

  it('copies groups that get one name to one group, with warnings', async () => {
    const names = { 'VIP/Kraków': 'All', 'VIP test': 'All', Inni: 'All' };
    await plan({ names, exclude: ['Klienci'] });
    expect(
      accounts.lines().filter((line) => typeof line === 'object' && line !== null && 'warning' in line),
    ).toHaveLength(3);
    await accounts.apply({ concurrency: 1 });
    expect(book('new').All).toEqual(['+48 500-100-201 Ania', '48500100202 Test', '48500100204 Ewa']);
  });

  it.each([
    [{ include: ['VIP*', 'Vip*'] }, 'include[1]: matches none of the 4 groups of the source'],
    [{ names: { Inni: 'Others', Nobody: 'Somebody' } }, 'names[1]: renames a group that does not exist in the source'],
  ])('is refused if a pattern or a name matches no group: %j', async (selection, message) => {
    const planning = plan(selection);
    expect(await rejection(planning)).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('is removed from the source under its own names and spellings', async () => {
    const selection = { include: ['VIP/*', 'Inni'], names: { Inni: 'Others' }, normalize: true };
    await plan(selection);
    await accounts.apply();
    expect(
      await planRemoval({ from: accounts.from, to: accounts.to, plan: accounts.planFile, out: accounts.at('removal') }),
    ).toMatchObject({
      deleteGroups: 2,
      deletedEntries: 2,
    });
    expect(accounts.lines(accounts.at('removal'))).toContainEqual({
      entry: { number: '+48 500-100-201', name: 'Ania' },
    });
    expect((await accounts.apply({ plan: accounts.at('removal') })).status).toBe('done');
    expect(Object.keys(book('old'))).toEqual(['VIP test', 'Klienci']);
  });
});

describe('selection options', () => {
  it.each([
    [{ include: [] }, 'include: must contain a pattern'],
    [{ include: 'VIP*' }, 'include: must be an array'],
    [{ names: { 'Caf\u00e9': 'a', 'Cafe\u0301': 'b' } }, 'names: contains the name of entry 1 twice'],
  ])('are refused: %j', async (options, reason) => {
    const planning = plan(options as object);
    expect(await rejection(planning)).toMatchObject({ message: expect.stringContaining(reason) });
  });
});
