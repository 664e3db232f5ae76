import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReadingClient } from '../../../src/address-book/index.js';
import { person, sidesOfTests } from './two-sides.js';

const sides = sidesOfTests();

/** A client whose groups are shown in another way. */
const showing = (client: ReadingClient, change: Record<string, object>): ReadingClient => ({
  getGroups: async (options) => (await client.getGroups(options)).map((group) => ({ ...group, ...change[group.name] })),
  streamNumbers: (id, options) => client.streamNumbers(id, options),
});

describe('a plan that no longer fits', () => {
  it('is refused, and each change is told by side, group and kind', async () => {
    sides.accounts(
      [
        { name: 'A', numbers: [person(1)] },
        { name: 'B', numbers: [person(2)] },
        { name: 'C', info: 'i' },
        { name: 'D' },
      ],
      [
        { name: 'A', numbers: [person(9)] },
        { name: 'Z', numbers: [person(8)] },
      ],
    );
    await sides.plan();
    const { from, to } = sides;
    await from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(3) });
    await from.delGroup(sides.groupId('old', 'B'));
    await from.addGroup({ name: 'New', info: '' });
    await to.addNumber({ groupId: sides.groupId('new', 'A'), ...person(4) });
    await to.addGroup({ name: 'Other', info: '' });
    const source = showing(from, { C: { info: 'j' }, D: { name: 'E' } });
    expect(await sides.apply({ from: source })).toMatchObject({ status: 'changed', done: 0, total: 5 });
    expect(sides.changes).toEqual([
      'source A numbers',
      'source B gone',
      'source C info',
      'source D renamed',
      'source New new',
      'target A numbers',
      'target Other new',
    ]);
    expect(sides.book('new')).toEqual([['A', '48500100209 P9', '48500100204 P4'], ['Z', '48500100208 P8'], ['Other']]);
  });

  it('does not mind numbers of the target in groups that it does not fill', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'Z' }]);
    await sides.plan();
    await sides.to.addNumber({ groupId: sides.groupId('new', 'Z'), ...person(4) });
    expect(await sides.apply()).toMatchObject({ status: 'done', done: 2 });
    expect(sides.changes).toEqual([]);
  });

  it('says which group is gone where the target has lost one that a run has made', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }]);
    await sides.plan();
    sides.sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await sides.apply({ concurrency: 1 })).toMatchObject({ status: 'limits' });
    await sides.to.delGroup(sides.groupId('new', 'A'));
    expect(await sides.apply()).toMatchObject({ status: 'changed' });
    expect(sides.changes).toEqual(['target A gone']);
  });

  it('is told of by nothing but its status where it was made by an earlier version', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }]);
    await sides.plan();
    const earlier = sides.read().replace(/\{"seen".*\n/g, '');
    writeFileSync(sides.file, earlier);
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(3) });
    for (const acceptChanges of [false, true]) {
      expect(await sides.apply({ acceptChanges })).toMatchObject({ status: 'changed', done: 0 });
      expect(sides.changes).toEqual([]);
      expect(sides.book('new')).toEqual([]);
    }
    await sides.from.delNumber({ groupId: sides.groupId('old', 'A'), number: person(3).number });
    expect(await sides.apply()).toMatchObject({ status: 'done', done: 2 });
  });
});
