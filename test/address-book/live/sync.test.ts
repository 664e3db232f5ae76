import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type SyncAddressBookOptions,
  type SyncEvent,
  syncAddressBook,
  type WritingClient,
} from '../../../src/address-book/index.js';
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
  return syncAddressBook({ from, to, folder: folder(), settleMs: 1, onEvent, ...options });
};
const types = (): readonly string[] => told.map(({ type }) => type);
const left = (): readonly string[] => readdirSync(folder());
const NOTHING = { created: 0, added: 0, deleted: 0, rejected: 0, notMoved: 0, missing: 0, doubles: 0, surplus: 0 };

/** The target, with another way to add a number. */
const adding = (addNumber: WritingClient['addNumber']): WritingClient => {
  const { to } = sides;
  return {
    getGroups: (options) => to.getGroups(options),
    streamNumbers: (id, options) => to.streamNumbers(id, options),
    addGroup: (group, options) => to.addGroup(group, options),
    addNumber,
  };
};

describe('syncAddressBook', () => {
  it('brings what is new into the target, and then has nothing to do', async () => {
    sides.accounts(
      [
        { name: 'A', numbers: [person(1), person(2)] },
        { name: 'B', numbers: [person(3)] },
      ],
      [{ name: 'A', numbers: [{ number: '+48 500 100 201', name: 'P1' }, person(9)] }],
    );
    expect(await sync()).toEqual({ ...NOTHING, status: 'done', created: 1, added: 2 });
    const book = [
      ['A', '+48 500 100 201 P1', '48500100209 P9', '48500100202 P2'],
      ['B', '48500100203 P3'],
    ];
    expect(sides.book('new')).toEqual(book);
    const added = sides.sandbox.callCount('soap_AddNumber');
    expect(await sync()).toEqual({ ...NOTHING, status: 'done' });
    expect(types()).toEqual([]);
    expect(sides.sandbox.callCount('soap_AddNumber')).toBe(added);
    await sides.from.addNumber({ groupId: sides.groupId('old', 'B'), ...person(4) });
    expect(await sync()).toEqual({ ...NOTHING, status: 'done', added: 1 });
    expect(types()).toEqual(['planned', 'number-added', 'verified']);
  });

  it('deletes nothing that the source has lost', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }], [{ name: 'Z' }]);
    await sync();
    await sides.from.delGroup(sides.groupId('old', 'A'));
    expect(await sync()).toEqual({ ...NOTHING, status: 'done' });
    expect(sides.book('new')).toEqual([['Z'], ['A', '48500100201 P1']]);
  });

  it('leaves nothing in its folder, which only its owner can read', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }]);
    await sync();
    expect(left()).toEqual([]);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  it('goes on with a run that was ended, and adds nothing that the source has lost since', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2), person(3)] }]);
    const { to } = sides;
    let count = 0;
    // The second number is carried out, its answer is lost, and the gateway is away.
    const failing = adding(async (contact) => {
      count += 1;
      if (count > 2) throw new ConnectionError('away', 'not-sent');
      await to.addNumber(contact);
      if (count === 2) throw new ConnectionError('lost', 'unknown');
    });
    expect(await sync({ to: failing, concurrency: 1 })).toMatchObject({ status: 'transient', created: 1 });
    expect(left()).toEqual(expect.arrayContaining(['plan.jsonl', 'plan.jsonl.journal']));
    const groupId = sides.groupId('old', 'A');
    await sides.from.delNumber({ groupId, number: person(3).number });
    await sides.from.addNumber({ groupId, ...person(4) });
    expect(await sync()).toMatchObject({ status: 'done', added: 2 });
    expect(types()[0]).toBe('resumed');
    expect(sides.book('new')).toEqual([['A', '48500100201 P1', '48500100202 P2', '48500100204 P4']]);
    expect(left()).toEqual([]);
  });

  it('makes a plan anew that was not begun, and takes away what a killed process has left of one', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }]);
    await sync();
    writeFileSync(path.join(folder(), 'plan.jsonl'), 'half a plan');
    for (const name of ['plan', 'deleting']) {
      writeFileSync(path.join(folder(), `.${name}.jsonl.0123456789abcdef.part`), 'half a plan');
    }
    await sides.from.addNumber({ groupId: sides.groupId('old', 'A'), ...person(2) });
    expect(await sync()).toMatchObject({ status: 'done', added: 1 });
    expect(left()).toEqual([]);
  });

  it('plans anew what has changed while it ran', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }, { name: 'B' }]);
    const { to } = sides;
    let count = 0;
    const meddled = adding(async (contact) => {
      count += 1;
      if (count === 1) await to.delGroup(contact.groupId);
      return to.addNumber(contact);
    });
    expect(await sync({ to: meddled, concurrency: 1 })).toMatchObject({ status: 'done' });
    expect(types().filter((type) => type === 'planned')).toHaveLength(2);
    expect(sides.book('new')).toEqual([['B'], ['A', '48500100201 P1', '48500100202 P2']]);
  });

  it('tells what the gateway refuses, by group and number, at each call again', async () => {
    sides.accounts([{ name: 'A', numbers: [{ number: 'none', name: 'X' }, person(1)] }]);
    const meaning = 'no correct telephone number';
    const refused = { type: 'rejected', line: 5, group: 'A', number: 'none', code: 13, meaning };
    expect(await sync()).toMatchObject({ status: 'rejects', created: 1, added: 1, rejected: 1 });
    expect(told).toContainEqual(refused);
    expect(await sync()).toMatchObject({ status: 'rejects', added: 0, rejected: 1 });
    expect(told).toContainEqual(refused);
  });

  it('tells of numbers that are not there afterwards, and of those that somebody else has added, too', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }], [{ name: 'A' }]);
    const { to } = sides;
    const meddled = adding(async (contact) => {
      await to.addNumber(contact);
      if (contact.number === person(1).number) await to.addNumber(contact);
      else await to.delNumber({ groupId: contact.groupId, number: contact.number });
    });
    expect(await sync({ to: meddled })).toMatchObject({ status: 'changed', missing: 1, doubles: 1 });
    expect(told).toContainEqual({ type: 'verified', numbers: 2, missing: 1, doubles: 1 });
  });

  it('with dryRun tells of each change, and changes nothing, its folder neither', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }, { name: 'B' }], [{ name: 'B' }]);
    expect(await sync({ dryRun: true })).toEqual({ ...NOTHING, status: 'done', created: 1, added: 1 });
    expect(told).toEqual([
      { type: 'would-create', group: 'A' },
      { type: 'would-add', group: 'A', ...person(1) },
    ]);
    expect(sides.book('new')).toEqual([['B']]);
    expect(existsSync(folder())).toBe(false);
  });

  it('takes a part of the source, under other names', async () => {
    sides.accounts([{ name: 'Klienci', numbers: [person(1)] }, { name: 'Test' }]);
    const selected = { exclude: ['Test'], names: { Klienci: 'Customers' } };
    expect(await sync(selected)).toMatchObject({ status: 'done', created: 1, added: 1 });
    expect(sides.book('new')).toEqual([['Customers', '48500100201 P1']]);
    expect(await sync(selected)).toEqual({ ...NOTHING, status: 'done' });
  });

  it('refuses a second one in the same folder, and says who is at work', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1)] }]);
    const { to } = sides;
    let second: unknown;
    const meanwhile = adding(async (contact) => {
      second = await rejection(sync());
      return to.addNumber(contact);
    });
    expect(await sync({ to: meanwhile })).toMatchObject({ status: 'done' });
    expect(second).toMatchObject({ code: 'FILE_LOCKED' });
    expect(String(second)).toContain('another sync is at work');
    expect(sides.book('new')).toEqual([['A', '48500100201 P1']]);
  });

  it('does nothing in the folder of other accounts, where their run was ended', async () => {
    sides.accounts([{ name: 'A', numbers: [person(1), person(2)] }]);
    const away = adding(async () => {
      throw new ConnectionError('away', 'not-sent');
    });
    await sync({ to: away, accounts: { from: 'old', to: 'new' } });
    const error = await rejection(sync({ accounts: { from: 'old', to: 'third' } }));
    expect(error).toMatchObject({ name: 'ValidationError', path: 'to' });
    expect(sides.book('new')).toEqual([['A']]);
    expect(await sync({ accounts: { from: 'old', to: 'new' } })).toMatchObject({ status: 'done', added: 2 });
  });

  it('says that nothing is to be had while the gateway is away, and what refuses the account', async () => {
    sides.accounts([{ name: 'A' }]);
    sides.sandbox.failNext('soap_GetGroups', { drop: 'before' });
    expect(await sync()).toMatchObject({ status: 'transient', created: 0, error: { code: 'CONNECTION' } });
    sides.sandbox.failNext('soap_GetGroups', { result: 101 });
    expect(await sync()).toMatchObject({ status: 'credentials' });
    expect(await sync({ signal: AbortSignal.abort() })).toMatchObject({ status: 'interrupted' });
    expect(await sync()).toMatchObject({ status: 'done', created: 1 });
  });
});
