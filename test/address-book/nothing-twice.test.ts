import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApplyEvent,
  type ApplyMigrationOptions,
  applyMigration,
  importAddressBook,
  type PlanMigrationOptions,
  planDedupe,
  planMigration,
  verifyMigration,
  type WritingClient,
} from '../../src/address-book/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { holdLock } from '../../src/files/lock/held-lock.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: String(48_500_100_000 + index), name: `Osoba ${index}` }));

function accounts(old: readonly SandboxGroup[], target: readonly SandboxGroup[] = []): void {
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: old },
      { username: 'new', password: 'p', groups: target },
    ],
  });
  [from, to] = twoClients(sandbox);
}

const plan = (out = 'plan', options: Partial<PlanMigrationOptions> = {}) =>
  planMigration({ from, to, out: at(out), ...options });
const apply = (options: Partial<ApplyMigrationOptions> = {}) =>
  applyMigration({ plan: at('plan'), from, to, settleMs: 1, concurrency: 1, ...options });
const inTarget = (): readonly string[] =>
  (sandbox.account('new')?.groups ?? []).flatMap((group) => group.numbers.map(({ number }) => number));

/** The target, with another way of adding numbers. */
const adding = (addNumber: WritingClient['addNumber']): WritingClient => ({
  getGroups: (options) => to.getGroups(options),
  streamNumbers: (groupId, options) => to.streamNumbers(groupId, options),
  addGroup: (group, options) => to.addGroup(group, options),
  addNumber,
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nothing-twice-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a group that somebody deletes meanwhile', () => {
  it('is changed where the gateway says of its numbers that it knows no such id', async () => {
    accounts([{ name: 'A', numbers: numbers(5) }], [{ name: 'A' }]);
    await plan();
    for (let times = 0; times < 5; times++) sandbox.failNext('soap_AddNumber', { result: 301 });
    expect(await apply()).toMatchObject({ status: 'changed', done: 0 });
    expect(inTarget()).toEqual([]);
  });

  it.each([53, 75, 1115])('is not taken for there already by a conflict of something else: code %i', async (result) => {
    accounts([{ name: 'A', numbers: numbers(1) }], [{ name: 'A' }]);
    await plan();
    sandbox.failNext('soap_AddNumber', { result });
    expect(await apply()).toMatchObject({ status: 'rejects', done: 0, rejected: 1 });
  });
});

describe('what is in flight when a run is killed', () => {
  /** A run that is killed when its first number is on its way; `arrive` carries that request out. */
  async function killed(): Promise<{ readonly arrive: () => Promise<void> }> {
    let arrive = (): Promise<void> => Promise.resolve();
    const lost = adding(async (contact) => {
      arrive = () => to.addNumber(contact);
      return new Promise(() => undefined);
    });
    const started = new Promise<void>((resolve) => {
      const waiting = adding(async (contact, options) => {
        const never = lost.addNumber(contact, options);
        resolve();
        return never;
      });
      void apply({ to: waiting });
    });
    await started;
    // As its process leaves it: the lock is given up by whoever takes it from a dead one.
    copyFileSync(at('plan.journal'), at('copy'));
    rmSync(at('plan.journal.lock'), { force: true });
    return { arrive: () => arrive() };
  }

  it('is settled before a run says that a side has changed, so that planning anew does not double it', async () => {
    accounts([{ name: 'A', numbers: numbers(3) }]);
    await plan();
    const { arrive } = await killed();
    await from.addNumber({ number: '48500199999', groupId: 1 });
    const waited: ApplyEvent[] = [];
    setTimeout(() => void arrive(), 50);
    const onEvent = (event: ApplyEvent): void => void (event.type === 'waiting' && waited.push(event));
    expect(await apply({ settleMs: 300, onEvent })).toMatchObject({ status: 'changed', done: 2 });
    expect(waited).toHaveLength(1);
    await plan('anew');
    expect(await apply({ plan: at('anew') })).toMatchObject({ status: 'done' });
    expect([...inTarget()].sort()).toEqual(['48500100000', '48500100001', '48500100002', '48500199999']);
  });

  it('is waited for by a new plan beside its journal', async () => {
    accounts([{ name: 'A', numbers: numbers(3) }]);
    await plan();
    const { arrive } = await killed();
    const unfinished: unknown[] = [];
    setTimeout(() => void arrive(), 50);
    await plan('anew', { settleMs: 300, onUnfinished: (what) => unfinished.push(what) });
    expect(unfinished).toEqual([{ journal: at('plan.journal'), ms: 300 }]);
    await apply({ plan: at('anew') });
    expect([...inTarget()].sort()).toEqual(['48500100000', '48500100001', '48500100002']);
  });

  it('is waited for where the plan was begun with a journal elsewhere, and before doubled numbers are planned', async () => {
    accounts([{ name: 'A', numbers: numbers(3) }]);
    await plan();
    const { arrive } = await killed();
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'elsewhere-'));
    renameSync(at('plan.journal'), path.join(elsewhere, 'log'));
    writeFileSync(at('plan.begun'), `${path.join(elsewhere, 'log')}\n`);
    const unfinished: unknown[] = [];
    const onUnfinished = (what: unknown): number => unfinished.push(what);
    setTimeout(() => void arrive(), 50);
    expect(await planDedupe({ client: to, out: at('once'), settleMs: 300, onUnfinished })).toMatchObject({
      corrections: 0,
    });
    expect(unfinished).toEqual([{ journal: path.join(elsewhere, 'log'), ms: 300 }]);
    await plan('anew', { settleMs: 300 });
    await apply({ plan: at('anew') });
    expect([...inTarget()].sort()).toEqual(['48500100000', '48500100001', '48500100002']);
    rmSync(elsewhere, { recursive: true });
  });

  it('is waited for by an import beside its journal, and not by a plan for another account', async () => {
    accounts([{ name: 'A', numbers: numbers(3) }]);
    await plan('plan', { accounts: { to: 'new' } });
    await killed();
    const unfinished: unknown[] = [];
    const onUnfinished = (what: unknown): number => unfinished.push(what);
    writeFileSync(at('plan.journal'), readFileSync(at('plan.journal'), 'utf8').replace('"}\n', '","account":"0"}\n'));
    await plan('other', { accounts: { to: 'another' }, settleMs: 200, onUnfinished });
    expect(unfinished).toEqual([]);
    const file = (async function* () {
      yield 'group,number\nA,48500100007\n';
    })();
    await importAddressBook({ file, format: 'csv', to, plan: at('import'), settleMs: 200, onUnfinished });
    expect(unfinished).toEqual([{ journal: at('plan.journal'), ms: 200 }]);
  });

  it.each([
    ['a journal that was copied back has an old time', 60_000],
    ['its time is in the future', -60_000],
  ])('is waited for in full where %s', async (_what, ageMs) => {
    accounts([{ name: 'A', numbers: numbers(3) }]);
    await plan();
    const { arrive } = await killed();
    copyFileSync(at('copy'), at('plan.journal'));
    const time = new Date(Date.now() - ageMs);
    utimesSync(at('plan.journal'), time, time);
    setTimeout(() => void arrive(), 50);
    const waited: unknown[] = [];
    const onEvent = (event: ApplyEvent): void => void (event.type === 'waiting' && waited.push(event.ms));
    expect(await apply({ settleMs: 800, onEvent })).toMatchObject({ status: 'done', done: 4 });
    // In full, but for what the run has taken until then.
    expect(waited).toEqual([expect.closeTo(800, -3)]);
    expect([...inTarget()].sort()).toEqual(['48500100000', '48500100001', '48500100002']);
  });
});

describe('a journal that was copied while a run was at work, and put back', () => {
  /** A journal that lacks the request that is on its way. @returns carries that request out */
  async function putBack(): Promise<() => Promise<void>> {
    accounts([{ name: 'A', numbers: numbers(3) }]);
    await plan();
    let arrive = (): Promise<void> => Promise.resolve();
    const started = new Promise<void>((resolve) => {
      const lost = adding(async (contact) => {
        arrive = () => to.addNumber(contact);
        resolve();
        return new Promise(() => undefined);
      });
      void apply({ to: lost });
    });
    await started;
    const lines = readFileSync(at('plan.journal'), 'utf8').split('\n');
    // The name of one letter is warned of: the group is in line 4.
    expect(lines.at(-2)).toBe('{"begun":5}');
    writeFileSync(at('plan.journal'), `${lines.slice(0, -2).join('\n')}\n`);
    rmSync(at('plan.journal.lock'), { force: true });
    return () => arrive();
  }

  it('is waited for, although nothing in it is in doubt', async () => {
    const arrive = await putBack();
    setTimeout(() => void arrive(), 50);
    expect(await apply({ settleMs: 400 })).toMatchObject({ status: 'done', done: 4 });
    expect([...inTarget()].sort()).toEqual(['48500100000', '48500100001', '48500100002']);
  });

  it('is waited for before a side is said to have changed, and again where the waiting was ended', async () => {
    await putBack();
    await from.addNumber({ number: '48500199999', groupId: 1 });
    const ending = new AbortController();
    let waits = 0;
    const onEvent = (event: ApplyEvent): void => {
      if (event.type !== 'waiting') return;
      waits += 1;
      ending.abort();
    };
    expect(await apply({ settleMs: 60_000, onEvent, signal: ending.signal })).toMatchObject({ status: 'interrupted' });
    expect(waits).toBe(1);
    expect(readFileSync(at('plan.journal'), 'utf8')).not.toContain('ended');
    expect(await apply({ settleMs: 200, onEvent })).toMatchObject({ status: 'changed' });
    expect(waits).toBe(2);
    expect(readFileSync(at('plan.journal'), 'utf8')).toContain('ended');
  });
});

describe('how long is waited for what an earlier run has sent', () => {
  it('is counted from when it was sent, by a clock that nobody sets', async () => {
    accounts([{ name: 'A', numbers: numbers(2) }]);
    await plan();
    // Answers that cannot be read, and then credentials: the run ends by itself, and leaves one in doubt.
    sandbox.failNext('soap_AddNumber', { drop: 'after' });
    sandbox.failNext('soap_AddNumber', { result: 101 });
    expect(await apply({ settleMs: 60_000 })).toMatchObject({ status: 'credentials' });
    const doubt = readFileSync(at('plan.journal'), 'utf8')
      .split('\n')
      .find((line) => line.includes('doubt'));
    const { clock, ms } = JSON.parse(doubt ?? '{}') as { readonly clock: string; readonly ms: number };
    expect(clock).toContain(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
    let ending = new AbortController();
    let waits = 0;
    const onEvent = (event: ApplyEvent): void => {
      if (event.type !== 'waiting') return;
      waits += 1;
      ending.abort();
    };
    // As if it were long ago: nothing is waited for. By another clock nothing is known.
    const journal = readFileSync(at('plan.journal'), 'utf8');
    const longAgo = journal.replace(`"ms":${ms}`, `"ms":${ms - 60_000}`);
    writeFileSync(at('plan.journal'), longAgo.replace(clock, 'another'));
    expect(await apply({ settleMs: 60_000, onEvent, signal: ending.signal })).toMatchObject({ status: 'interrupted' });
    expect(waits).toBe(1);
    ending = new AbortController();
    writeFileSync(at('plan.journal'), longAgo);
    expect(await apply({ settleMs: 60_000, onEvent, signal: ending.signal })).toMatchObject({
      status: 'done',
      done: 3,
    });
    expect(waits).toBe(1);
    expect(inTarget()).toHaveLength(2);
  });
});

describe('a pace that is slower than the time for a call', () => {
  it('is kept, and is no gateway that is away', async () => {
    accounts([{ name: 'A', numbers: numbers(6) }], [{ name: 'A' }]);
    await plan();
    const slow = new SmsServiceClient({
      url: 'http://gateway.test/',
      credentials: { username: 'new', password: 'p' },
      transport: sandbox.transport(),
      maxPerSecond: 4,
      timeoutMs: 400,
    });
    expect(await apply({ to: slow, concurrency: 8 })).toMatchObject({ status: 'done', done: 6 });
    expect(new Set(inTarget()).size).toBe(6);
    expect(inTarget()).toHaveLength(6);
  });
});

describe('two runs into one account', () => {
  it('with journals in one folder are refused, where it is known which account that is', async () => {
    accounts([{ name: 'A', numbers: numbers(3) }], [{ name: 'A' }]);
    await plan();
    await plan('second');
    let second: Promise<unknown> | undefined;
    const waiting = adding(async (contact, options) => {
      await (second ??= rejection(apply({ plan: at('second'), account: 'new' })));
      return to.addNumber(contact, options);
    });
    expect(await apply({ to: waiting, account: 'new' })).toMatchObject({ status: 'done', done: 3 });
    expect(await second).toMatchObject({
      code: 'FILE_LOCKED',
      message: expect.stringContaining('another run changes the same account'),
    });
    expect(inTarget()).toHaveLength(3);
  });

  it('add no number that somebody else has added before its group is filled', async () => {
    accounts(
      [
        { name: 'A', numbers: numbers(3) },
        { name: 'B', numbers: numbers(3) },
      ],
      [{ name: 'A' }, { name: 'B' }],
    );
    await plan();
    let isFirst = true;
    const meanwhile = adding(async (contact, options) => {
      if (isFirst) for (const number of numbers(3)) await to.addNumber({ ...number, groupId: 4 });
      isFirst = false;
      return to.addNumber(contact, options);
    });
    expect(await apply({ to: meanwhile })).toMatchObject({ status: 'done', done: 6 });
    expect(inTarget()).toHaveLength(6);
  });

  it('that nobody can keep apart are told of by verifying', async () => {
    accounts([{ name: 'A', numbers: numbers(2) }], [{ name: 'A' }]);
    await plan();
    const both = adding(async (contact, options) => {
      await to.addNumber(contact, options);
      return to.addNumber(contact, options);
    });
    await apply({ to: both });
    expect(await verifyMigration({ from, to })).toMatchObject({ doubles: 2, isComplete: false });
    expect(readFileSync(at('plan'), 'utf8')).toContain('what somebody else adds to them while the plan is carried out');
  });
});

describe('a journal', () => {
  it.each(['no line break', 'a line\nand another', '{"plan":1}\n', '{"journal":2}\n', '{"journal":1,"plan":5}\n'])(
    'is not begun in a file that is none: %j',
    async (text) => {
      accounts([{ name: 'A', numbers: numbers(1) }]);
      await plan();
      writeFileSync(at('precious'), text);
      const isNone = { path: 'journal', message: expect.stringContaining('is a file that is no journal') };
      expect(await rejection(apply({ journal: at('precious') }))).toMatchObject(isNone);
      expect(readFileSync(at('precious'), 'utf8')).toBe(text);
    },
  );

  it('of which only a part of the first line was written is begun again', async () => {
    accounts([{ name: 'A', numbers: numbers(1) }]);
    await plan();
    for (const text of ['', '{"jour', '{"journal":1,"plan":"12']) {
      writeFileSync(at('plan.journal'), text);
      expect(await apply({ signal: AbortSignal.abort() })).toMatchObject({ status: 'interrupted' });
    }
    expect(await apply()).toMatchObject({ status: 'done', done: 2 });
  });

  it('with another name is known beside the plan: it is gone on with, and no other is begun', async () => {
    accounts([{ name: 'A', numbers: numbers(2) }]);
    await plan();
    sandbox.failNext('soap_AddNumber', { delayMs: 1 });
    sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await apply({ journal: at('move.log') })).toMatchObject({ status: 'limits', done: 2 });
    const isBegun = { message: expect.stringContaining(`has the journal ${at('move.log')}`) };
    expect(await rejection(plan('plan', { force: true }))).toMatchObject({ path: 'out', ...isBegun });
    expect(await rejection(apply({ journal: at('another.log') }))).toMatchObject({
      path: 'journal',
      message: expect.stringContaining(`go on with ${at('move.log')}`),
    });
    expect(existsSync(at('another.log'))).toBe(false);
    expect(await apply()).toMatchObject({ status: 'done', done: 3 });
    expect(inTarget()).toHaveLength(2);
  });

  it.each([
    ['empty', ''],
    ['in conflict', '<<<<<<< HEAD\n/a/one.journal\n=======\n/a/two.journal\n>>>>>>> theirs\n'],
    ['of something else', 'the password is hunter2'],
    ['a folder', '/\n'],
    ['long', '/a'.repeat(100_000)],
    ['called what no file can be', `/${'a'.repeat(300)}\n`],
  ])(
    'that only a note names which is %s is asked for by the name of the note, and nothing is begun',
    async (_what, note) => {
      accounts([{ name: 'A', numbers: numbers(1) }]);
      await plan();
      writeFileSync(at('plan.begun'), note);
      const error = await rejection(apply());
      expect(error).toMatchObject({ path: 'journal', message: expect.stringContaining(at('plan.begun')) });
      expect(String(error)).not.toMatch(/HEAD|hunter2|\n/);
      expect(String(error).length).toBeLessThan(600);
      expect(inTarget()).toEqual([]);
      // Whoever knows where it is may say so.
      expect(existsSync(at('plan.journal'))).toBe(false);
    },
  );

  it('is not begun for a plan that is replaced meanwhile, nor is one replaced that a run begins', async () => {
    accounts([{ name: 'A', numbers: numbers(2) }]);
    await plan();
    const opened = await holdLock(at('plan'));
    expect(await rejection(apply())).toMatchObject({
      code: 'FILE_LOCKED',
      message: expect.stringContaining('is not begun'),
    });
    const isBegun = { code: 'FILE_LOCKED', message: expect.stringContaining('is not written: a run begins it') };
    expect(await rejection(plan('plan', { force: true }))).toMatchObject(isBegun);
    if (!('holder' in opened)) opened.release();
    const running = apply();
    // The plan has been looked at, and is read: it is another one when the run begins.
    writeFileSync(at('plan'), `${readFileSync(at('plan'), 'utf8')}\n`);
    expect(await rejection(running)).toMatchObject({ path: 'plan' });
    expect(existsSync(at('plan.journal'))).toBe(false);
    expect(inTarget()).toEqual([]);
  });

  it('is one, also of two runs that begin at once with one each', async () => {
    accounts([{ name: 'A', numbers: numbers(3) }], [{ name: 'A' }]);
    await plan();
    const both = await Promise.allSettled([apply({ journal: at('one.log') }), apply({ journal: at('two.log') })]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // Which of both begins, and how far it is then, is not known.
    expect(refused.map(({ code, path: place }) => code === 'FILE_LOCKED' || place === 'journal')).toEqual([true]);
    expect(inTarget()).toHaveLength(3);
  });

  it('in which a line is of two kinds is refused', async () => {
    accounts([{ name: 'A', numbers: numbers(2) }]);
    await plan();
    sandbox.failNext('soap_AddGroup', { result: 103 });
    await apply();
    appendFileSync(at('plan.journal'), '{"begun":4,"done":4}\n');
    expect(await rejection(apply())).toMatchObject({ path: 'journal', message: expect.stringContaining('in line 5') });
  });
});

describe('a plan of no steps', () => {
  it('is carried out again after something has changed, because nothing is left to be done', async () => {
    accounts([{ name: 'A', numbers: numbers(1) }], [{ name: 'A', numbers: numbers(1) }]);
    await plan();
    expect(await apply()).toMatchObject({ status: 'done', total: 0 });
    await to.addNumber({ number: '48500199999', groupId: 2 });
    await from.addGroup({ name: 'B' });
    expect(await apply()).toMatchObject({ status: 'done', total: 0 });
  });
});

describe('an import', () => {
  const file = (text: string) =>
    (async function* () {
      yield text;
    })();
  const take = (text: string, options: object = {}) =>
    importAddressBook({ file: file(text), format: 'csv', to, plan: at('import'), ...options });

  it('does not go on with the plan of another file, whatever its name and its time', async () => {
    accounts([]);
    sandbox.failNext('soap_AddNumber', { result: 103 });
    expect(await take('group,number\nA,48500100001\n')).toMatchObject({ status: 'limits', done: 1 });
    expect(await rejection(take('group,number\nA,48500100002\n'))).toMatchObject({
      path: 'file',
      message: expect.stringContaining('is not the one that the plan was made of'),
    });
    expect(await take('group,number\nA,48500100001\n')).toMatchObject({ status: 'done', done: 2 });
    expect(await take('group,number\nA,48500100001\n')).toMatchObject({ status: 'done', total: 0 });
    expect(inTarget()).toEqual(['48500100001']);
  });

  it.each([
    ['group', { group: 'B' }],
    ['columns', { columns: { group: 'name', number: 'number' } }],
    ['delimiter', { delimiter: ';' }],
  ])('does not go on with a plan that was begun with another %s', async (name, options) => {
    accounts([]);
    sandbox.failNext('soap_AddNumber', { result: 103 });
    await take('group,number\nA,48500100001\n');
    expect(await rejection(take('group,number\nA,48500100001\n', options))).toMatchObject({
      path: name,
      message: expect.stringContaining('is not as it was when the plan was made'),
    });
    expect(inTarget()).toEqual([]);
  });
});
