import { appendFileSync, existsSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDedupe, type UnfinishedRun } from '../../../src/address-book/index.js';
import { holdLock } from '../../../src/files/lock/held-lock.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { accountsOfTests, clientWith, person, persons, twoClients } from '../two-accounts.js';

const accounts = accountsOfTests();
const apply = (options: Parameters<typeof accounts.apply>[0] = {}) => accounts.apply({ concurrency: 1, ...options });
const A = {
  name: 'A',
  numbers: [{ number: '48500100001' }, { number: '500 100 002' }, { number: '48500100003' }],
};
const ALL_OF_A = ['A', '48500100001 ', '500 100 002 ', '48500100003 '];
const added = (): readonly string[] =>
  (accounts.sandbox.account('new')?.groups ?? []).flatMap(({ numbers }) => numbers.map(({ number }) => number));
const waits = (): readonly number[] => accounts.events.flatMap((event) => (event.type === 'waiting' ? [event.ms] : []));

async function planned(
  source: Parameters<typeof accounts.create>[0] = [A],
  target = source.slice(0, 0),
): Promise<void> {
  accounts.create(source, target);
  await accounts.plan();
}

/**
 * A run that is killed while its first number is in flight.
 *
 * @returns executes that request
 */
async function killed(): Promise<() => Promise<unknown>> {
  let arrive = (): Promise<unknown> => Promise.resolve();
  await new Promise<void>((resolve) => {
    const losing = clientWith(accounts.to, {
      addNumber: (contact) => {
        arrive = () => accounts.to.addNumber(contact);
        resolve();
        return new Promise(() => undefined);
      },
    });
    void apply({ to: losing });
  });
  // The lock of a dead process is taken over by the next one.
  rmSync(`${accounts.journalFile}.lock`, { force: true });
  return arrive;
}

describe('resuming a plan', () => {
  it.each([
    ['half of it', { result: 103 }],
    ['all of it', undefined],
  ])('in another account adds nothing to it after %s was done in the first', async (_, failure) => {
    await planned([A, { name: 'B', numbers: A.numbers }], [{ name: 'B' }]);
    if (failure !== undefined) accounts.sandbox.failNext('soap_AddNumber', failure);
    await apply();
    const other = createSandbox({ accounts: [{ username: 'new', password: 'p', groups: [{ name: 'B' }] }] });
    const [, third] = twoClients(other);
    const result = await apply({ to: third });
    expect(result.status).toBe(failure === undefined ? 'done' : 'changed');
    expect(other.account('new')?.groups).toMatchObject([{ name: 'B', numbers: [] }]);
    expect(await apply()).toMatchObject({ status: 'done' });
  });

  it('adds nothing twice, even if its journal has lost lines', async () => {
    await planned();
    await apply();
    const lines = accounts.text(accounts.journalFile).split('\n').slice(0, -1);
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('{"ended":true}');
    for (let kept = 0; kept < lines.length; kept++) {
      const text = lines.slice(0, kept).join('\n');
      // With its last line complete, and cut.
      for (const journal of [
        kept > 0 ? `${text}\n` : '',
        `${text}${kept > 0 ? '\n' : ''}${lines[kept]?.slice(0, -3)}`,
      ]) {
        writeFileSync(accounts.journalFile, journal);
        expect(await apply()).toMatchObject({ status: 'done', done: 4, total: 4 });
        expect(accounts.book('new')).toEqual([ALL_OF_A]);
        for (const line of accounts.text(accounts.journalFile).trimEnd().split('\n')) expect(line).toMatch(/^\{.*\}$/);
      }
    }
    rmSync(accounts.journalFile);
    expect(await apply()).toMatchObject({ status: 'done', done: 4, total: 4 });
    expect(accounts.book('new')).toEqual([ALL_OF_A]);
  });
});

describe('a request that is in flight when a run is killed', () => {
  it.each([
    ['at once', undefined],
    ['from a journal with an old modification time', 60_000],
    ['from a journal with a modification time in the future', -60_000],
  ])('is waited for in full and not repeated when the run is resumed %s', async (_what, ageMs) => {
    await planned();
    const arrive = await killed();
    if (ageMs !== undefined) {
      const time = new Date(Date.now() - ageMs);
      utimesSync(accounts.journalFile, time, time);
    }
    setTimeout(() => void arrive(), 50);
    expect(await apply({ settleMs: 800 })).toMatchObject({ status: 'done', done: 4 });
    // In full, except for the time that the run has taken until then.
    expect(waits()).toEqual([expect.closeTo(800, -3)]);
    expect([...added()].sort()).toEqual(['48500100001', '48500100003', '500 100 002']);
  });

  it('is waited for by every kind of plan, also if the journal is in another folder', async () => {
    await planned();
    const arrive = await killed();
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'elsewhere-'));
    const journal = path.join(elsewhere, 'log');
    renameSync(accounts.journalFile, journal);
    writeFileSync(`${accounts.planFile}.begun`, `${journal}\n`);
    const unfinished: UnfinishedRun[] = [];
    const onUnfinished = (run: UnfinishedRun): number => unfinished.push(run);
    setTimeout(() => void arrive(), 50);
    const dedupe = { to: accounts.to, out: accounts.at('once'), settleMs: 300, onUnfinished };
    expect(await planDedupe(dedupe)).toMatchObject({ deleteNumbers: 0 });
    expect(unfinished).toEqual([{ journal, ms: 300 }]);
    await accounts.plan({ out: accounts.at('again'), settleMs: 20 });
    await apply({ plan: accounts.at('again') });
    expect([...added()].sort()).toEqual(['48500100001', '48500100003', '500 100 002']);
    rmSync(elsewhere, { recursive: true });
  });

  it('and is missing in a copy of the journal that was put back is waited for, too', async () => {
    await planned();
    const arrive = await killed();
    const lines = accounts.text(accounts.journalFile).split('\n');
    // Line 3 of the plan adds the group, line 4 the number whose request is in flight.
    expect(lines.at(-2)).toBe('{"begun":4}');
    writeFileSync(accounts.journalFile, `${lines.slice(0, -2).join('\n')}\n`);
    setTimeout(() => void arrive(), 50);
    expect(await apply({ settleMs: 400 })).toMatchObject({ status: 'done', done: 4 });
    expect([...added()].sort()).toEqual(['48500100001', '48500100003', '500 100 002']);
  });
});

describe('the journal of a plan', () => {
  it.each(['no line break', '{"plan":1}\n', '{"journal":2,"plan":5}\n'])(
    'is not begun in a file that is something else: %j',
    async (text) => {
      await planned();
      writeFileSync(accounts.at('precious'), text);
      const refused = { path: 'journal', message: expect.stringContaining('is not a journal') };
      expect(await rejection(apply({ journal: accounts.at('precious') }))).toMatchObject(refused);
      expect(accounts.text(accounts.at('precious'))).toBe(text);
    },
  );

  it.each(['', '{"journal":2,"plan":"12'])('is begun again if its first line was cut: %j', async (text) => {
    await planned();
    writeFileSync(accounts.journalFile, text);
    expect(await apply({ signal: AbortSignal.abort() })).toMatchObject({ status: 'interrupted' });
    expect(await apply()).toMatchObject({ status: 'done', done: 4 });
  });

  it.each(['{"begun":99999999}', '{"failed":"1"}', '{"begun":4,"done":4}', '{"begun"'])(
    'with an invalid line is refused and not changed: %s',
    async (line) => {
      await planned();
      accounts.sandbox.failNext('soap_AddGroup', { result: 103 });
      await apply();
      appendFileSync(accounts.journalFile, `${line}\n`);
      const text = accounts.text(accounts.journalFile);
      expect(await rejection(apply())).toMatchObject({
        ...{ path: 'journal', message: expect.stringContaining('line 5 is not a line of a journal') },
      });
      expect(accounts.text(accounts.journalFile)).toBe(text);
    },
  );

  it('of another name is used by the next run, which begins no other journal', async () => {
    accounts.create([{ name: 'A', numbers: persons(1, 2) }]);
    await accounts.plan();
    accounts.sandbox.failNext('soap_AddNumber', { delayMs: 1 });
    accounts.sandbox.failNext('soap_AddNumber', { result: 103 });
    const journal = accounts.at('move.log');
    expect(await apply({ journal })).toMatchObject({ status: 'limits', done: 2 });
    const begun = { message: expect.stringContaining(journal) };
    expect(await rejection(accounts.plan({ force: true }))).toMatchObject({ path: 'out', ...begun });
    expect(await rejection(apply({ journal: accounts.at('b.log') }))).toMatchObject({ path: 'journal', ...begun });
    expect(existsSync(accounts.at('b.log'))).toBe(false);
    expect(await apply()).toMatchObject({ status: 'done', done: 3 });
    expect(added()).toHaveLength(2);
    // Renamed, it is used if it is named.
    renameSync(journal, accounts.at('renamed.log'));
    expect(await rejection(apply())).toMatchObject({ path: 'journal', ...begun });
    expect(await rejection(apply({ journal: accounts.at('b.log') }))).toMatchObject({ path: 'journal' });
    expect(await apply({ journal: accounts.at('renamed.log') })).toMatchObject({ status: 'done', done: 3 });
  });

  it.each([
    ['in conflict', '<<<<<<< HEAD\n/a/one.journal\n=======\n/a/two.journal\n>>>>>>> theirs\n'],
    ['something else', 'the password is hunter2'],
    ['too long', '/a'.repeat(100_000)],
  ])('is required, and nothing is begun, if the note about it is %s', async (_what, note) => {
    await planned();
    writeFileSync(`${accounts.planFile}.begun`, note);
    const error = await rejection(apply());
    expect(error).toMatchObject({ path: 'journal' });
    expect(String(error)).not.toMatch(/HEAD|hunter2|\n/);
    expect(String(error).length).toBeLessThan(600);
    expect([accounts.book('new'), existsSync(accounts.journalFile)]).toEqual([[], false]);
  });

  it('is not begun while a plan is replaced, and a plan is not replaced while a run begins it', async () => {
    await planned();
    const lock = await holdLock(accounts.planFile);
    expect(await rejection(apply())).toMatchObject({
      ...{ code: 'FILE_LOCKED', message: expect.stringContaining('is in use: another run is starting this plan') },
    });
    expect(await rejection(accounts.plan({ force: true }))).toMatchObject({
      ...{ code: 'FILE_LOCKED', message: expect.stringContaining('cannot be replaced while a run uses it') },
    });
    if (!('holder' in lock)) lock.release();
    const running = apply();
    // The run has looked at the plan and reads it: when it begins, the plan is another one.
    writeFileSync(accounts.planFile, `${accounts.text()}\n`);
    expect(await rejection(running)).toMatchObject({ path: 'plan' });
    expect([accounts.book('new'), existsSync(accounts.journalFile)]).toEqual([[], false]);
  });
});

describe('planning again in the same file', () => {
  const prepare = async (): Promise<void> => {
    accounts.create([
      { name: 'A', numbers: persons(1, 3) },
      { name: 'B', numbers: [person(4)] },
    ]);
    await accounts.plan();
    await accounts.from.delNumber({ groupId: 1, number: person(2).number });
    await accounts.from.addNumber({ groupId: 1, ...person(5) });
  };
  const ALL = [
    ['A', '48500100001 P1', '48500100003 P3', '48500100005 P5'],
    ['B', '48500100004 P4'],
  ];

  it.each([1, 2, 3, 4])('continues after request %i was executed and its process was killed', async (count) => {
    await prepare();
    let calls = 0;
    let isKilled = false;
    const kill = async <T>(request: () => Promise<T>): Promise<T> => {
      calls += 1;
      const own = calls;
      const result = await request();
      if (own === count) throw new Error('killed');
      return result;
    };
    const dying = clientWith(accounts.to, {
      addGroup: (group) => kill(() => accounts.to.addGroup(group)),
      addNumber: (contact) => kill(() => accounts.to.addNumber(contact)),
    });
    await apply({ to: dying, ifChanged: 'replan' }).catch((error: Error) => {
      isKilled = error.message === 'killed';
    });
    expect(isKilled).toBe(true);
    expect(await apply({ ifChanged: 'replan' })).toMatchObject({ status: 'done' });
    expect(accounts.book('new').map((group) => [...group].sort())).toEqual(ALL.map((group) => [...group].sort()));
  });
});
