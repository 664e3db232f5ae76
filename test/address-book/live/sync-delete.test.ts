import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SyncAddressBookOptions, type SyncEvent, syncAddressBook } from '../../../src/address-book/index.js';
import { ConnectionError } from '../../../src/client/index.js';
import { rejection } from '../../support/collect.js';
import { person, sidesOfTests } from './two-sides.js';

const sides = sidesOfTests();
let told: SyncEvent[] = [];

const folder = (): string => path.join(sides.folder, 'sync');
const sync = (options: Partial<SyncAddressBookOptions> = {}) => {
  told = [];
  const { from, to } = sides;
  const onEvent = (event: SyncEvent): void => void told.push(event);
  return syncAddressBook({ from, to, folder: folder(), settleMs: 1, delete: true, onEvent, ...options });
};

/** What an account is asked for by a sync that deletes nothing. */
const adding = (to: typeof sides.to) => ({
  getGroups: to.getGroups.bind(to),
  streamNumbers: to.streamNumbers.bind(to),
  addGroup: to.addGroup.bind(to),
  addNumber: to.addNumber.bind(to),
});

describe('syncAddressBook with delete', () => {
  it('deletes numbers and groups that only the target has, mends names, and keeps all of it in a backup', async () => {
    sides.accounts(
      [{ name: 'A', numbers: [person(1), person(2), person(3), person(4, 'new name')] }],
      [
        { name: 'A', numbers: [person(1), person(4, 'old name'), person(8)] },
        { name: 'Gone', info: 'i', numbers: [person(9)] },
      ],
    );
    const result = await sync();
    expect(result).toMatchObject({ status: 'done', created: 0, added: 2, deleted: 3 });
    expect(sides.book('new')).toEqual([
      ['A', '48500100201 P1', '48500100202 P2', '48500100203 P3', '48500100204 new name'],
    ]);
    expect(readdirSync(folder())).toEqual([path.basename(result.backup ?? '')]);
    const backup = readFileSync(result.backup ?? '', 'utf8');
    for (const kept of ['"48500100208"', '"old name"', '"48500100209"', '"Gone"']) expect(backup).toContain(kept);
    expect(await sync()).toMatchObject({ status: 'done', added: 0, deleted: 0 });
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it('deletes nothing where it would be more than half, or more than maxDelete', async () => {
    const many = [1, 2, 3, 4].map((index) => person(index));
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'A', numbers: many }]);
    const error = {
      path: 'maxDelete',
      message: expect.stringContaining('of 4 entries 3 would be deleted, and 2 may be'),
    };
    expect(await sync()).toMatchObject({ status: 'too-many', deleted: 0, error });
    expect(await sync({ dryRun: true })).toMatchObject({ status: 'too-many' });
    expect(await sync({ maxDelete: 2 })).toMatchObject({ status: 'too-many' });
    expect(sides.book('new')).toEqual([['A', ...many.map(({ number, name }) => `${number} ${name}`)]]);
    expect(readdirSync(folder())).toEqual([]);
    expect(await sync({ maxDelete: 3 })).toMatchObject({ status: 'done', deleted: 3 });
    expect(sides.book('new')).toEqual([['A', '48500100201 P1']]);
  });

  it('deletes nothing where the source shows no groups, also of a target with empty groups', async () => {
    sides.accounts([], [{ name: 'Empty' }]);
    expect(await sync()).toMatchObject({ status: 'too-many', deleted: 0 });
    expect(sides.book('new')).toEqual([['Empty']]);
    expect(await sync({ maxDelete: 0 })).toMatchObject({ status: 'done', deleted: 1 });
    expect(sides.book('new')).toEqual([]);
  });

  it('leaves groups alone that the selection does not take', async () => {
    sides.accounts(
      [{ name: 'VIP', numbers: [person(1), person(2)] }, { name: 'Test' }],
      [
        { name: 'VIP', numbers: [person(1), person(2), person(3)] },
        { name: 'Other', numbers: [person(9)] },
      ],
    );
    expect(await sync({ include: ['VIP*'] })).toMatchObject({ status: 'done', deleted: 1 });
    expect(sides.book('new')).toEqual([
      ['VIP', '48500100201 P1', '48500100202 P2'],
      ['Other', '48500100209 P9'],
    ]);
  });

  it('goes on with deletions that were ended, with the backup that they have begun with', async () => {
    sides.accounts(
      [{ name: 'A', numbers: [person(1), person(2), person(3)] }],
      [{ name: 'A', numbers: [person(1), person(2), person(3), person(7), person(8), person(9)] }],
    );
    const { to } = sides;
    let count = 0;
    const failing = {
      ...adding(to),
      delGroup: to.delGroup.bind(to),
      delNumber: async (contact: Parameters<typeof to.delNumber>[0]) => {
        count += 1;
        if (count > 1) throw new ConnectionError('away', 'not-sent');
        return to.delNumber(contact);
      },
    };
    expect(await sync({ to: failing, concurrency: 1 })).toMatchObject({ status: 'transient' });
    expect(readdirSync(folder())).toEqual(expect.arrayContaining(['deleting.jsonl', 'deleting.jsonl.journal']));
    const result = await sync();
    expect(result.status).toBe('done');
    expect(told[0]).toEqual({ type: 'resumed' });
    expect(sides.book('new')).toEqual([['A', '48500100201 P1', '48500100202 P2', '48500100203 P3']]);
    const backup = readFileSync(result.backup ?? '', 'utf8');
    for (const index of [7, 8, 9]) expect(backup).toContain(person(index).number);
    expect(readdirSync(folder())).toEqual([path.basename(result.backup ?? '')]);
  });

  it('tells what the gateway has deleted with a group, and nobody had compared: it is in no backup', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'A', numbers: [person(1)] }, { name: 'Gone' }]);
    const { to } = sides;
    const late = {
      ...adding(to),
      delNumber: to.delNumber.bind(to),
      delGroup: async (id: number) => {
        await to.addNumber({ ...person(7), groupId: id });
        await to.addNumber({ ...person(8), groupId: id });
        return to.delGroup(id);
      },
    };
    expect(await sync({ to: late, maxDelete: 1 })).toMatchObject({ status: 'done', deleted: 1, surplus: 2 });
    expect(told.filter(({ type }) => type === 'surplus')).toEqual([
      { type: 'surplus', group: 'Gone', compared: 0, deleted: 2 },
    ]);
    expect(await sync()).toMatchObject({ status: 'done', surplus: 0 });
  });

  it('keeps the backup of a number that it has deleted, and somebody has added again under another name', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'A', numbers: [person(1), person(7, 'before')] }]);
    const { to } = sides;
    let isFirst = true;
    const meddled = {
      ...adding(to),
      delGroup: to.delGroup.bind(to),
      delNumber: async (contact: Parameters<typeof to.delNumber>[0]) => {
        await to.delNumber(contact);
        if (isFirst) await to.addNumber({ ...person(7, 'afterwards'), groupId: contact.groupId });
        isFirst = false;
      },
    };
    expect(await sync({ to: meddled, maxDelete: 5 })).toMatchObject({ status: 'done', deleted: 1 });
    expect(sides.book('new')).toEqual([['A', '48500100201 P1']]);
    const backups = readdirSync(folder()).map((name) => readFileSync(path.join(folder(), name), 'utf8'));
    for (const name of ['before', 'afterwards']) expect(backups.join('')).toContain(`"name":"${name}"`);
  });

  it('wants a target in which it can delete', async () => {
    sides.accounts([{ name: 'A' }]);
    const { to } = sides;
    expect(await rejection(sync({ to: adding(to) }))).toMatchObject({ name: 'ValidationError', path: 'to' });
  });
});
