import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileLockedError } from '../../src/errors/errors.js';
import { withLock } from '../../src/files/lock/with-lock.js';
import { rejection } from '../support/collect.js';
import { giveLock, lockText, startOf } from './given.js';
import { lockFolder, programFile, programStart } from './programs.js';

const QUICK = { leaseMs: 300, waitMs: 50 };

const folder = lockFolder();
const program = programFile('lock-child.ts');
const start = programStart(program);
let file = '';
let lock = '';

beforeEach(() => {
  file = path.join(folder(), 'calls.har');
  lock = `${file}.lock`;
});

const done = (times: Partial<typeof QUICK> = {}): Promise<boolean> =>
  withLock(file, () => existsSync(lock), { ...QUICK, ...times });

describe('a short function under a lock', () => {
  it('runs while the lock is held, and its result is returned', async () => {
    expect(await withLock(file, () => [existsSync(lock), 'result'])).toEqual([true, 'result']);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('leaves no lock after an error', async () => {
    const failure = new Error('failed');
    const failed = withLock(file, () => {
      throw failure;
    });
    expect(await rejection(failed)).toBe(failure);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('does not remove the lock of a process that took it over, and fails', async () => {
    // The lock file is read again, because the last check is older than a third of the lease.
    const run = (): void => {
      giveLock(lock);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
    };
    const taken = withLock(file, run, { leaseMs: 30 });
    expect(await rejection(taken)).toMatchObject({
      code: 'FILE_LOCKED',
      file,
      holder: 'others',
      message: `${file}: another process took over the lock of this suspended process. Try again when it has ended`,
    });
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
  });

  it('writes heartbeats when it checks its lock, and keeps the lock for longer than its lease', async () => {
    const beats = new Set<bigint>();
    const run = (check: () => void): void => {
      for (let step = 0; step < 40; step++) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
        check();
        beats.add(statSync(lock, { bigint: true }).mtimeNs);
      }
    };
    await withLock(file, run, QUICK);
    // In 600 ms, in which no timer of this thread runs: one in each third of the lease.
    expect(beats.size).toBeGreaterThan(3);
  });

  it('stops when it checks its lock, and others have taken it', async () => {
    let hasGoneOn = false;
    const run = (check: () => void): void => {
      giveLock(lock);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
      check();
      hasGoneOn = true;
    };
    const taken = withLock(file, run, { leaseMs: 30 });
    expect(await rejection(taken)).toBeInstanceOf(FileLockedError);
    expect(hasGoneOn).toBe(false);
  });
});

describe('waiting for a short lock', () => {
  it('fails with the file and its holder when the time is over', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    const { host, since } = JSON.parse(readFileSync(lock, 'utf8')) as Readonly<Record<string, string>>;
    const holder = `process ${other.pid()} on ${host}, since ${since}`;
    const error = await rejection(done());
    expect(error).toBeInstanceOf(FileLockedError);
    expect(error).toMatchObject({
      ...{ name: 'FileLockedError', code: 'FILE_LOCKED', outcome: 'not-sent', retryable: true, file, holder },
      message: `${file} is locked by ${holder}. Try again when it has ended`,
    });
  });

  it('fails if an unknown process writes heartbeats until the time is over', async () => {
    const given = { host: 'build-3', pid: 17 };
    let beat = 0;
    giveLock(lock, given);
    const timer = setInterval(() => {
      beat += 1;
      giveLock(lock, given);
    }, 30);
    const error = await rejection(done({ waitMs: 400 }));
    clearInterval(timer);
    expect(error).toMatchObject({ holder: 'process 17 on build-3, since 2026-11-22T14:00:00Z' });
    expect(beat).toBeGreaterThan(5);
  });

  it('continues for longer while the lock changes its holder', async () => {
    const here = { pid: process.pid, thread: process.pid, start: startOf(process.pid) };
    let count = 0;
    const next = (): void => giveLock(lock, { ...here, token: String(count++).padStart(32, '0') });
    next();
    const timer = setInterval(next, 20);
    const waited = done({ waitMs: 200 });
    await expect.poll(() => count, { timeout: 10_000 }).toBeGreaterThan(30);
    clearInterval(timer);
    giveLock(lock, { ...here, start: 1 });
    expect(await waited).toBe(true);
  });
});
