import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyMigration, applyRemoval, planMigration, planRemoval } from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

type Line = Readonly<Record<string, unknown>>;

const N = '48500100201';
let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;
/** Of the plan of a removal of one group; two others were never moved. */
let lines: readonly Line[] = [];

const at = (name: string): string => path.join(folder, name);
const deletions = (): readonly string[] => (sandbox.account('old')?.groups ?? []).map(({ name }) => name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edited-removal-'));
  const numbers = [{ number: N, name: 'Ala' }];
  sandbox = createSandbox({
    accounts: [
      {
        username: 'old',
        password: 'p',
        groups: [{ name: 'Moved', numbers }, { name: 'Never', numbers }, { name: 'Empty' }],
      },
      { username: 'new', password: 'p', groups: [{ name: 'Never' }, { name: 'Empty' }] },
    ],
  });
  [from, to] = twoClients(sandbox);
  await planMigration({ from, to, out: at('plan'), policy: 'skip' });
  await applyMigration({ from, to, plan: at('plan') });
  await planRemoval({ from, to, plan: at('plan'), out: at('removal') });
  lines = readFileSync(at('removal'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the lines before the end, and an end that fits: by somebody who knows how it is made. */
function forge(edited: readonly Line[], told: Line = {}, behind: readonly Line[] = []): void {
  const text = edited.map((line) => `${JSON.stringify(line)}\n`).join('');
  const countOf = (kind: string): number => edited.filter((line) => line.kind === kind).length;
  const counts = { groups: countOf('group'), numbers: countOf('number'), corrections: 0 };
  const end = { kind: 'end', ...counts, hash: createHash('sha256').update(text).digest('hex'), ...told };
  writeFileSync(at('removal'), text + [end, ...behind].map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const dryAndReal = async (): Promise<readonly unknown[]> =>
  [await rejection(applyRemoval({ from, to, plan: at('removal'), dryRun: true }))].concat(
    await rejection(applyRemoval({ from, to, plan: at('removal') })),
  );

const body = (): readonly Line[] => lines.slice(0, -1);
const GROUP = { kind: 'group', id: 2, name: 'Never', info: '', targetIds: [4] };
const EMPTY = { kind: 'group', id: 3, name: 'Empty', info: '', targetIds: [5] };
const changed = (kind: string, change: Line): readonly Line[] =>
  body().map((line) => (line.kind === kind ? { ...line, ...change } : line));

it('the plan of a removal that is made anew as it was is carried out', async () => {
  forge(body());
  expect(readFileSync(at('removal'), 'utf8')).toBe(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  expect(await applyRemoval({ from, to, plan: at('removal') })).toMatchObject({ status: 'done', done: 1, total: 1 });
  expect(deletions()).toEqual(['Never', 'Empty']);
});

describe('the plan of a removal', () => {
  it.each<readonly [string, () => void, string]>([
    ['a group has a warning besides', () => forge(changed('group', { warning: 'x' })), 'has in line 2 no part'],
    ['a line is only a warning', () => forge([...body(), { warning: 'x' }]), 'has in line 4 no part'],
    ['a line has two parts', () => forge(changed('group', { end: { groups: 1 } })), 'has in line 2 no part'],
    ['an id is none', () => forge(changed('group', { id: '1' })), 'has in line 2 no part'],
    ['the ids of the target are none', () => forge(changed('group', { targetIds: [null] })), 'has in line 2 no part'],
    ['what is given up is nothing known', () => forge(changed('plan', { accepted: ['all'] })), 'has in line 1 no part'],
    ['the accounts are none', () => forge(changed('plan', { accounts: { from: 5 } })), 'has in line 1 no part'],
    ['a number is of another group', () => forge(changed('number', { groupId: 2 })), 'belongs to no group before it'],
    ['it tells of fewer groups', () => forge([...body(), GROUP, EMPTY], { groups: 1 }), 'was edited'],
    ['it tells of more numbers', () => forge(body(), { numbers: 2 }), 'was edited'],
    ['it has no hash', () => forge(body(), { hash: '' }), 'was edited'],
    ['groups stand behind its end', () => forge(body(), {}, [GROUP, EMPTY]), 'has lines behind its end'],
    ['another end stands behind its end', () => forge(body(), {}, [lines.at(-1) ?? {}]), 'has lines behind its end'],
    ['a group stands there twice', () => forge([...body(), ...body().slice(1, 2)]), 'a group that it has already'],
    ['it has no end', () => writeFileSync(at('removal'), `${JSON.stringify(lines[0])}\n`), 'is not whole'],
  ])('is refused, also in a dry run, when %s', async (_what, edit, message) => {
    edit();
    const refused = { name: 'ValidationError', path: 'plan', message: expect.stringContaining(message) };
    expect(await dryAndReal()).toMatchObject([refused, refused]);
    expect(deletions()).toEqual(['Moved', 'Never', 'Empty']);
    expect(sandbox.callCount('soap_DelGroup')).toBe(1);
  });

  it.each<readonly [string, readonly Line[], 'from' | 'to']>([
    ['without its numbers', [GROUP], 'from'],
    ['that the target lacks the numbers of', [GROUP, { ...lineOf(N), groupId: 2, group: 'Never' }], 'to'],
    ['of which the target has none', [{ ...EMPTY, targetIds: [] }], 'to'],
    ['of which nothing is told in the target', [{ ...EMPTY, targetIds: undefined }], 'to'],
    ['that the target calls otherwise', [{ ...EMPTY, targetIds: [4] }], 'to'],
    ['that is called otherwise', [{ ...EMPTY, name: 'None', as: 'Empty' }], 'from'],
    ['that is noted otherwise', [{ ...EMPTY, info: 'x' }], 'from'],
  ])('deletes no group that was never moved: one %s', async (_what, added, side) => {
    forge([...body(), ...added]);
    for (const dryRun of [true, false]) {
      const kept: unknown[] = [];
      const result = await applyRemoval({ from, to, plan: at('removal'), dryRun, onKept: (one) => kept.push(one) });
      expect(result).toMatchObject({ status: 'changed', total: 2 });
      expect(kept).toEqual([{ id: added[0]?.id, name: added[0]?.name, changed: side }]);
    }
    expect(deletions()).toEqual(['Never', 'Empty']);
  });
});

function lineOf(number: string): Line {
  return { kind: 'number', number, name: 'Ala' };
}
