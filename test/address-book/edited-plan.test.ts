import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyMigration, planMigration, type ReadingClient } from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;
let lines: readonly string[] = [];

const planFile = (): string => path.join(folder, 'plan.jsonl');
const apply = () => applyMigration({ plan: planFile(), from: twice(from), to, settleMs: 1 });
const indexOf = (part: string): number => lines.findLastIndex((line) => line.includes(part));

/** An account that has each group a second time, under the same name. */
const twice = (client: ReadingClient): ReadingClient => ({
  getGroups: async (options) => (await client.getGroups(options)).flatMap((group) => [group, group]),
  streamNumbers: (groupId, options) => client.streamNumbers(groupId, options),
});

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edited-plan-'));
  const numbers = [{ number: '48500100001', name: 'x' }, { number: '48500100002' }];
  sandbox = createSandbox({
    accounts: [
      {
        username: 'old',
        password: 'p',
        groups: [
          { name: 'Made', numbers },
          { name: 'Merged', numbers },
        ],
      },
      { username: 'new', password: 'p', groups: [{ name: 'Merged', numbers: numbers.slice(0, 1) }] },
    ],
  });
  [from, to] = twoClients(sandbox);
  await planMigration({ from: twice(from), to, out: planFile() });
  lines = readFileSync(planFile(), 'utf8').trimEnd().split('\n');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('a plan that nobody has edited is carried out', async () => {
  expect(await apply()).toEqual({ status: 'done', done: 4, rejected: 0, total: 4 });
});

it.each([
  [
    'a number is taken out',
    '{"add":{"number":"48500100002"',
    '',
    'tells of 1 new groups and 3 numbers, and there are 1 and 2',
  ],
  ['a group is taken out', '"action":"create"', '', 'has in line 3 a number that belongs to no group'],
  [
    'a warning is taken out',
    '{"warning":"unsub',
    '',
    'has in line 6 a group that goes into that of line 3, where there is none',
  ],
  ['the last line is not the last', '{"end".*', '$&\n{"warning":"x"}', 'has lines behind its end'],
  ['a group has an unknown action', '"create"', '"make"', 'has in line 3 what is no part of a plan'],
  ['a merged group has no id', '"targetId":3', '"targetId":"3"', 'has in line 10 what is no part of a plan'],
  ['a number is no text', '"48500100001"', '48500100001', 'has in line 4 what is no part of a plan'],
  ['a group is nothing', '{"group".*', '{"group":null}', 'has in line 3 what is no part of a plan'],
  ['a line is a list', '{"group".*', '[]', 'has in line 3 what is no part of a plan'],
  [
    'a line has a warning besides',
    '{"add".*',
    '{"warning":"x","add":{"number":"48500100009","name":""}}',
    'what is no part',
  ],
  ['a number has a warning besides', '"number":"48500100001"', '$&,"warning":"x"', 'has in line 4 what is no part'],
  ['the policy is none', '"policy":"merge"', '"policy":"all"', 'has in line 1 what is no part of a plan'],
  ['the accounts are none', '"policy":"merge"', '$&,"accounts":{"to":5}', 'has in line 1 what is no part of a plan'],
  ['the labels are none', '"policy":"merge"', '$&,"labels":["old"]', 'has in line 1 what is no part of a plan'],
  ['the first line has a warning', '"policy":"merge"', '$&,"warning":"x"', 'has in line 1 what is no part of a plan'],
  ['the end has no fingerprint', '"source":"[^"]*",', '"info":"",', 'has in line 22 what is no part of a plan'],
  ['the end has an empty fingerprint', '"source":"[^"]*"', '"source":""', 'has in line 22 what is no part of a plan'],
  ['the fingerprint of the target is empty', '"target":"[^"]*"', '"target":""', 'has in line 22 what is no part'],
  ['the end tells of conflicts', '"conflicts":0', '"conflicts":1', 'its end tells of 1 conflicts'],
  ['the end has no counts', '{"end".*', '{"end":{}}', 'has in line 22 what is no part of a plan'],
  [
    'it is another kind of plan',
    '{"plan".*',
    '{"kind":"plan"}',
    'is a plan of removal or of corrections, not of a migration',
  ],
  ['a line is no JSON', '{"group".*', '<<<<<<< HEAD', 'has in line 3 what is no JSON'],
  ['it ends lines as only old machines do', '\\n', '\r', 'has in line 1 what is no JSON'],
  [
    'its file is described by nothing',
    '"source":"[^"]*"',
    '"source":"","file":null',
    'has in line 22 what is no part of a plan',
  ],
  [
    'it is of a file and of an account',
    '"source":',
    '"file":{"hash":"","options":{}},$&',
    'has in line 22 what is no part of a plan',
  ],
  ['its file has no options', '"source":"[^"]*"', '"source":"","file":{}', 'has in line 22 what is no part of a plan'],
])('a plan is not carried out when %s', async (_what, part, instead, message) => {
  const plan = lines.join('\n');
  const edited =
    instead === '' ? lines.toSpliced(indexOf(part), 1).join('\n') : plan.replace(new RegExp(part), instead);
  expect(edited).not.toBe(plan);
  writeFileSync(planFile(), `${edited}\n`);
  const error = await rejection(apply());
  expect(error).toMatchObject({ name: 'ValidationError', path: 'plan', message: expect.stringContaining(message) });
  expect(String(error)).toContain(planFile());
  expect(String(error)).not.toContain('48500100');
  expect(sandbox.callCount('soap_AddGroup') + sandbox.callCount('soap_AddNumber')).toBe(0);
});

const DEEP = 50_000;

it.each([
  ['is not UTF-8 any more', (plan: string) => Buffer.from(plan.replace('Made', 'Ł'), 'utf16le').subarray(0, -1)],
  ['has a letter in another charset', (plan: string) => Buffer.from(plan.replaceAll('Made', 'Gda\u00f1sk'), 'latin1')],
  [
    'is nested too deep',
    (plan: string) => plan.replace('"policy"', `"labels":${'['.repeat(DEEP)}${']'.repeat(DEEP)},$&`),
  ],
  ['has a line longer than any', (plan: string) => plan.replace('"name":"x"', `"name":"${'x'.repeat(5_000_000)}"`)],
])('a plan is not carried out, and its file and line are named, when it %s', async (_what, edit) => {
  writeFileSync(planFile(), edit(lines.join('\n')));
  const error = await rejection(apply());
  expect(error).toMatchObject({ name: 'ValidationError', path: 'plan' });
  expect(String(error)).toMatch(/line \d+/);
  expect(String(error)).toContain(planFile());
  expect(String(error).length).toBeLessThan(300);
  expect(sandbox.callCount('soap_AddGroup') + sandbox.callCount('soap_AddNumber')).toBe(0);
});

it('a plan with other line ends or a byte order mark is carried out', async () => {
  writeFileSync(planFile(), `\ufeff${lines.join('\r\n')}`);
  expect(await apply()).toMatchObject({ status: 'done', done: 4 });
});
