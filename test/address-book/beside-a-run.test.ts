import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applyMigration, planMigration } from '../../src/address-book/index.js';
import type { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { twoClients } from './two-accounts.js';

let folder = '';
let from: SmsServiceClient;
let to: SmsServiceClient;

const at = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'beside-'));
  const groups = [{ name: 'A', numbers: [{ number: '48500100200' }, { number: '48500100201' }] }];
  const sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups },
      { username: 'new', password: 'p' },
    ],
  });
  [from, to] = twoClients(sandbox);
});

afterEach(() => rmSync(folder, { recursive: true }));

it('a journal that goes while a plan is made beside it keeps nothing from being planned', async () => {
  symlinkSync(at('gone'), at('other.journal'));
  expect(await planMigration({ from, to, out: at('plan') })).toMatchObject({ create: 1, add: 2 });
});

it.each([
  ['folder', (name: string) => mkdirSync(name)],
  ['pipe', (name: string) => execFileSync('mkfifo', [name])],
  ['link to a folder', (name: string) => symlinkSync(folder, name)],
  ['link to itself', (name: string) => symlinkSync(name, name)],
])('a %s that is called like a journal keeps nothing from being planned', async (_what, make) => {
  make(at('other.journal'));
  expect(await planMigration({ from, to, out: at('plan') })).toMatchObject({ create: 1, add: 2 });
});

it('a plan beside a run into the same account is refused by its journal, as another run is', async () => {
  await planMigration({ from, to, out: at('plan') });
  let refused: unknown;
  const slow = {
    getGroups: to.getGroups.bind(to),
    streamNumbers: to.streamNumbers.bind(to),
    addGroup: to.addGroup.bind(to),
    addNumber: async (number: Parameters<typeof to.addNumber>[0]): Promise<void> => {
      refused ??= await rejection(planMigration({ from, to, out: at('anew'), accounts: { to: 'new' } }));
      await to.addNumber(number);
    },
  };
  await applyMigration({ plan: at('plan'), from, to: slow, account: 'new', concurrency: 1 });
  expect(refused).toMatchObject({ code: 'FILE_LOCKED', file: at('plan.journal') });
});
