import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type PlanEvent, verifyMigration } from '../../../src/address-book/index.js';
import { ConnectionError, SmsServiceClient } from '../../../src/client/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, clientWith, person, persons } from '../two-accounts.js';

const accounts = accountsOfTests();
const typesOf = (events: readonly PlanEvent[]): readonly string[] => events.map(({ type }) => type);
/** The numbers of the target. */
const added = (): readonly string[] =>
  (accounts.sandbox.account('new')?.groups ?? []).flatMap(({ numbers }) => numbers.map(({ number }) => number));

describe('applying the plan of a copy', () => {
  it('adds all groups and numbers, each once', async () => {
    accounts.create(
      [
        { name: 'Łódź', info: 'x', numbers: persons(1, 30) },
        { name: 'Pusta' },
        { name: 'Trzy', numbers: [...persons(5, 3), { number: '+48 500-100-005', name: 'twice' }] },
      ],
      [{ name: 'Trzy', numbers: [person(7)] }],
    );
    await accounts.plan();
    expect(await accounts.apply()).toEqual({
      status: 'done',
      done: 34,
      failed: 0,
      skipped: 0,
      total: 34,
      changes: { groupsAdded: 2, groupsDeleted: 0, numbersAdded: 32, numbersDeleted: 0, numbersRenamed: 0 },
      extraDeleted: 0,
    });
    expect(typesOf(accounts.events).filter((type) => type === 'group-added')).toHaveLength(2);
    expect(typesOf(accounts.events).filter((type) => type === 'number-added')).toHaveLength(32);
    expect(accounts.events).toContainEqual({
      ...{ type: 'number-added', line: 4, group: 'Łódź', number: '48500100001', name: 'P1' },
    });
    expect(await verifyMigration({ from: accounts.from, to: accounts.to })).toMatchObject({
      ...{ groups: 3, numbers: 33, missing: 0, extra: 0, otherNames: 1, duplicates: 0, isComplete: false },
    });
    accounts.events = [];
    expect(await accounts.apply()).toMatchObject({ status: 'done', done: 34, total: 34, changes: { numbersAdded: 0 } });
    expect(accounts.events).toEqual([]);
    expect(accounts.sandbox.account('new')?.groups.map(({ numbers }) => numbers.length)).toEqual([3, 30, 0]);
  });

  it('finds the accounts of the plan by its hashes, and refuses others', async () => {
    accounts.create([{ name: 'A', numbers: [person(1)] }]);
    await accounts.plan({ accounts: { from: 'old at gateway', to: 'new at gateway' } });
    expect(accounts.text()).not.toContain('at gateway');
    const other = { accounts: { to: 'third at gateway' } };
    expect(await rejection(accounts.apply(other))).toMatchObject({
      path: 'to',
      message: 'to: is not the account that the plan was created for',
    });
    expect(accounts.book('new')).toEqual([]);
    expect(await accounts.apply({ accounts: { to: 'new at gateway' } })).toMatchObject({ status: 'done' });
  });

  it.each([53, 1115])('records a conflict that does not mean an existing number as failed: code %i', async (result) => {
    accounts.create([{ name: 'A', numbers: [person(1)] }], [{ name: 'A' }]);
    await accounts.plan();
    accounts.sandbox.failNext('soap_AddNumber', { result });
    expect(await accounts.apply()).toMatchObject({ status: 'failed', done: 0, failed: 1 });
  });

  it.each([
    ['credentials', { result: 101 }],
    ['limits', { result: 103 }],
    ['changed', { result: 40 }],
  ])('ends at once and resumes after a refusal: %s', async (status, failure) => {
    accounts.create([{ name: 'A', numbers: persons(1, 10) }]);
    await accounts.plan();
    accounts.sandbox.failNext('soap_AddNumber', failure);
    const first = await accounts.apply({ concurrency: 1 });
    expect(first).toMatchObject({ status, error: { result: failure.result } });
    expect(first.done).toBeLessThan(11);
    // The refused request has a known outcome, so nothing is waited for.
    accounts.events = [];
    expect(await accounts.apply({ settleMs: 60_000 })).toMatchObject({ status: 'done', done: 11 });
    expect(typesOf(accounts.events)).not.toContain('waiting');
    expect(await verifyMigration({ from: accounts.from, to: accounts.to })).toMatchObject({ isSame: true });
  });

  it('finishes requests in flight when it is interrupted, and resumes', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 30) }]);
    await accounts.plan();
    const controller = new AbortController();
    const first = await accounts.apply({
      concurrency: 2,
      signal: controller.signal,
      onEvent: (_event, { done }) => (done === 10 ? controller.abort() : undefined),
    });
    expect(first.status).toBe('interrupted');
    expect(first.done).toBeGreaterThanOrEqual(10);
    expect(first.done).toBe(1 + added().length);
    expect(await accounts.apply()).toMatchObject({ status: 'done', done: 31 });
  });

  it('treats a rate limit that is slower than the timeout as a rate limit, not as an unreachable gateway', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 6) }], [{ name: 'A' }]);
    await accounts.plan();
    const slow = new SmsServiceClient({
      url: 'http://gateway.test/',
      credentials: { username: 'new', password: 'p' },
      transport: accounts.sandbox.transport(),
      maxPerSecond: 4,
      timeoutMs: 400,
    });
    expect(await accounts.apply({ to: slow, concurrency: 8 })).toMatchObject({ status: 'done', done: 6 });
    expect([...added()].sort()).toEqual(persons(1, 6).map(({ number }) => number));
  });

  it.each([
    ['from', { from: {} }],
    ['to', { to: undefined }],
    ['plan', { plan: '' }],
    ['acceptChanges', { acceptChanges: true }],
  ])('is refused with an invalid option: %s', async (where, options) => {
    accounts.create([{ name: 'A' }]);
    await accounts.plan();
    expect(await rejection(accounts.apply(options as never))).toMatchObject({ name: 'ValidationError', path: where });
  });

  it('is refused with one client for both accounts, and with a client that cannot add numbers', async () => {
    accounts.create([{ name: 'A', numbers: [person(1)] }]);
    await accounts.plan();
    expect(await rejection(accounts.apply({ to: accounts.from }))).toMatchObject({ path: 'from' });
    const { getGroups, streamNumbers } = clientWith(accounts.to, {});
    expect(await rejection(accounts.apply({ to: { getGroups, streamNumbers } }))).toMatchObject({ path: 'to' });
  });
});

describe('requests with unknown outcome', () => {
  it('are looked up before they are repeated', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 40) }]);
    await accounts.plan();
    accounts.sandbox.failNext('soap_AddGroup', { drop: 'after' });
    accounts.sandbox.failEvery(3, 'soap_AddNumber', { drop: 'after' });
    accounts.sandbox.failEvery(5, 'soap_AddNumber', { drop: 'before' });
    const exceeded: unknown[] = [];
    const result = await accounts.apply({
      onEvent: (event, progress) => {
        accounts.events.push(event);
        if (progress.done > progress.total) exceeded.push(progress);
      },
    });
    expect(result).toMatchObject({ status: 'done', done: 41 });
    expect(exceeded).toEqual([]);
    expect(accounts.events.filter(({ type }) => type === 'resolved').length).toBeGreaterThan(1);
    expect(await verifyMigration({ from: accounts.from, to: accounts.to })).toMatchObject({ isSame: true });
  });

  it('are not repeated after the run was interrupted', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 6) }]);
    await accounts.plan();
    const controller = new AbortController();
    accounts.sandbox.failEvery(1, 'soap_AddNumber', { drop: 'before' });
    const result = await accounts.apply({
      concurrency: 1,
      signal: controller.signal,
      onEvent: ({ type }) => {
        if (type !== 'resolved') return;
        accounts.sandbox.clearFailures();
        controller.abort();
      },
    });
    expect(result).toMatchObject({ status: 'interrupted', done: 1 });
    expect(added()).toEqual([]);
    expect(await accounts.apply()).toMatchObject({ status: 'done', done: 7 });
  });

  it('are finished before the run ends, if repeating them ends it', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 6) }]);
    await accounts.plan();
    let [calls, inFlight] = [0, 0];
    accounts.sandbox.failNext('soap_AddNumber', { delayMs: 100 });
    const failing = clientWith(accounts.to, {
      async addNumber(contact, options) {
        calls += 1;
        if (calls <= 6) throw new ConnectionError('lost', 'unknown');
        if (calls === 9) throw new ConnectionError('away', 'not-sent');
        inFlight += 1;
        const result = await accounts.to.addNumber(contact, options);
        inFlight -= 1;
        return result;
      },
    });
    const result = await accounts.apply({ to: failing, concurrency: 2 });
    expect([inFlight, result.status]).toEqual([0, 'transient']);
    expect(result.done).toBe(1 + added().length);
    expect(await accounts.apply({ settleMs: 60_000, dryRun: true })).toMatchObject({ done: result.done });
  });
});

describe('two runs into one account', () => {
  it('with one journal are refused', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 5) }]);
    await accounts.plan();
    let second: Promise<unknown> | undefined;
    const waiting = clientWith(accounts.to, {
      async addNumber(number, options) {
        await (second ??= rejection(accounts.apply()));
        return accounts.to.addNumber(number, options);
      },
    });
    expect(await accounts.apply({ to: waiting })).toMatchObject({ status: 'done' });
    expect(await second).toMatchObject({
      ...{ code: 'FILE_LOCKED', message: expect.stringContaining('is in use by another run') },
    });
    expect(added()).toHaveLength(5);
  });

  it('with journals in one folder are refused if the account is known', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 3) }], [{ name: 'A' }]);
    await accounts.plan();
    await accounts.plan({ out: accounts.at('second') });
    const named = { accounts: { to: 'new' } };
    let second: Promise<unknown> | undefined;
    const waiting = clientWith(accounts.to, {
      async addNumber(contact, options) {
        await (second ??= rejection(accounts.apply({ plan: accounts.at('second'), ...named })));
        return accounts.to.addNumber(contact, options);
      },
    });
    expect(await accounts.apply({ to: waiting, ...named })).toMatchObject({ status: 'done', done: 3 });
    expect(await second).toMatchObject({
      ...{ code: 'FILE_LOCKED', message: expect.stringContaining('another run changes the same account') },
    });
    expect(added()).toHaveLength(3);
  });

  it('that begin a plan at the same time with different journals are refused, except one', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 3) }], [{ name: 'A' }]);
    await accounts.plan();
    const both = await Promise.allSettled(
      ['one.log', 'two.log'].map((name) => accounts.apply({ journal: accounts.at(name) })),
    );
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // It is not known which of both begins, and how far it is then.
    expect(refused.map(({ code, path }) => code === 'FILE_LOCKED' || path === 'journal')).toEqual([true]);
    expect(added()).toHaveLength(3);
  });
});

describe('the file of a plan or journal', () => {
  it('is reached through a link as the same plan, with the same journal', async () => {
    accounts.create([{ name: 'A', numbers: [person(1)] }]);
    await accounts.plan();
    symlinkSync(accounts.planFile, accounts.at('link'));
    expect(await accounts.apply({ plan: accounts.at('link') })).toMatchObject({ status: 'done', done: 2 });
    expect(existsSync(accounts.journalFile)).toBe(true);
    expect(await accounts.apply()).toMatchObject({ status: 'done', changes: { groupsAdded: 0 } });
    const error = await rejection(accounts.plan({ out: accounts.at('link'), force: true }));
    expect(String(error)).toContain('a plan that is partly applied');
  });

  it('contains no numbers and names if it is a journal', async () => {
    accounts.create([{ name: 'Ania', numbers: persons(1, 5) }]);
    await accounts.plan();
    await accounts.apply();
    expect(readFileSync(accounts.journalFile, 'utf8')).not.toMatch(/48500|P\d|Ania/);
  });
});
