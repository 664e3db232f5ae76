import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReadingClient, WritingClient } from '../../../src/address-book/index.js';
import { ConnectionError } from '../../../src/client/index.js';
import { rejection } from '../../support/collect.js';
import { person, sidesOfTests } from './two-sides.js';

const sides = sidesOfTests();
const accept = () => sides.apply({ acceptChanges: true });
const plans = (): readonly string[] =>
  readdirSync(sides.folder)
    .filter((name) => !/journal|lock|begun/.test(name))
    .sort();

describe('with acceptChanges', () => {
  it('a new number is planned into a further plan, and all is moved', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }, { name: 'B' }]);
    await sides.plan();
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(2) });
    await sides.from.delGroup(sides.groupId('old', 'B'));
    await sides.from.addGroup({ name: 'C', info: '' });
    expect(await accept()).toMatchObject({ status: 'done', done: 4, rejected: 0, total: 4 });
    expect(sides.changes).toEqual(['source A numbers', 'source B gone', 'source C new']);
    expect(sides.book('new')).toEqual([['A', '48500100201 P1', '48500100202 P2'], ['C']]);
    expect(plans()).toEqual(['plan.jsonl', 'plan.jsonl.2']);
    // Once more: nothing is left to be done.
    expect(await accept()).toMatchObject({ status: 'done', done: 4, total: 4 });
    expect(plans()).toEqual(['plan.jsonl', 'plan.jsonl.2']);
  });

  it.each(['mine', ''])(
    'a file that has the name of a further plan, and is none, is left as it is: "%s"',
    async (text) => {
      sides.accounts([{ name: 'A', numbers: [person(1)] }]);
      await sides.plan();
      await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(2) });
      writeFileSync(`${sides.file}.2`, text);
      expect(await rejection(accept())).toMatchObject({
        path: 'plan',
        message: expect.stringContaining('plan.jsonl.2'),
      });
      expect(sides.read(`${sides.file}.2`)).toBe(text);
      expect(sides.book('new')).toEqual([]);
    },
  );

  it('a plan is not made beside the further plans of an earlier one, which would be taken for its own', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }]);
    await sides.plan();
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(2) });
    expect(await accept()).toMatchObject({ status: 'done' });
    for (const ending of ['', '.journal']) rmSync(sides.file + ending, { force: true });
    expect(await rejection(sides.plan())).toMatchObject({
      path: 'out',
      message: expect.stringContaining('plan.jsonl.2'),
    });
    rmSync(`${sides.file}.2`);
    rmSync(`${sides.file}.2.journal`, { force: true });
    expect(await sides.plan()).toMatchObject({ create: 0, add: 0 });
  });

  it('a number that the source has lost is not added, nor one that it has moved under its old group', async () => {
    sides.accounts([
      { name: 'A', numbers: [person(1), person(2), person(3)] },
      { name: 'B', numbers: [person(4)] },
    ]);
    await sides.plan();
    const [a, b] = [sides.groupId('old', 'A'), sides.groupId('old', 'B')];
    await sides.from.delNumber({ groupId: a, number: person(1).number });
    await sides.from.delNumber({ groupId: a, number: person(2).number });
    await sides.from.addNumber({ groupId: b, ...person(2) });
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([
      ['A', '48500100203 P3'],
      ['B', '48500100204 P4', '48500100202 P2'],
    ]);
  });

  it('a number that has another name by now is added under that name', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }]);
    await sides.plan();
    const groupId = sides.groupId('old', 'A');
    await sides.from.delNumber({ groupId, number: person(1).number });
    await sides.from.addNumber({ groupId, ...person(1, 'new name') });
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([['A', '48500100202 P2', '48500100201 new name']]);
  });

  it('a group that was deleted and made anew at the source goes into one group of the target', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }, { name: 'B' }]);
    await sides.plan();
    await sides.from.delGroup(sides.groupId('old', 'A'));
    const { groupId } = await sides.from.addGroup({ name: 'A', info: '' });
    await sides.from.addNumber({ groupId, ...person(5) });
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.changes).toEqual(['source A gone', 'source A new']);
    expect(sides.book('new')).toEqual([['B'], ['A', '48500100205 P5']]);
  });

  it('a group of the target that somebody has deleted is made again', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'A', numbers: [person(9)] }, { name: 'Z' }]);
    await sides.plan();
    await sides.to.delGroup(sides.groupId('new', 'A'));
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([['Z'], ['A', '48500100201 P1']]);
  });

  it('a group of the target that somebody deletes while it is filled is made again', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2), person(3)] }], [{ name: 'Z' }]);
    await sides.plan();
    const to = sides.meddled(2, () => sides.to.delGroup(sides.groupId('new', 'A')));
    expect(await sides.apply({ acceptChanges: true, to, concurrency: 1 })).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([['Z'], ['A', '48500100201 P1', '48500100202 P2', '48500100203 P3']]);
  });

  it('a number that somebody has added to the target is there once', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }], [{ name: 'A', numbers: [person(9)] }]);
    await sides.plan();
    await sides.to.addNumber({ groupId: sides.groupId('new', 'A'), number: '+48 500 100 201', name: 'P1' });
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([['A', '48500100209 P9', '+48 500 100 201 P1', '48500100202 P2']]);
  });

  it('a group that somebody has made in the target is filled, and no second one is made', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'Z' }]);
    await sides.plan();
    await sides.to.addGroup({ name: 'A', info: '' });
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([['Z'], ['A', '48500100201 P1']]);
  });

  it.each(['rename', 'skip'] as const)('goes on with groups that it has made under the policy %s', async (policy) => {
    sides.accounts(
      [
        { name: 'A', numbers: [person(1)] },
        { name: 'B', numbers: [person(2)] },
      ],
      [{ name: 'A', numbers: [person(9)] }],
    );
    await sides.plan({ policy });
    // The group B, or A (2), has been made when the source gets a number more.
    const to = sides.meddled(1, () => sides.from.addNumber({ groupId: sides.groupId('old', 'B'), ...person(5) }));
    await sides.from.addNumber({ groupId: sides.groupId('old', 'B'), ...person(4) });
    await sides.from.delNumber({ groupId: sides.groupId('old', 'B'), number: person(2).number });
    expect(await sides.apply({ acceptChanges: true, to })).toMatchObject({ status: 'done' });
    const renamed = [['A (2)', '48500100201 P1']];
    const book = sides.book('new') as unknown[];
    expect(book.slice(0, -1)).toEqual([['A', '48500100209 P9'], ...(policy === 'rename' ? renamed : [])]);
    expect(book.at(-1)).toEqual(expect.arrayContaining(['B', '48500100204 P4']));
  });

  it('what is in doubt is looked up before the rest is planned anew', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }]);
    await sides.plan();
    const { to } = sides;
    const losing: WritingClient = {
      ...sides.meddled(0, async () => undefined),
      addNumber: async (contact) => {
        await to.addNumber(contact);
        throw new ConnectionError('lost', 'unknown');
      },
    };
    // The first number is carried out, nobody knows, and the source loses it.
    await sides.apply({ to: losing, concurrency: 1, settleMs: 60_000, signal: AbortSignal.timeout(200) });
    await sides.from.delNumber({ groupId: sides.groupId('old', 'A'), number: person(2).number });
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(3) });
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([['A', '48500100201 P1', '48500100202 P2', '48500100203 P3']]);
  });

  it('another account is not planned into, and neither is one that shows nothing of what it had', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'Z' }]);
    await sides.plan();
    await sides.to.delGroup(sides.groupId('new', 'Z'));
    expect(await accept()).toMatchObject({ status: 'changed', done: 0 });
    expect(sides.changes).toEqual(['target Z gone']);
    expect(sides.book('new')).toEqual([]);
    expect(plans()).toEqual(['plan.jsonl']);
  });

  it('a plan that was planned anew is carried out without it no more', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }, { name: 'B' }]);
    await sides.plan();
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(2) });
    await accept();
    const error = await rejection(sides.apply());
    expect(String(error)).toContain('was planned anew: go on with acceptChanges');
    expect(existsSync(`${sides.file}.2.journal`)).toBe(true);
  });

  it('a source that never rests ends with changed, and the next call goes on', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }, { name: 'B' }]);
    await sides.plan();
    let count = 10;
    let isRestless = true;
    const groupId = sides.groupId('old', 'A');
    const { from } = sides;
    await from.addNumber({ groupId, ...person(count) });
    // Each time that it is read, its last number is another one afterwards.
    const restless: ReadingClient = {
      getGroups: (options) => from.getGroups(options),
      streamNumbers: async function* (id, options) {
        yield* from.streamNumbers(id, options);
        if (id !== groupId || !isRestless) return;
        await from.delNumber({ groupId, number: person(count).number }).catch(() => undefined);
        count += 1;
        await from.addNumber({ groupId, ...person(count) });
      },
    };
    expect(await sides.apply({ acceptChanges: true, from: restless })).toMatchObject({ status: 'changed' });
    isRestless = false;
    expect(await accept()).toMatchObject({ status: 'done' });
    expect(sides.book('new')).toEqual([['A', '48500100201 P1', `${person(count).number} P${count}`], ['B']]);
  });
});
