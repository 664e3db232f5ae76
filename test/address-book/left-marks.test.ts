import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyMigration, applyRemoval, planMigration, planRemoval } from '../../src/address-book/index.js';
import { ConnectionError, type SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);
const groupsOf = (username: string) => sandbox.account(username)?.groups.map(({ name }) => name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'marks-'));
  const groups = [{ name: 'A', numbers: [{ number: '48500100200' }] }];
  sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups },
      { username: 'new', password: 'p' },
    ],
  });
  [from, to] = twoClients(sandbox);
  await planMigration({ from, to, out: at('plan') });
  await applyMigration({ plan: at('plan'), from, to });
  await planRemoval({ from, to, plan: at('plan'), out: at('removal') });
});

afterEach(() => rmSync(folder, { recursive: true }));

it('a folder where the note of marks would be is named, and nothing is deleted', async () => {
  mkdirSync(at('removal.mark'));
  const error = await rejection(applyRemoval({ plan: at('removal'), from, to }));
  expect(error).toMatchObject({ code: 'VALIDATION', message: expect.stringContaining(at('removal.mark')) });
  expect(groupsOf('old')).toEqual(['A']);
});

/** Removes with a process that is killed while its mark is on its way. @returns lets the mark arrive */
async function killedAtMark(): Promise<() => Promise<unknown>> {
  let arrive: (() => Promise<unknown>) | undefined;
  const dying = {
    getGroups: from.getGroups.bind(from),
    streamNumbers: from.streamNumbers.bind(from),
    delGroup: from.delGroup.bind(from),
    addGroup: (group: Parameters<typeof from.addGroup>[0]): Promise<never> => {
      arrive = () => from.addGroup(group);
      return Promise.reject(new ConnectionError('killed', 'unknown'));
    },
  };
  expect(await applyRemoval({ plan: at('removal'), from: dying, to })).toMatchObject({ status: 'transient' });
  return arrive ?? (() => Promise.reject(new Error('no mark was made')));
}

it('a mark that is made after the next run has looked for it is removed by the one after that', async () => {
  const arrive = await killedAtMark();
  expect(await applyRemoval({ plan: at('removal'), from, to })).toMatchObject({ status: 'done', done: 1 });
  await arrive();
  expect(groupsOf('old')).toHaveLength(1);
  expect(await applyRemoval({ plan: at('removal'), from, to })).toMatchObject({ status: 'done', done: 1 });
  expect(groupsOf('old')).toEqual([]);
  expect(existsSync(at('removal.mark'))).toBe(false);
});
