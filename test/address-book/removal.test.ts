import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  applyMigration,
  applyRemoval,
  planMigration,
  planRemoval,
  type RemovingClient,
  readPlanLabels,
} from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type InjectedFailure, type Sandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let sandbox: Sandbox;
let from: SmsServiceClient;
let to: SmsServiceClient;

const inFolder = (name: string): string => path.join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'removal-'));
  const numbers = [{ number: '48500100201', name: 'Ania' }, { number: '48500100202' }];
  sandbox = createSandbox({
    accounts: [
      {
        username: 'old',
        password: 'p',
        groups: [{ name: 'One', numbers }, { name: 'Two' }, { name: 'Kept', numbers }],
      },
      { username: 'new', password: 'p', groups: [{ name: 'Kept' }] },
    ],
  });
  [from, to] = twoClients(sandbox);
  await planMigration({ from, to, out: inFolder('plan'), policy: 'skip' });
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const plan = () => planRemoval({ from, to, plan: inFolder('plan'), out: inFolder('removal') });
const apply = (dryRun = false) => applyRemoval({ from, to, plan: inFolder('removal'), dryRun });
const left = (): readonly string[] => (sandbox.account('old')?.groups ?? []).map(({ name }) => name);

/** Orders a failure of the deletion that follows the one of the group that tells accounts apart. */
function failDeleting(failure: InjectedFailure): void {
  sandbox.failNext('soap_DelGroup', { delayMs: 1 });
  sandbox.failNext('soap_DelGroup', failure);
}

describe('deleting at the source', () => {
  it('is not planned before the target has all', async () => {
    const error = await rejection(plan());
    expect(error).toMatchObject({
      name: 'ValidationError',
      path: 'to',
      message: expect.stringContaining('has not all: 4 missing'),
    });
    expect(left()).toEqual(['One', 'Two', 'Kept']);
  });

  it('deletes the groups that were moved, and no others', async () => {
    await applyMigration({ from, to, plan: inFolder('plan') });
    expect(await plan()).toEqual({ groups: 2, numbers: 2 });
    expect(await apply(true)).toEqual({ status: 'done', done: 0, rejected: 0, total: 2 });
    expect(existsSync(inFolder('removal.journal'))).toBe(false);
    expect(left()).toEqual(['One', 'Two', 'Kept']);
    expect(await apply()).toEqual({ status: 'done', done: 2, rejected: 0, total: 2 });
    expect(left()).toEqual(['Kept']);
    expect(await apply()).toEqual({ status: 'done', done: 2, rejected: 0, total: 2 });
    expect(existsSync(inFolder('removal.mark'))).toBe(false);
  });

  it('is not planned for an account that is compared with itself', async () => {
    const same = planRemoval({ from, to: from, plan: inFolder('plan'), out: inFolder('removal') });
    expect(await rejection(same)).toMatchObject({ path: 'from', message: expect.stringContaining('the same client') });
    expect(existsSync(inFolder('removal'))).toBe(false);
  });

  it('deletes nothing that has changed since, tells what stays, and deletes the rest', async () => {
    await applyMigration({ from, to, plan: inFolder('plan') });
    await plan();
    await from.addNumber({ groupId: 1, number: '48500100299' });
    const kept: unknown[] = [];
    const onKept = (group: unknown): number => kept.push(group);
    expect(await applyRemoval({ from, to, plan: inFolder('removal'), onKept })).toMatchObject({
      status: 'changed',
      done: 1,
    });
    expect(kept).toEqual([{ id: 1, name: 'One', changed: 'from' }]);
    expect(left()).toEqual(['One', 'Kept']);
  });

  it('deletes no number that came while it was planned', async () => {
    await applyMigration({ from, to, plan: inFolder('plan') });
    let reads = 0;
    const changing: RemovingClient = {
      addGroup: (group) => from.addGroup(group),
      delGroup: (groupId) => from.delGroup(groupId),
      getGroups: (options) => from.getGroups(options),
      async *streamNumbers(groupId, options) {
        yield* from.streamNumbers(groupId, options);
        reads += 1;
        if (reads === 1) await from.addNumber({ groupId, number: '48500100299' });
      },
    };
    await planRemoval({ from: changing, to, plan: inFolder('plan'), out: inFolder('removal') });
    expect(await apply()).toMatchObject({ status: 'changed', done: 1 });
    expect(left()).toEqual(['One', 'Kept']);
  });

  it('tells how far it is, and what the accounts are called', async () => {
    await planMigration({
      from,
      to,
      out: inFolder('plan'),
      policy: 'skip',
      labels: { from: 'a', to: 'b' },
      force: true,
    });
    await applyMigration({ from, to, plan: inFolder('plan') });
    const read: unknown[] = [];
    const onProgress = (progress: unknown): number => read.push(progress);
    await planRemoval({ from, to, plan: inFolder('plan'), out: inFolder('removal'), onProgress });
    expect(read).toEqual([
      { groups: 0, numbers: 1 },
      { groups: 0, numbers: 2 },
      { groups: 1, numbers: 3 },
      { groups: 1, numbers: 4 },
    ]);
    expect(await readPlanLabels(inFolder('removal'))).toEqual({ from: 'a', to: 'b' });
    const done: unknown[] = [];
    await applyRemoval({ from, to, plan: inFolder('removal'), onProgress: (progress) => done.push(progress) });
    expect(done).toEqual([
      { done: 1, rejected: 0, total: 2 },
      { done: 2, rejected: 0, total: 2 },
    ]);
  });

  it('deletes nothing that the target has lost since', async () => {
    await applyMigration({ from, to, plan: inFolder('plan') });
    await plan();
    const [one] = sandbox.account('new')?.groups.filter(({ name }) => name === 'One') ?? [];
    await to.delNumber({ groupId: one?.id ?? 0, number: '48500100202' });
    expect(await apply(true)).toMatchObject({ status: 'changed', done: 0 });
    expect(left()).toEqual(['One', 'Two', 'Kept']);
    expect(await apply()).toMatchObject({ status: 'changed', done: 1 });
    await to.delGroup(one?.id ?? 0);
    expect(await apply()).toMatchObject({ status: 'changed', done: 1 });
    expect(left()).toEqual(['One', 'Kept']);
  });

  it('goes on after a deletion of which the response was lost, and stops at credentials', async () => {
    await applyMigration({ from, to, plan: inFolder('plan') });
    await plan();
    failDeleting({ drop: 'after' });
    expect(await apply()).toMatchObject({ status: 'transient', done: 0 });
    failDeleting({ result: 101 });
    expect(await apply()).toMatchObject({ status: 'credentials', done: 1 });
    expect(await apply()).toMatchObject({ status: 'done', done: 2 });
    expect(left()).toEqual(['Kept']);
  });

  it('takes no plan of a migration for one of removal, nor the other way round', async () => {
    const isMigration = { path: 'plan', message: expect.stringContaining('is the plan of a migration') };
    expect(await rejection(applyRemoval({ from, to, plan: inFolder('plan') }))).toMatchObject(isMigration);
    await applyMigration({ from, to, plan: inFolder('plan') });
    await plan();
    const isRemoval = { path: 'plan', message: expect.stringContaining('is a plan of removal') };
    expect(await rejection(applyMigration({ from, to, plan: inFolder('removal') }))).toMatchObject(isRemoval);
  });
});
