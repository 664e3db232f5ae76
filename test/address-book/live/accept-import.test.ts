import { existsSync, readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  type ApplyEvent,
  type ImportAddressBookOptions,
  importAddressBook,
  reportRun,
} from '../../../src/address-book/index.js';
import { ConnectionError } from '../../../src/client/index.js';
import { rejection } from '../../support/collect.js';
import { person, sidesOfTests } from './two-sides.js';

const sides = sidesOfTests();
const row = (group: string, index: number): string => `${group},${person(index).number},${person(index).name}`;
const csv = (...rows: readonly string[]): string => ['group,number,name', ...rows, ''].join('\n');
const BOOK = csv(row('A', 1), row('A', 2), row('B', 3), row('A', 4));

const book = () => sides.book('new');
const plans = (): readonly string[] =>
  readdirSync(sides.folder)
    .filter((name) => !/lock|begun/.test(name))
    .sort();

/** Imports into the account `new`. A stream can be read once only. */
async function imports(options: Partial<ImportAddressBookOptions> = {}, text: string = BOOK) {
  const events: ApplyEvent[] = [];
  const result = await importAddressBook({
    file: Readable.from([Buffer.from(text)]),
    format: 'csv',
    to: sides.to,
    plan: sides.file,
    settleMs: 1,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  const changes = events.flatMap((event) => (event.type === 'changed' ? [`${event.group} ${event.kind}`] : []));
  return { status: result.status, done: result.done, total: result.total, changes };
}
const accepts = (options: Partial<ImportAddressBookOptions> = {}, text?: string) =>
  imports({ acceptChanges: true, ...options }, text);
const added = (group: string, index: number) =>
  sides.to.addNumber({ groupId: sides.groupId('new', group), ...person(index) });

describe('an import with acceptChanges', () => {
  it('adds what still fits to a group that somebody has filled meanwhile, and plans the rest anew', async () => {
    sides.accounts([], [{ name: 'A', numbers: [person(9)] }]);
    await imports({ dryRun: true });
    await added('A', 2);
    expect(await imports()).toEqual({ status: 'changed', done: 0, total: 5, changes: ['A numbers'] });
    expect(await accepts()).toMatchObject({ status: 'done', changes: ['A numbers'] });
    expect(book()).toEqual([
      ['A', '48500100209 P9', '48500100202 P2', '48500100201 P1', '48500100204 P4'],
      ['B', '48500100203 P3'],
    ]);
  });

  it('fills a group that somebody has made in an empty account, and makes no second one', async () => {
    sides.accounts([]);
    await imports({ dryRun: true });
    await sides.to.addGroup({ name: 'B', info: '' });
    expect(await imports()).toMatchObject({ status: 'changed', changes: ['B new'] });
    expect(await accepts()).toMatchObject({ status: 'done' });
    expect(book()).toEqual([
      ['B', '48500100203 P3'],
      ['A', '48500100201 P1', '48500100202 P2', '48500100204 P4'],
    ]);
  });

  it('makes a group again that somebody deletes while it is filled, under every policy that it had', async () => {
    for (const policy of ['merge', 'rename'] as const) {
      sides.accounts([], [{ name: 'Z' }, ...(policy === 'rename' ? [{ name: 'A', numbers: [person(9)] }] : [])]);
      const plan = `${sides.file}-${policy}`;
      const own = policy === 'rename' ? 'A (2)' : 'A';
      let count = 0;
      const { to } = sides;
      const meddled: ImportAddressBookOptions['to'] = {
        getGroups: (options) => to.getGroups(options),
        streamNumbers: (id, options) => to.streamNumbers(id, options),
        addGroup: (group, options) => to.addGroup(group, options),
        addNumber: async (contact, options) => {
          count += 1;
          if (count === 3) await to.delGroup(sides.groupId('new', own));
          return to.addNumber(contact, options);
        },
      };
      expect(await accepts({ to: meddled, policy, plan, concurrency: 1 })).toMatchObject({ status: 'done' });
      const made = (book() as string[][]).filter(([name = '']) => /^[AB]/.test(name) && name !== 'A').flat();
      if (policy === 'rename') {
        expect(made).toEqual(['B', '48500100203 P3', 'A (2)', '48500100201 P1', '48500100202 P2', '48500100204 P4']);
      }
      const numbers = (book() as string[][]).flat().filter((text) => text.startsWith('48'));
      expect(numbers.sort()).toEqual([
        '48500100201 P1',
        '48500100202 P2',
        '48500100203 P3',
        '48500100204 P4',
        ...(policy === 'rename' ? ['48500100209 P9'] : []),
      ]);
    }
  });

  it('goes on where it has ended, by the further plan', async () => {
    sides.accounts([], [{ name: 'A' }]);
    await imports({ dryRun: true });
    await added('A', 7);
    const { to } = sides;
    let calls = 0;
    const broken: ImportAddressBookOptions['to'] = {
      getGroups: (options) => to.getGroups(options),
      streamNumbers: (id, options) => to.streamNumbers(id, options),
      addGroup: (group, options) => to.addGroup(group, options),
      addNumber: async (contact, options) => {
        calls += 1;
        if (calls === 3) throw new ConnectionError('away', 'not-sent');
        return to.addNumber(contact, options);
      },
    };
    expect(await accepts({ to: broken, concurrency: 1 })).toMatchObject({ status: 'transient' });
    expect(await accepts()).toMatchObject({ status: 'done' });
    expect(book()).toEqual([
      ['A', '48500100207 P7', '48500100201 P1', '48500100202 P2', '48500100204 P4'],
      ['B', '48500100203 P3'],
    ]);
  });

  it('plans nothing anew where none of the groups is there that were: it may be another account', async () => {
    sides.accounts([], [{ name: 'A' }]);
    await imports({ dryRun: true });
    await sides.to.delGroup(sides.groupId('new', 'A'));
    await sides.to.addGroup({ name: 'Other', info: '' });
    expect(await accepts()).toMatchObject({ status: 'changed', done: 0 });
    expect(plans()).toEqual(['plan.jsonl']);
  });

  it('is over with its last plan: all of them are set aside together, and another file is imported', async () => {
    sides.accounts([], [{ name: 'A' }, { name: 'Z' }]);
    await imports({ dryRun: true });
    await sides.to.delGroup(sides.groupId('new', 'A'));
    expect(await accepts()).toMatchObject({ status: 'done' });
    expect(plans()).toEqual(['plan.jsonl', 'plan.jsonl.2', 'plan.jsonl.2.journal', 'plan.jsonl.journal']);
    const { groups } = await reportRun({ plan: sides.file });
    expect(groups).toEqual([
      { group: 'A', state: 'made', numbers: { done: 3, refused: 0, left: 0 } },
      { group: 'B', state: 'made', numbers: { done: 1, refused: 0, left: 0 } },
    ]);
    const told: unknown[] = [];
    const other = csv(row('C', 8));
    expect(await imports({ onPlan: (plan) => told.push(plan) }, other)).toMatchObject({ status: 'done', done: 2 });
    const [{ setAside = '' } = {}] = told as readonly { readonly setAside?: string }[];
    for (const ending of ['', '.journal', '.2', '.2.journal']) expect(existsSync(setAside + ending)).toBe(true);
    expect(existsSync(`${sides.file}.2`)).toBe(false);
    expect((await reportRun({ plan: setAside })).groups).toEqual(groups);
  });

  it('refuses another file while a further plan is open, and going on without acceptChanges', async () => {
    sides.accounts([], [{ name: 'A' }, { name: 'Z' }]);
    await imports({ dryRun: true });
    await added('A', 7);
    const ends = new AbortController();
    const onEvent = (event: ApplyEvent): void => {
      if (event.type === 'planned') ends.abort();
    };
    sides.sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await accepts({ onEvent, signal: ends.signal })).toMatchObject({ status: 'limits' });
    expect(await rejection(imports({}, csv(row('C', 8))))).toMatchObject({ path: 'file' });
    expect(await accepts()).toMatchObject({ status: 'done' });
  });
});

describe('a plan of a file with acceptChanges', () => {
  it('takes nothing of an account that is given besides', async () => {
    sides.accounts([{ name: 'Private', numbers: [person(8)] }], [{ name: 'A' }]);
    await imports({ dryRun: true });
    await added('A', 7);
    expect(await sides.apply({ acceptChanges: true })).toMatchObject({ status: 'done' });
    expect(book()).toEqual([
      ['A', '48500100207 P7', '48500100201 P1', '48500100202 P2', '48500100204 P4'],
      ['B', '48500100203 P3'],
    ]);
  });
});
