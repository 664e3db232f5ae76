/**
 * A program that counts in a file under its lock, until it is killed or there is an end: `counting-child.ts FOLDER
 * NAME held|short LEASE_MS STALL_MS`. What it does stands in the log of the folder, in the order in which it
 * was done.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLockedError } from '../../src/errors/errors.js';
import { type HeldLock, holdLock } from '../../src/files/lock/held-lock.js';
import { withLock } from '../../src/files/lock/with-lock.js';

const [folder = '', name = '', how = '', ...numbers] = process.argv.slice(2);
const [leaseMs = 0, stallMs = 0] = numbers.map(Number);
const counter = path.join(folder, 'counter');
const note = (text: string): void => appendFileSync(path.join(folder, 'log'), `${text} ${name}\n`);
const countNow = (): number => Number(readFileSync(counter, 'utf8'));

function write(count: number): void {
  writeFileSync(`${counter}.${name}`, String(count));
  renameSync(`${counter}.${name}`, counter);
  note(`leave ${count}`);
}

/** Stands still, like a process that the system does not let run. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function countHeld(lock: HeldLock): Promise<void> {
  if (!lock.isHeld()) return;
  note('enter');
  const before = countNow();
  if (Math.random() < 0.5) await sleep(Math.random() * 4);
  if (Math.random() < 0.01) stall(Math.random() * stallMs);
  if (lock.isHeld()) write(before + 1);
}

while (!existsSync(path.join(folder, 'end'))) {
  if (how === 'short') {
    // One that stands still too long may lose its lock, and knows it.
    const count = (check: () => void): void => {
      note('enter');
      const before = countNow();
      if (Math.random() < 0.5) stall(Math.random() * 4);
      if (Math.random() < 0.01) stall(Math.random() * stallMs);
      check();
      write(before + 1);
    };
    await withLock(counter, count, { leaseMs, waitMs: 60_000 }).catch((error: unknown) => {
      if (!(error instanceof FileLockedError)) throw error;
    });
  } else {
    const lock = await holdLock(counter, { leaseMs });
    if ('isHeld' in lock) await countHeld(lock).finally(() => lock.release());
  }
  await sleep(Math.random() * 3);
}
