import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type AddressBookClient,
  type MirrorResult,
  type PlanEvent,
  type SyncAddressBookOptions,
  syncAddressBook,
} from '../../../src/address-book/index.js';
import { ConnectionError } from '../../../src/client/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, clientWith, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
let events: PlanEvent[] = [];

const folder = (): string => accounts.at('sync');
const sync = (options: Partial<SyncAddressBookOptions> = {}): Promise<MirrorResult> => {
  events = [];
  const { from, to } = accounts;
  const onEvent = (event: PlanEvent): void => void events.push(event);
  return syncAddressBook({ from, to, folder: folder(), settleMs: 1, concurrency: 1, onEvent, ...options });
};
const types = (): readonly string[] => events.map(({ type }) => type);
const files = (): readonly string[] => readdirSync(folder());
const text = (index: number, name: string = `P${index}`): string => `${person(index).number} ${name}`;
const added = (numbersAdded: number, groupsAdded: number = 0): object => ({
  ...{ status: 'done', failed: 0, skipped: 0, extraDeleted: 0 },
  changes: { groupsAdded, groupsDeleted: 0, numbersAdded, numbersDeleted: 0, numbersRenamed: 0 },
});

describe('syncAddressBook', () => {
  it('adds what is new, and then has nothing to do', async () => {
    accounts.create(
      [
        { name: 'A', numbers: persons(1, 2) },
        { name: 'B', numbers: [person(3)] },
      ],
      [{ name: 'A', numbers: [{ number: '+48 500 100 001', name: 'P1' }, person(9)] }],
    );
    expect(await sync()).toMatchObject(added(2, 1));
    expect(accounts.book('new')).toEqual([
      ['A', '+48 500 100 001 P1', text(9), text(2)],
      ['B', text(3)],
    ]);
    expect(await sync()).toMatchObject(added(0));
    expect(types()).toEqual([]);
    await accounts.from.addNumber({ groupId: accounts.groupId('old', 'B'), ...person(4) });
    expect(await sync()).toMatchObject(added(1));
    expect(types()).toEqual(['planned', 'number-added']);
    expect(files()).toEqual([]);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  it('resumes a run that ended, and does not add what the source has lost since', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 3) }]);
    const { to } = accounts;
    let count = 0;
    // The response to the second number is lost; then the gateway is unreachable.
    const failing = clientWith(to, {
      addNumber: async (contact) => {
        count += 1;
        if (count > 2) throw new ConnectionError('away', 'not-sent');
        await to.addNumber(contact);
        if (count === 2) throw new ConnectionError('lost', 'unknown');
      },
    });
    expect(await sync({ to: failing })).toMatchObject({ status: 'transient', changes: { groupsAdded: 1 } });
    expect(files()).toEqual(expect.arrayContaining(['plan.jsonl', 'plan.jsonl.journal']));
    const groupId = accounts.groupId('old', 'A');
    await accounts.from.delNumber({ groupId, number: person(3).number });
    await accounts.from.addNumber({ groupId, ...person(4) });
    expect(await sync()).toMatchObject({ status: 'done' });
    expect(types()[0]).toBe('resumed');
    expect(accounts.book('new')).toEqual([['A', text(1), text(2), text(4)]]);
    expect(files()).toEqual([]);
  });

  it('replaces a plan that was not begun, and removes temporary files of a killed process', async () => {
    accounts.create([{ name: 'A', numbers: [person(1)] }]);
    await sync();
    writeFileSync(path.join(folder(), 'plan.jsonl'), 'half a plan');
    writeFileSync(path.join(folder(), '.plan.jsonl.0123456789abcdef.part'), 'half a plan');
    await accounts.from.addNumber({ groupId: accounts.groupId('old', 'A'), ...person(2) });
    expect(await sync()).toMatchObject(added(1));
    expect(files()).toEqual([]);
  });

  it('plans again if an account changes during the run', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 2) }, { name: 'B' }]);
    const { to } = accounts;
    let count = 0;
    const changing = clientWith(to, {
      addNumber: async (contact) => {
        count += 1;
        if (count === 1) await to.delGroup(contact.groupId);
        return to.addNumber(contact);
      },
    });
    expect(await sync({ to: changing })).toMatchObject({ status: 'done' });
    expect(types().filter((type) => type === 'planned')).toHaveLength(2);
    expect(accounts.book('new')).toEqual([['B'], ['A', text(1), text(2)]]);
  });

  it('does nothing in a folder with the unfinished run of other accounts', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 2) }]);
    const away = clientWith(accounts.to, {
      addNumber: async () => {
        throw new ConnectionError('away', 'not-sent');
      },
    });
    await sync({ to: away, accounts: { from: 'old', to: 'new' } });
    const error = await rejection(sync({ accounts: { from: 'old', to: 'third' } }));
    expect(error).toMatchObject({ name: 'ValidationError', path: 'to' });
    expect(accounts.book('new')).toEqual([['A']]);
    expect(await sync({ accounts: { from: 'old', to: 'new' } })).toMatchObject({ status: 'done' });
  });
});

describe('syncAddressBook with delete', () => {
  const mirror = (options: Partial<SyncAddressBookOptions> = {}) => sync({ delete: true, ...options });

  it('deletes nothing if more than half, or more than maxDelete, would be deleted', async () => {
    const many = persons(1, 4);
    accounts.create([{ name: 'A', numbers: [person(1)] }], [{ name: 'A', numbers: many }]);
    const error = { path: 'maxDelete', message: expect.stringContaining('3 of 4 entries would be deleted') };
    expect(await mirror()).toMatchObject({ status: 'too-many', error });
    expect(await mirror({ dryRun: true })).toMatchObject({ status: 'too-many' });
    expect(await mirror({ maxDelete: 2 })).toMatchObject({ status: 'too-many' });
    expect(accounts.book('new')).toEqual([['A', ...[1, 2, 3, 4].map((index) => text(index))]]);
    expect(files()).toEqual([]);
    expect(await mirror({ maxDelete: 3 })).toMatchObject({ status: 'done', changes: { numbersDeleted: 3 } });
    expect(accounts.book('new')).toEqual([['A', text(1)]]);
  });

  it('deletes nothing if the source has no groups, unless maxDelete is given', async () => {
    accounts.create([], [{ name: 'Empty' }]);
    expect(await mirror()).toMatchObject({ status: 'too-many' });
    expect(accounts.book('new')).toEqual([['Empty']]);
    expect(await mirror({ maxDelete: 0 })).toMatchObject({ status: 'done', changes: { groupsDeleted: 1 } });
    expect(accounts.book('new')).toEqual([]);
  });

  it('resumes deletions with the backup that they began with', async () => {
    accounts.create(
      [{ name: 'A', numbers: persons(1, 3) }],
      [{ name: 'A', numbers: [...persons(1, 3), ...persons(7, 3)] }],
    );
    const { to } = accounts;
    let count = 0;
    const failing: AddressBookClient = clientWith(to, {
      delNumber: async (contact) => {
        count += 1;
        if (count > 1) throw new ConnectionError('away', 'not-sent');
        return to.delNumber(contact);
      },
    });
    const ended = await mirror({ to: failing });
    expect(ended).toMatchObject({ status: 'transient', backup: path.join(folder(), 'plan.jsonl') });
    const result = await mirror();
    expect([result.status, types()[0]]).toEqual(['done', 'resumed']);
    expect(accounts.book('new')).toEqual([['A', text(1), text(2), text(3)]]);
    const backup = readFileSync(result.backup ?? '', 'utf8');
    for (const index of [7, 8, 9]) expect(backup).toContain(person(index).number);
    expect(files()).toEqual([path.basename(result.backup ?? '')]);
  });

  it('reports entries that were deleted with their group and are in no backup', async () => {
    accounts.create([{ name: 'A', numbers: [person(1)] }], [{ name: 'A', numbers: [person(1)] }, { name: 'Gone' }]);
    const { to } = accounts;
    const late = clientWith(to, {
      delGroup: async (id) => {
        for (const index of [7, 8]) await to.addNumber({ ...person(index), groupId: id });
        return to.delGroup(id);
      },
    });
    const result = await mirror({ to: late, maxDelete: 1 });
    expect(result.extraDeleted).toBe(2);
    expect(events).toContainEqual({ type: 'extra-deleted', group: 'Gone', expected: 0, deleted: 2 });
    expect(await mirror()).toMatchObject({ status: 'done', extraDeleted: 0 });
  });

  it('keeps a backup of a number that another client has added again with another name', async () => {
    accounts.create([{ name: 'A', numbers: [person(1)] }], [{ name: 'A', numbers: [person(1), person(7, 'before')] }]);
    const { to } = accounts;
    let isFirst = true;
    const changing = clientWith(to, {
      delNumber: async (contact) => {
        await to.delNumber(contact);
        if (isFirst) await to.addNumber({ ...person(7, 'afterwards'), groupId: contact.groupId });
        isFirst = false;
      },
    });
    expect(await mirror({ to: changing, maxDelete: 5 })).toMatchObject({ status: 'done' });
    expect(accounts.book('new')).toEqual([['A', text(1)]]);
    const backups = files().map((name) => readFileSync(path.join(folder(), name), 'utf8'));
    for (const name of ['before', 'afterwards']) expect(backups.join('')).toContain(`"name":"${name}"`);
  });

  it('does not change groups outside of the selection', async () => {
    accounts.create(
      [{ name: 'VIP', numbers: persons(1, 2) }, { name: 'Test' }],
      [
        { name: 'VIP', numbers: persons(1, 3) },
        { name: 'Other', numbers: [person(9)] },
      ],
    );
    expect(await mirror({ include: ['VIP*'] })).toMatchObject({ status: 'done', changes: { numbersDeleted: 1 } });
    expect(accounts.book('new')).toEqual([
      ['VIP', text(1), text(2)],
      ['Other', text(9)],
    ]);
  });
});
