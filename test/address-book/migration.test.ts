import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AddressBookDifference,
  type ApplyEvent,
  type ApplyMigrationOptions,
  applyMigration,
  type PlanMigrationOptions,
  planMigration,
  readPlanLabels,
  verifyMigration,
  type WritingClient,
} from '../../src/address-book/index.js';
import { ConnectionError, type SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

const OLD = { username: 'old', password: 'p' };
const NEW = { username: 'new', password: 'p' };

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

function accounts(source: readonly SandboxGroup[], target: readonly SandboxGroup[] = []): void {
  sandbox = createSandbox({
    accounts: [
      { ...OLD, groups: source },
      { ...NEW, groups: target },
    ],
  });
  [from, to] = twoClients(sandbox);
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'migration-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const planFile = (): string => path.join(folder, 'plan.jsonl');
const plan = (options: Partial<PlanMigrationOptions> = {}) =>
  planMigration({ from, to, out: planFile(), now: () => new Date('2026-01-01T00:00:00Z'), ...options });
const apply = (options: Partial<ApplyMigrationOptions> = {}) =>
  applyMigration({ plan: planFile(), from, to, settleMs: 1, ...options });
const planLines = (): readonly unknown[] =>
  readFileSync(planFile(), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** The groups of an account: name, info and each number with its name. */
const bookOf = (username: string): unknown =>
  sandbox
    .account(username)
    ?.groups.map(({ name, info, numbers }) => [name, info, numbers.map(({ number, name: own }) => `${number} ${own}`)]);

const number = (index: number): { readonly number: string; readonly name: string } => ({
  number: `48500${String(100_000 + index)}`,
  name: `Osoba ${index}`,
});
const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => number(first + index));

describe('a plan', () => {
  it('says line by line what will be done, and changes nothing', async () => {
    accounts(
      [
        { name: 'Łódź', info: 'a', numbers: [...numbers(1, 2), { number: '500 100 001', name: 'again' }] },
        { name: 'Pusta' },
      ],
      [{ name: 'Łódź', numbers: [{ number: '500100002', name: 'other name' }] }],
    );
    const before = [bookOf('old'), bookOf('new')];
    expect(await plan()).toEqual({ create: 1, add: 1, there: 1, conflicts: 0, notMoved: 3, warnings: 2 });
    expect(planLines()).toEqual([
      { plan: 1, createdAt: '2026-01-01T00:00:00.000Z', policy: 'merge' },
      { warning: 'unsubscriptions and blacklists do not travel: the SOAP interface does not show them' },
      { group: { id: 1, name: 'Łódź', info: 'a', action: 'merge', targetId: 3 } },
      { notMoved: { kind: 'info', group: 'Łódź', info: 'a' } },
      { add: { number: '48500100001', name: 'Osoba 1' } },
      { notMoved: { kind: 'name', group: 'Łódź', number: '48500100002', name: 'Osoba 2' } },
      { notMoved: { kind: 'name', group: 'Łódź', number: '500 100 001', name: 'again' } },
      { group: { id: 2, name: 'Pusta', info: '', action: 'create' } },
      {
        warning:
          'numbers are added to a group that is there already: what somebody else adds to them while the plan is ' +
          'carried out may then be there twice, which verify shows',
      },
      { seen: { side: 'source', id: 1, name: 'Łódź', info: 'a', numbers: expect.stringMatching(/^3-[0-9a-f]{64}$/) } },
      { seen: { side: 'source', id: 2, name: 'Pusta', info: '', numbers: `0-${'0'.repeat(64)}` } },
      { seen: { side: 'target', id: 3, name: 'Łódź', info: '', numbers: expect.stringMatching(/^1-[0-9a-f]{64}$/) } },
      { end: expect.objectContaining({ create: 1, add: 1, there: 1 }) },
    ]);
    expect([bookOf('old'), bookOf('new')]).toEqual(before);
    expect(statSync(planFile()).mode & 0o777).toBe(0o600);
  });

  it('warns of groups that are filled together with somebody else only where it fills one', async () => {
    const both = [{ name: 'Ania', numbers: numbers(1, 2) }, { name: 'Bez' }];
    accounts(both, both);
    expect(await plan()).toMatchObject({ create: 0, add: 0, there: 2, warnings: 1 });
    expect(readFileSync(planFile(), 'utf8')).not.toContain('there already: what');
    accounts([{ name: 'Ania', numbers: numbers(1, 4) }], both);
    await plan({ force: true });
    expect(readFileSync(planFile(), 'utf8')).toContain('numbers are added to a group that is there already: what');
  });

  it('is one that is read alike by whatever takes a line separator for the end of a line', async () => {
    accounts([{ name: 'One\u2028two', info: 'a\u2029b', numbers: [{ number: '48500100001', name: 'x\u2028y' }] }]);
    await plan();
    expect(readFileSync(planFile(), 'utf8')).not.toMatch(/[\u2028\u2029]/);
    expect(await apply()).toMatchObject({ status: 'done', done: 2 });
    expect(bookOf('new')).toEqual([['One\u2028two', 'a\u2029b', ['48500100001 x\u2028y']]]);
  });

  it('says which info of a group is not moved', async () => {
    accounts(
      [{ name: 'One', info: 'of the source' }, { name: 'Two', info: 'the same' }, { name: 'Three' }],
      [
        { name: 'One', info: 'of the target' },
        { name: 'Two', info: 'the same' },
        { name: 'Three', info: 'more' },
      ],
    );
    expect(await plan()).toMatchObject({ notMoved: 1 });
    expect(planLines()).toContainEqual({ notMoved: { kind: 'info', group: 'One', info: 'of the source' } });
  });

  it.each([
    ['merge', ['merge', 'create'], { create: 1, add: 3, conflicts: 0 }],
    ['skip', ['skip', 'create'], { create: 1, add: 1, conflicts: 0 }],
    ['rename', ['create', 'create'], { create: 2, add: 3, conflicts: 0 }],
    ['fail', ['conflict', 'create'], { create: 1, add: 1, conflicts: 1 }],
  ] as const)('with the policy %s', async (policy, actions, summary) => {
    accounts(
      [
        { name: 'A', numbers: numbers(1, 2) },
        { name: 'B', numbers: numbers(5, 1) },
      ],
      [{ name: 'A' }, { name: 'A (2)' }],
    );
    expect(await plan({ policy })).toMatchObject(summary);
    const groups = planLines().flatMap((line) =>
      'group' in (line as object) ? [(line as { group: { action: string; as?: string } }).group] : [],
    );
    expect(groups.map(({ action }) => action)).toEqual(actions);
    if (policy === 'rename') expect(groups[0]?.as).toBe('A (3)');
  });

  it('tells what its maker calls the accounts, where he has said so', async () => {
    accounts([]);
    await plan({ labels: { from: 'old', to: 'new' } });
    expect(await readPlanLabels(planFile())).toEqual({ from: 'old', to: 'new' });
    await plan({ force: true });
    expect(await readPlanLabels(planFile())).toBeUndefined();
    writeFileSync(planFile(), '{"group":{}}\n');
    expect(await rejection(readPlanLabels(planFile()))).toMatchObject({ name: 'ValidationError', path: 'plan' });
  });

  it('takes the place of what is there only where it is forced, and of a plan that was begun never', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 2) }]);
    await plan();
    expect(await apply({ signal: AbortSignal.abort() })).toMatchObject({ status: 'interrupted', done: 0 });
    expect(existsSync(`${planFile()}.journal`)).toBe(false);
    const isThere = { path: 'out', message: expect.stringContaining('is there already') };
    expect(await rejection(plan({ policy: 'skip' }))).toMatchObject(isThere);
    await plan({ policy: 'skip', force: true });
    await apply();
    const begun = readFileSync(planFile(), 'utf8');
    const hasJournal = { path: 'out', message: expect.stringContaining('was begun, and has the journal') };
    expect(await rejection(plan({ force: true }))).toMatchObject(hasJournal);
    expect(readFileSync(planFile(), 'utf8')).toBe(begun);
    const precious = path.join(folder, 'book.csv');
    for (const text of ['group,number\nA,48500100200\n', '{"kind":"group"}\n', 'x', '']) {
      writeFileSync(precious, text);
      expect(await rejection(plan({ out: precious }))).toMatchObject(isThere);
      expect(readFileSync(precious, 'utf8')).toBe(text);
    }
    await plan({ out: precious, force: true });
    expect(readFileSync(precious, 'utf8')).toContain('"plan":1');
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('is not there when a side cannot be read', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 2) }]);
    sandbox.failNext('soap_GetNumbers', { result: 100 });
    expect(await rejection(plan())).toMatchObject({ name: expect.stringContaining('Error') });
    expect(existsSync(planFile())).toBe(false);
  });

  it.each([
    ['from', { from: {} }],
    ['to', { to: undefined }],
    ['out', { out: '' }],
    ['policy', { policy: 'overwrite' }],
    ['labels', { labels: 'old' }],
    ['labels.to', { labels: { from: 'old' } }],
    ['labels.policy', { labels: { from: 'old', to: 'new', policy: 'merge' } }],
    ['onProgress', { onProgress: 5 }],
    ['target', { target: 5 }],
  ])('is refused with options that are not usable: %s', async (where, options) => {
    accounts([]);
    expect(await rejection(plan(options as never))).toMatchObject({ name: 'ValidationError', path: where });
  });
});

describe('carrying a plan out', () => {
  it('makes all groups and numbers, each once, and verifying tells of a name that has no place', async () => {
    const source = [
      { name: 'Łódź', info: 'x', numbers: numbers(1, 30) },
      { name: 'Pusta' },
      { name: 'Trzy', numbers: [...numbers(5, 3), { number: '+48 500-100-005', name: 'twice' }] },
    ];
    accounts(source, [{ name: 'Trzy', numbers: [number(7)] }]);
    await plan();
    const events: ApplyEvent['type'][] = [];
    const result = await apply({ onEvent: ({ type }) => events.push(type) });
    expect(result).toEqual({ status: 'done', done: 34, rejected: 0, total: 34 });
    expect(events.filter((type) => type === 'group-created')).toHaveLength(2);
    expect(events.filter((type) => type === 'number-added')).toHaveLength(32);
    expect(await verifyMigration({ from, to })).toEqual({
      groups: 3,
      numbers: 33,
      missing: 0,
      extra: 0,
      otherNames: 1,
      doubles: 0,
      fewer: 0,
      infos: 0,
      hasSameIds: false,
      isComplete: false,
    });
    expect(await verifyMigration({ from, to, accept: ['name'] })).toMatchObject({ otherNames: 1, isComplete: true });
    expect(await apply()).toEqual({ status: 'done', done: 34, rejected: 0, total: 34 });
    expect(sandbox.account('new')?.groups.map(({ numbers: all }) => all.length)).toEqual([3, 30, 0]);
  });

  it('puts groups of one name together, or gives them other names', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 2) }], []);
    await from.addGroup({ name: 'B' });
    await plan({ policy: 'rename' });
    await apply();
    expect(bookOf('new')).toEqual([
      ['A', '', ['48500100001 Osoba 1', '48500100002 Osoba 2']],
      ['B', '', []],
    ]);
  });

  it('refuses a plan when a side has changed underneath it', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 2) }], [{ name: 'A', numbers: numbers(9, 1) }]);
    await plan();
    await from.addNumber({ groupId: 1, ...number(3) });
    expect(await apply()).toMatchObject({ status: 'changed', done: 0 });
    await plan({ force: true });
    await to.addNumber({ groupId: 2, ...number(4) });
    expect(await apply({ journal: path.join(folder, 'second.journal') })).toMatchObject({ status: 'changed', done: 0 });
    expect(sandbox.account('new')?.groups[0]?.numbers).toHaveLength(2);
  });

  it('only looks, where it is told so', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 2) }]);
    await plan();
    expect(await apply({ dryRun: true })).toEqual({ status: 'done', done: 0, rejected: 0, total: 3 });
    expect(bookOf('new')).toEqual([]);
    expect(existsSync(`${planFile()}.journal`)).toBe(false);
    sandbox.failNext('soap_AddNumber', { result: 103 });
    await apply({ concurrency: 1 });
    const journal = readFileSync(`${planFile()}.journal`, 'utf8');
    expect(await apply({ dryRun: true })).toEqual({ status: 'done', done: 1, rejected: 0, total: 3 });
    expect(readFileSync(`${planFile()}.journal`, 'utf8')).toBe(journal);
  });

  it('looks up what may have been carried out before it is made again', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 40) }]);
    await plan();
    sandbox.failNext('soap_AddGroup', { drop: 'after' });
    sandbox.failEvery(3, 'soap_AddNumber', { drop: 'after' });
    sandbox.failEvery(5, 'soap_AddNumber', { drop: 'before' });
    const settled: ApplyEvent[] = [];
    const result = await apply({
      onEvent: (event, progress) => {
        if (event.type === 'settled') settled.push(event);
        expect(progress.done).toBeLessThanOrEqual(progress.total);
      },
    });
    expect(result).toMatchObject({ status: 'done', done: 41 });
    expect(settled.length).toBeGreaterThan(1);
    expect(await verifyMigration({ from, to })).toMatchObject({ missing: 0, doubles: 0, isComplete: true });
  });

  it('brings to its end what is in flight when making again what was in doubt ends the run', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 6) }]);
    await plan();
    let [calls, inFlight] = [0, 0];
    sandbox.failNext('soap_AddNumber', { delayMs: 100 });
    const failing: WritingClient = {
      getGroups: (options) => to.getGroups(options),
      streamNumbers: (groupId, options) => to.streamNumbers(groupId, options),
      addGroup: (group, options) => to.addGroup(group, options),
      async addNumber(contact, options) {
        calls += 1;
        if (calls <= 6) throw new ConnectionError('lost', 'unknown');
        if (calls === 9) throw new ConnectionError('away', 'not-sent');
        inFlight += 1;
        await to.addNumber(contact, options);
        inFlight -= 1;
      },
    };
    const result = await apply({ to: failing, concurrency: 2 });
    expect(inFlight).toBe(0);
    expect(result.status).toBe('transient');
    expect(result.done).toBe(1 + (sandbox.account('new')?.groups[0]?.numbers.length ?? 0));
    expect(await apply({ settleMs: 60_000, dryRun: true })).toMatchObject({ done: result.done });
  });

  it('makes nothing again after it was ended', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 6) }]);
    await plan();
    const controller = new AbortController();
    sandbox.failEvery(1, 'soap_AddNumber', { drop: 'before' });
    const result = await apply({
      concurrency: 1,
      signal: controller.signal,
      onEvent: ({ type }) => {
        if (type !== 'settled') return;
        sandbox.clearFailures();
        controller.abort();
      },
    });
    expect(result).toMatchObject({ status: 'interrupted', done: 1 });
    expect(sandbox.account('new')?.groups[0]?.numbers).toEqual([]);
    expect(await apply()).toMatchObject({ status: 'done', done: 7 });
  });

  it('waits until what an earlier run has sent must have arrived', async () => {
    accounts([{ name: 'Łódź', numbers: numbers(1, 3) }], [{ name: 'Łódź' }]);
    await plan();
    sandbox.failNext('soap_AddNumber', { result: 103 });
    await apply({ concurrency: 1 });
    // The run before this one was killed while its first number was on the way, where it still is.
    appendFileSync(`${planFile()}.journal`, '{"begun":4}\n');
    const late = to;
    let waited = 0;
    const result = await apply({
      settleMs: 1500,
      onEvent: (event) => {
        if (event.type !== 'waiting') return;
        waited = event.ms;
        late.addNumber({ groupId: 2, ...number(1) }).catch(() => undefined);
      },
    });
    expect(waited).toBeGreaterThan(0);
    expect(result).toMatchObject({ status: 'done', done: 3 });
    expect(await verifyMigration({ from, to })).toMatchObject({ missing: 0, doubles: 0 });
  });

  it('notes what the gateway refuses, and goes on', async () => {
    accounts([{ name: 'A', numbers: [...numbers(1, 3), { number: 'no number', name: 'x' }, ...numbers(5, 3)] }]);
    await plan();
    const rejected: ApplyEvent[] = [];
    const result = await apply({ onEvent: (event) => (event.type === 'rejected' ? rejected.push(event) : undefined) });
    expect(result).toEqual({ status: 'rejects', done: 7, rejected: 1, total: 8 });
    expect(rejected).toMatchObject([{ type: 'rejected', line: 8 }]);
    expect(await apply()).toEqual({ status: 'rejects', done: 7, rejected: 1, total: 8 });
  });

  it.each([
    ['credentials', { result: 101 }],
    ['limits', { result: 103 }],
    ['changed', { result: 40 }],
  ])('ends at once, and can be resumed: %s', async (status, failure) => {
    accounts([{ name: 'A', numbers: numbers(1, 10) }]);
    await plan();
    sandbox.failNext('soap_AddNumber', failure);
    const first = await apply({ concurrency: 1 });
    expect(first).toMatchObject({ status, error: { result: failure.result } });
    expect(first.done).toBeLessThan(11);
    // What the gateway has refused is not in doubt: nothing is waited for.
    const events: ApplyEvent['type'][] = [];
    const second = await apply({ settleMs: 60_000, onEvent: ({ type }) => events.push(type) });
    expect(second).toMatchObject({ status: 'done', done: 11 });
    expect(events).not.toContain('waiting');
    expect(await verifyMigration({ from, to })).toMatchObject({ isComplete: true });
  });

  it('finishes what is in flight when it is ended, and resumes', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 30) }]);
    await plan();
    const controller = new AbortController();
    const first = await apply({
      concurrency: 2,
      signal: controller.signal,
      onEvent: (_event, { done }) => (done === 10 ? controller.abort() : undefined),
    });
    expect(first.status).toBe('interrupted');
    expect(first.done).toBeGreaterThanOrEqual(10);
    expect(first.done).toBe(1 + (sandbox.account('new')?.groups[0]?.numbers.length ?? 0));
    expect(await apply()).toMatchObject({ status: 'done', done: 31 });
  });

  it('refuses a plan with conflicts, one that is not whole, and the journal of another', async () => {
    accounts([{ name: 'A' }], [{ name: 'A' }]);
    await plan({ policy: 'fail' });
    expect(await apply()).toEqual({ status: 'conflicts', done: 0, rejected: 0, total: 0 });
    expect(existsSync(`${planFile()}.journal`)).toBe(false);
    await plan({ force: true });
    await apply();
    const other = path.join(folder, 'other.jsonl');
    await plan({ out: other });
    await from.addGroup({ name: 'B' });
    const another = path.join(folder, 'another.jsonl');
    await plan({ out: another });
    sandbox.failNext('soap_AddGroup', { result: 103 });
    await apply({ plan: another });
    expect(await rejection(apply({ journal: `${another}.journal` }))).toMatchObject({
      path: 'journal',
      message: expect.stringContaining('another plan'),
    });
    const whole = readFileSync(planFile(), 'utf8');
    writeFileSync(planFile(), whole.slice(0, whole.lastIndexOf('{"end"')));
    expect(await rejection(apply())).toMatchObject({ path: 'plan', message: expect.stringContaining('is not whole') });
    writeFileSync(planFile(), 'hello 48500100200\n');
    const error = await rejection(apply());
    expect(error).toMatchObject({ path: 'plan', message: expect.stringContaining('line 1') });
    expect(String(error)).not.toContain('48500100200');
    expect(await rejection(apply({ plan: path.join(folder, 'none') }))).toMatchObject({ path: 'plan' });
  });

  it('holds the journal against a second run, and goes on where its last line was cut off', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 5) }]);
    await plan();
    let second: Promise<unknown> | undefined;
    const waiting: WritingClient = {
      getGroups: (options) => to.getGroups(options),
      streamNumbers: (groupId, options) => to.streamNumbers(groupId, options),
      addGroup: (group, options) => to.addGroup(group, options),
      async addNumber(number, options) {
        await (second ??= rejection(apply()));
        return to.addNumber(number, options);
      },
    };
    await apply({ to: waiting });
    expect(await second).toMatchObject({
      code: 'FILE_LOCKED',
      message: expect.stringContaining('in use by another run'),
    });
    const journal = `${planFile()}.journal`;
    const whole = readFileSync(journal, 'utf8');
    expect(whole).not.toContain('48500');
    writeFileSync(journal, whole.slice(0, -4));
    expect(await apply()).toMatchObject({ status: 'done', done: 6 });
    expect(
      readFileSync(journal, 'utf8')
        .trimEnd()
        .split('\n')
        .every((line) => line.startsWith('{') && line.endsWith('}')),
    ).toBe(true);
    expect(sandbox.account('new')?.groups[0]?.numbers).toHaveLength(5);
  });

  it.each(['{"begun":99}', '{"done":0}', '{"rejected":"1"}', 'null', '{"begun"'])(
    'refuses a journal in which a line is none of its plan: %s',
    async (line) => {
      accounts([{ name: 'A', numbers: numbers(1, 5) }]);
      await plan();
      sandbox.failNext('soap_AddGroup', { result: 103 });
      await apply();
      const journal = `${planFile()}.journal`;
      appendFileSync(journal, `${line}\n`);
      const text = readFileSync(journal, 'utf8');
      expect(await rejection(apply())).toMatchObject({
        path: 'journal',
        message: expect.stringContaining('has in line 5 what is no line of a journal'),
      });
      expect(readFileSync(journal, 'utf8')).toBe(text);
    },
  );
});

describe('verifying', () => {
  it('tells each difference, by numbers or by their keyed hashes', async () => {
    accounts(
      [{ name: 'A', numbers: numbers(1, 3) }, { name: 'B' }],
      [{ name: 'A', numbers: [number(1), { ...number(2), name: 'other' }, number(9), number(9)] }, { name: 'C' }],
    );
    const found: AddressBookDifference[] = [];
    const result = await verifyMigration({ from, to, onDifference: (difference) => found.push(difference) });
    expect(found).toEqual([
      { kind: 'extra-group', group: 'C' },
      { kind: 'other-name', group: 'A', number: '48500100002', name: 'Osoba 2' },
      { kind: 'missing-number', group: 'A', number: '48500100003', name: 'Osoba 3' },
      { kind: 'extra-number', group: 'A', number: '48500100009' },
      { kind: 'double', group: 'A', number: '48500100009' },
      { kind: 'missing-group', group: 'B' },
    ]);
    expect(result).toEqual({
      groups: 2,
      numbers: 3,
      missing: 2,
      extra: 2,
      otherNames: 1,
      doubles: 1,
      fewer: 0,
      infos: 0,
      hasSameIds: false,
      isComplete: false,
    });
    const hashed: AddressBookDifference[] = [];
    await verifyMigration({
      from,
      to,
      hashKey: 'a key of many characters',
      onDifference: (difference) => hashed.push(difference),
    });
    expect(hashed.map(({ kind }) => kind)).toEqual(found.map(({ kind }) => kind));
    expect(JSON.stringify(hashed)).not.toContain('48500');
    expect(JSON.stringify(hashed)).not.toContain('Osoba');
    expect(hashed[3]?.number).toBe(hashed[4]?.number);
  });

  it('knows by the plan which groups have other names, and which were skipped', async () => {
    accounts([{ name: 'A', numbers: numbers(1, 2) }], [{ name: 'A' }]);
    await plan({ policy: 'rename' });
    await apply();
    expect(await verifyMigration({ from, to })).toMatchObject({ missing: 2, isComplete: false });
    expect(await verifyMigration({ from, to, plan: planFile() })).toMatchObject({
      missing: 0,
      extra: 1,
      isComplete: true,
    });
    const skipping = path.join(folder, 'skipping.jsonl');
    await plan({ policy: 'skip', out: skipping });
    await to.delGroup(3);
    expect(await verifyMigration({ from, to, plan: skipping })).toMatchObject({
      missing: 0,
      extra: 0,
      isComplete: true,
    });
  });
});
