import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrationOverview } from '../../../src/address-book/plan/overview.js';
import { planHead } from '../../../src/address-book/plan/plan-file.js';
import { readPlanLine } from '../../../src/address-book/plan/plan-shape.js';

const FINGERPRINT = `3-${'0f'.repeat(32)}`;
const GROUP = { id: 1, name: 'A', info: 'i' };
const COUNTS = { create: 1, add: 3, there: 0, conflicts: 1, notMoved: 0, warnings: 0 };
const HEAD = { plan: 1, createdAt: '2026-11-22T14:00:00.000Z', policy: 'merge' };
const END = { ...COUNTS, source: FINGERPRINT, target: FINGERPRINT };
const FILE_END = { ...COUNTS, source: '', target: FINGERPRINT, file: { hash: 'h', options: {} } };

/** The parts of lines, by the name of their one part, with what each may have besides. */
const PARTS: readonly (readonly [name: string, part: object, also: object])[] = [
  ['group', { ...GROUP, action: 'create' }, { as: 'B' }],
  ['group', { ...GROUP, action: 'merge', targetId: 7 }, { as: 'B' }],
  ['group', { ...GROUP, action: 'into', line: 2 }, {}],
  ['group', { ...GROUP, action: 'skip' }, {}],
  ['group', { ...GROUP, action: 'conflict' }, {}],
  ['add', { number: '48500100200', name: 'Anna' }, {}],
  ['notMoved', { kind: 'name', group: 'A' }, { number: '48500100200', name: 'Anna', info: 'i' }],
  ['notMoved', { kind: 'info', group: 'A' }, {}],
  ['notMoved', { kind: 'double', group: 'A' }, {}],
  ['seen', { ...GROUP, side: 'source' }, { numbers: FINGERPRINT }],
  ['seen', { ...GROUP, side: 'target' }, { numbers: FINGERPRINT }],
  ['end', END, {}],
  ['end', FILE_END, {}],
];

const read = (value: unknown): unknown => readPlanLine(JSON.stringify(value), 7, 'plan.jsonl');
const NO_PART = 'plan: has in line 7 what is no part of a plan: plan.jsonl';
const without = (part: object, name: string): object =>
  Object.fromEntries(Object.entries(part).filter(([each]) => each !== name));
/** Of no field of a plan. */
const WRONG = [-1.5, 'of nothing', [], null, true, { a: 1 }];
/** Fields that any text may stand in. */
const TEXTS = new Set(['name', 'info', 'as', 'number', 'group', 'hash']);

describe('a line of a plan', () => {
  it.each(PARTS)('is read: %s %o', (name, part, also) => {
    expect(read({ [name]: part })).toEqual({ [name]: part });
    expect(read({ [name]: { ...part, ...also } })).toEqual({ [name]: { ...part, ...also } });
  });

  it.each(PARTS)('has each field of its part, and no other: %s %o', (name, part, also) => {
    for (const field of Object.keys(part)) expect(() => read({ [name]: without(part, field) })).toThrow(NO_PART);
    expect(() => read({ [name]: { ...part, other: 1 } })).toThrow(NO_PART);
    for (const wrong of WRONG) expect(() => read({ [name]: wrong })).toThrow(NO_PART);
    for (const field of Object.keys({ ...part, ...also })) {
      const others = WRONG.filter((wrong) => !(typeof wrong === 'string' && TEXTS.has(field)));
      for (const wrong of others) {
        expect(() => read({ [name]: { ...part, ...also, [field]: wrong } }), field).toThrow(NO_PART);
      }
    }
  });

  it('has one part, which is known', () => {
    expect(read({ warning: 'look' })).toEqual({ warning: 'look' });
    for (const value of [
      { warning: 'look', add: { number: '48500100200', name: 'Anna' } },
      { warning: 5 },
      { other: 'look' },
      {},
      [],
      5,
      null,
    ]) {
      expect(() => read(value)).toThrow(NO_PART);
    }
  });

  it('that is the first says what plan it is', () => {
    const labels = { from: 'old', to: 'new' };
    const whole = { ...HEAD, labels, accounts: { from: 'a', to: 'b' }, selection: {} };
    for (const head of [HEAD, whole, { ...HEAD, accounts: {} }]) expect(read(head)).toEqual(head);
    for (const policy of ['merge', 'skip', 'rename', 'fail'])
      expect(read({ ...HEAD, policy })).toMatchObject({ policy });
    for (const field of ['createdAt', 'policy']) expect(() => read(without(HEAD, field))).toThrow(NO_PART);
    for (const wrong of [
      { plan: '1' },
      { policy: 'other' },
      { labels: { from: 'old' } },
      { labels: { from: 'old', to: 5 } },
      { accounts: { from: 5 } },
      { accounts: { other: 'a' } },
      { selection: { other: 1 } },
      { selection: 5 },
      { other: 1 },
      { add: { number: '48500100200', name: 'Anna' } },
    ]) {
      expect(() => read({ ...HEAD, ...wrong })).toThrow(NO_PART);
    }
  });

  it.each([
    `3-${'0f'.repeat(31)}`,
    `3-${'0F'.repeat(32)}`,
    `-${'0f'.repeat(32)}`,
    `a3-${'0f'.repeat(32)}`,
    `3-${'0f'.repeat(32)}0`,
  ])('has fingerprints that are some: %s', (numbers) => {
    expect(() => read({ seen: { ...GROUP, side: 'source', numbers } })).toThrow(NO_PART);
  });

  it('of another kind of plan is called so', () => {
    expect(() => read({ kind: 'remove', lines: 1 })).toThrow(
      'plan: is a plan of removal or of corrections, not of a migration: plan.jsonl',
    );
  });

  it('is JSON, and its problem is told without its words', () => {
    expect(() => readPlanLine('{"warning":"secret', 7, 'plan.jsonl')).toThrow(
      'plan: has in line 7 what is no JSON: plan.jsonl',
    );
    expect(() => readPlanLine('['.repeat(300), 7, 'plan.jsonl')).toThrow(
      'plan: has in line 7 what is nested deeper than 256 levels, at character 257: plan.jsonl',
    );
  });
});

describe('a plan as a whole', () => {
  let file = '';
  beforeEach(() => {
    file = path.join(mkdtempSync(path.join(tmpdir(), 'plan-')), 'plan.jsonl');
  });
  afterEach(() => rmSync(path.dirname(file), { recursive: true }));

  const add = { add: { number: '48500100200', name: 'Anna' } };
  const seen = { seen: { ...GROUP, side: 'source' } };
  const LINES: readonly object[] = [
    HEAD,
    { group: { ...GROUP, action: 'create', as: 'A 2' } },
    add,
    { group: { ...GROUP, action: 'merge', targetId: 7 } },
    add,
    { group: { ...GROUP, action: 'into', line: 4 } },
    add,
    { group: { ...GROUP, action: 'skip' } },
    { group: { ...GROUP, action: 'conflict' } },
    seen,
    { end: END },
  ];

  const texts = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const overviewOf = (lines: readonly object[]): ReturnType<typeof migrationOverview> => {
    writeFileSync(file, texts(lines));
    return migrationOverview(file);
  };
  const changed = (at: number, line: object): readonly object[] => LINES.with(at - 1, line);

  it('is read through', async () => {
    expect(await overviewOf(LINES)).toEqual({
      lines: 11,
      hash: createHash('sha256').update(texts(LINES)).digest('hex'),
      head: HEAD,
      end: END,
      targets: [
        { line: 2, name: 'A 2', id: undefined },
        { line: 4, name: 'A', id: 7 },
      ],
      seen: [seen.seen],
    });
    expect(await planHead(file)).toEqual(HEAD);
  });

  it('has the same hash with other ends of its lines', async () => {
    const { hash } = await overviewOf(LINES);
    writeFileSync(file, texts(LINES).replaceAll('\n', '\r\n'));
    expect((await migrationOverview(file)).hash).toBe(hash);
  });

  it.each<readonly [string, string, readonly object[]]>([
    ['its first line', 'is no plan of this version: FILE', LINES.slice(1)],
    ['one of this version', 'is no plan of this version: FILE', changed(1, { ...HEAD, plan: 2 })],
    ['only one first line', 'has a second first line in line 3: FILE', changed(3, HEAD)],
    ['its end', 'is not whole: FILE has no last line', LINES.slice(0, -1)],
    ['nothing behind its end', 'has lines behind its end: FILE', [...LINES, add]],
    ['a group for each number', 'has in line 9 a number that belongs to no group: FILE', changed(9, add)],
    ['a group before the first number', 'has in line 2 a number that belongs to no group: FILE', changed(2, add)],
    [
      'the group that another goes into',
      'has in line 6 a group that goes into that of line 5, where there is none: FILE',
      changed(6, { group: { ...GROUP, action: 'into', line: 5 } }),
    ],
    [
      'a group that is filled where another goes into it',
      'has in line 6 a group that goes into that of line 4, where there is none: FILE',
      changed(4, { group: { ...GROUP, action: 'skip' } })
        .filter((_line, index) => index !== 4)
        .toSpliced(4, 0, seen),
    ],
    [
      'as many new groups as its end tells of',
      'is not whole, or was edited: its end tells of 2 new groups and 3 numbers, and there are 1 and 3: FILE',
      changed(11, { end: { ...END, create: 2 } }),
    ],
    [
      'as many numbers',
      'is not whole, or was edited: its end tells of 1 new groups and 2 numbers, and there are 1 and 3: FILE',
      changed(11, { end: { ...END, add: 2 } }),
    ],
    [
      'as many conflicts',
      'was edited: its end tells of 0 conflicts: FILE',
      changed(11, { end: { ...END, conflicts: 0 } }),
    ],
  ])('has %s', async (_what, message, lines) => {
    await expect(overviewOf(lines)).rejects.toThrow(`plan: ${message.replace('FILE', file)}`);
  });

  it('that is empty, or none, or not there, is told', async () => {
    writeFileSync(file, '');
    await expect(planHead(file)).rejects.toThrow(`plan: is empty: ${file}`);
    writeFileSync(file, texts([add]));
    await expect(planHead(file)).rejects.toThrow(`plan: has no first line that says it is a plan: ${file}`);
    rmSync(file);
    await expect(planHead(file)).rejects.toThrow(`plan: does not exist: ${file}`);
    writeFileSync(file, Buffer.from([0x22, 0xff, 0x22]));
    await expect(planHead(file)).rejects.toThrow('plan: cannot be read: ');
  });
});
