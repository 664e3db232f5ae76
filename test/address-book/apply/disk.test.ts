import type * as nodeFs from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { applyPlan, planMigration, verifyMigration } from '../../../src/address-book/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { twoClients } from '../two-accounts.js';

const disk = vi.hoisted(() => ({ writesLeft: Number.POSITIVE_INFINITY }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const writeSync = (descriptor: number, bytes: Uint8Array, offset?: number): number => {
    disk.writesLeft -= 1;
    if (disk.writesLeft >= 0) return fs.writeSync(descriptor, bytes, offset);
    // A part of it still fits.
    if (disk.writesLeft === -1) return fs.writeSync(descriptor, bytes, offset, Math.ceil(bytes.length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  return { ...fs, writeSync };
});

it('a full disk ends a run, and the next run continues', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'disk-full-'));
  const numbers = Array.from({ length: 60 }, (_, index) => ({ number: `485001002${String(index).padStart(2, '0')}` }));
  const sandbox = createSandbox({
    accounts: [
      { username: 'old', password: 'p', groups: [{ name: 'All', numbers }] },
      { username: 'new', password: 'p' },
    ],
  });
  const [from, to] = twoClients(sandbox);
  const plan = path.join(folder, 'plan');
  await planMigration({ from, to, out: plan });
  const added = (): number => sandbox.account('new')?.groups[0]?.numbers.length ?? 0;

  disk.writesLeft = 12;
  expect(await rejection(applyPlan({ plan, from, to, concurrency: 4 }))).toMatchObject({ code: 'ENOSPC' });
  const before = added();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(60);
  // While the disk is full, nothing is sent.
  expect(await rejection(applyPlan({ plan, from, to, settleMs: 1 }))).toMatchObject({ code: 'ENOSPC' });
  expect(added()).toBe(before);

  disk.writesLeft = Number.POSITIVE_INFINITY;
  expect(await applyPlan({ plan, from, to, settleMs: 1 })).toMatchObject({ status: 'done', done: 61 });
  expect(await verifyMigration({ from, to })).toMatchObject({ numbers: 60, isComplete: true });
  expect(added()).toBe(60);
  rmSync(folder, { recursive: true });
});
