import { describe, expect, it } from 'vitest';
import { type ApplyPlanOptions, applyPlan, planEdits } from '../../../src/address-book/index.js';
import { ConnectionError, type SmsServiceClient } from '../../../src/client/index.js';
import type { SandboxGroup } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, clientThatCalls, clientWith, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const apply = (ifChanged: ApplyPlanOptions['ifChanged']) => accounts.apply({ ifChanged, concurrency: 1 });

/** Two groups of the source: A with the numbers 1, 2 and 3, and B with 4. */
const SOURCE: readonly SandboxGroup[] = [
  { name: 'A', numbers: persons(1, 3) },
  { name: 'B', numbers: persons(4, 1) },
];
const [P1, P2, P3, P4] = ['48500100001 P1', '48500100002 P2', '48500100003 P3', '48500100004 P4'];

interface Change {
  readonly what: string;
  readonly target?: readonly SandboxGroup[];
  /** What happens between the plan and its application. */
  readonly change: (clients: { readonly from: SmsServiceClient; readonly to: SmsServiceClient }) => Promise<unknown>;
  /** The steps that are skipped with `'skip'`; with `'fail'` the first one. */
  readonly skipped: readonly string[];
  /** The target after `'skip'`. */
  readonly book: readonly (readonly unknown[])[];
  /** The target after `'replan'`, if it differs. */
  readonly replanned?: readonly (readonly unknown[])[];
}

const A = 1;
const B = 2;
const CHANGES: readonly Change[] = [
  {
    what: 'a number that has another name in the source is added under the new name',
    change: async ({ from }) => {
      await from.delNumber({ groupId: A, number: person(2).number });
      await from.addNumber({ groupId: A, ...person(2, 'new') });
    },
    skipped: ['source-changed A 002'],
    book: [
      ['A', P1, P3],
      ['B', P4],
    ],
    replanned: [
      ['A', P1, P3, '48500100002 new'],
      ['B', P4],
    ],
  },
  {
    what: 'a group that the source has deleted and added again is added with its new content',
    change: async ({ from }) => {
      await from.delGroup(B);
      const { groupId } = await from.addGroup({ name: 'B' });
      await from.addNumber({ groupId, ...person(5) });
    },
    skipped: ['source-changed B', 'group-missing B 004'],
    book: [['A', P1, P2, P3]],
    replanned: [
      ['A', P1, P2, P3],
      ['B', '48500100005 P5'],
    ],
  },
  {
    what: 'a group that was added to the target is filled',
    change: ({ to }) => to.addGroup({ name: 'B' }),
    skipped: [],
    book: [
      ['B', P4],
      ['A', P1, P2, P3],
    ],
  },
  {
    what: 'a number that was added to the target, in any spelling, is not added again',
    target: [{ name: 'A' }],
    change: ({ to }) => to.addNumber({ groupId: 3, number: '+48 500 100 002', name: 'other' }),
    skipped: [],
    book: [
      ['A', '+48 500 100 002 other', P1, P3],
      ['B', P4],
    ],
  },
];

describe('a plan that no longer fits its accounts', () => {
  describe.each(CHANGES)('$what', ({ target = [], change, skipped, book, replanned = book }) => {
    const prepare = async (): Promise<void> => {
      accounts.create(SOURCE, target);
      await accounts.plan();
      await change(accounts);
    };

    it('with fail: the first step that does not fit ends the run', async () => {
      await prepare();
      const result = await apply('fail');
      expect(accounts.skipped).toEqual(skipped.slice(0, 1));
      expect(result).toMatchObject({
        status: skipped.length > 0 ? 'changed' : 'done',
        skipped: skipped.length > 0 ? 1 : 0,
      });
    });

    it('with skip: all other steps are done, and a dry run shows the same', async () => {
      await prepare();
      const dry = await accounts.apply({ ifChanged: 'skip', dryRun: true });
      expect(accounts.skipped).toEqual(skipped);
      const expected = { status: skipped.length > 0 ? 'changed' : 'done', skipped: skipped.length };
      expect(dry).toMatchObject(expected);
      accounts.events = [];
      const run = await apply('skip');
      expect(accounts.skipped).toEqual(skipped);
      expect(run).toMatchObject({ ...expected, done: run.total - skipped.length, changes: dry.changes });
      expect(accounts.book('new')).toEqual(book);
    });

    it('with replan: the rest is planned again in the same file and done', async () => {
      await prepare();
      expect(await apply('replan')).toMatchObject({ status: 'done', skipped: 0 });
      expect(accounts.book('new')).toEqual(replanned);
      expect(accounts.events.filter(({ type }) => type === 'planned')).toHaveLength(skipped.length > 0 ? 1 : 0);
      // All steps are done.
      expect(await apply('replan')).toMatchObject({ status: 'done', changes: { groupsAdded: 0, numbersAdded: 0 } });
      expect(accounts.files().filter((name) => name !== 'plan.jsonl' && name !== 'plan.jsonl.journal')).toEqual([]);
    });
  });

  it.each([
    ['the code for a missing group', (to: SmsServiceClient) => to.delGroup(accounts.groupId('new', 'A'))],
    ['the code for an unknown id', async () => accounts.sandbox.failNext('soap_AddNumber', { result: 301 })],
  ])('skips the numbers of a group that is deleted while it is filled: %s', async (_code, act) => {
    accounts.create(SOURCE);
    await accounts.plan();
    const to = clientThatCalls(accounts.to, 2, async () => act(accounts.to));
    const before = accounts.sandbox.callCount('soap_AddNumber');
    const result = await accounts.apply({ to, ifChanged: 'skip', concurrency: 1 });
    expect([result.status, result.error]).toEqual(['changed', undefined]);
    expect(accounts.skipped).toEqual(['group-missing A 002', 'group-missing A 003']);
    expect(accounts.book('new').at(-1)).toEqual(['B', P4]);
    // After the refusal no further number is sent to the group.
    expect(accounts.sandbox.callCount('soap_AddNumber') - before).toBe(3);
  });
});

describe('replan', () => {
  it('requires a plan of a copy, and its source', async () => {
    accounts.create(SOURCE);
    await accounts.plan();
    expect(await rejection(accounts.apply({ ifChanged: 'replan', from: undefined }))).toMatchObject({ path: 'from' });
    await planEdits({
      to: accounts.from,
      out: accounts.at('edit'),
      groupId: A,
      edits: [{ number: P1?.slice(0, 11) ?? '' }],
    });
    const edit = applyPlan({ plan: accounts.at('edit'), to: accounts.from, ifChanged: 'replan' });
    expect(await rejection(edit)).toMatchObject({ path: 'ifChanged' });
    expect([accounts.book('old').length, accounts.book('new')]).toEqual([2, []]);
  });

  it('ends with the error of the gateway if an account cannot be read, and the next call continues', async () => {
    accounts.create(SOURCE);
    await accounts.plan();
    await accounts.from.delNumber({ groupId: A, number: person(2).number });
    const plan = accounts.text();
    let calls = 0;
    const failing = clientWith(accounts.from, {
      async getGroups(options) {
        calls += 1;
        // The first call is that of the run, the second one that of the new plan.
        if (calls === 2) throw new ConnectionError('away', 'not-sent');
        return accounts.from.getGroups(options);
      },
    });
    const result = await accounts.apply({ from: failing, ifChanged: 'replan', concurrency: 1 });
    expect(result).toMatchObject({ status: 'transient', done: 5, error: { code: 'CONNECTION' } });
    expect(accounts.text()).toBe(plan);
    expect(await apply('replan')).toMatchObject({ status: 'done' });
    expect(accounts.book('new')).toEqual([
      ['A', P1, P3],
      ['B', P4],
    ]);
  });

  it('looks up requests with unknown outcome before it plans again', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 3) }]);
    await accounts.plan();
    let calls = 0;
    const losing = clientWith(accounts.to, {
      async addNumber(contact, options) {
        calls += 1;
        if (calls === 1) accounts.sandbox.failNext('soap_AddNumber', { drop: 'after' });
        return accounts.to.addNumber(contact, options);
      },
    });
    await accounts.from.delNumber({ groupId: A, number: person(3).number });
    const result = await accounts.apply({ to: losing, ifChanged: 'replan', concurrency: 1, settleMs: 50 });
    expect(result).toMatchObject({ status: 'done' });
    expect(accounts.book('new')).toEqual([['A', P1, P2]]);
  });
});
