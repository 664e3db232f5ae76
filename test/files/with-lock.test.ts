import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileLockedError } from '../../src/errors/errors.js';
import { withLock, withLockFor } from '../../src/files/lock/with-lock.js';
import { rejection } from '../support/collect.js';
import { giveLock, lockText, startOf } from './given.js';
import { lockFolder, programFile, programStart } from './programs.js';

const QUICK = { leaseMs: 300, beatMs: 30, patienceMs: 50 };
/** Nothing refuses the superuser, as whom tests may run. */
const OTHER_USER = process.getuid?.() === 0 ? 65_534 : undefined;

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
  withLockFor({ ...QUICK, ...times }, file, () => existsSync(lock));

describe('something short under a lock', () => {
  it('has it while it lasts, and gives back what it returns', async () => {
    expect(await withLock(file, () => [existsSync(lock), 'result'])).toEqual([true, 'result']);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('leaves no lock behind when it fails', async () => {
    const failure = new Error('failed');
    const failed = withLock(file, () => {
      throw failure;
    });
    expect(await rejection(failed)).toBe(failure);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('does not remove the lock of somebody who has taken it meanwhile, and says that it was taken', async () => {
    // As long as the last look at it counts nobody else can have taken it: here it is looked at anew.
    const taken = withLockFor({ ...QUICK, leaseMs: 30, beatMs: 1_000_000 }, file, () => {
      giveLock(lock);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
    });
    expect(await rejection(taken)).toMatchObject({
      code: 'FILE_LOCKED',
      file,
      holder: 'others',
      message: `${file} was taken by others, while this process stood still; when that has ended, do it again`,
    });
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
  });

  it('gives signs of life when it asks for its lock now and then, so that it keeps it for longer than its lease', async () => {
    const beats: number[] = [];
    await withLockFor({ ...QUICK, beatMs: 1_000_000 }, file, (check) => {
      for (let step = 0; step < 40; step++) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
        check();
        beats.push((JSON.parse(readFileSync(lock, 'utf8')) as { beat: number }).beat);
      }
    });
    // Of 600 ms, in which nothing else of this thread has its turn: one in each third of the lease.
    expect(beats.at(-1)).toBeGreaterThan(3);
  });

  it('does nothing more when it asks for its lock, and others have taken it', async () => {
    let hasGoneOn = false;
    const taken = withLockFor({ ...QUICK, leaseMs: 30, beatMs: 1_000_000 }, file, (check) => {
      giveLock(lock);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
      check();
      hasGoneOn = true;
    });
    expect(await rejection(taken)).toBeInstanceOf(FileLockedError);
    expect(hasGoneOn).toBe(false);
  });
});

describe('what takes a lock for something short', () => {
  it('takes that of a process that was killed', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    await other.kill();
    expect(await done()).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('takes that of a process whose number is that of another one now', async () => {
    giveLock(lock, { pid: process.pid, thread: process.pid, start: startOf(process.pid) - 1 });
    expect(await done()).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('takes that of a thread when it has ended, and not before', async () => {
    const thread = new Worker(program, { argv: [file], stdin: true, stdout: true });
    await once(thread.stdout, 'data');
    await expect(done()).rejects.toThrow(`is locked by process ${process.pid} on `);
    await thread.terminate();
    expect(await done()).toBe(true);
  });

  it.each([
    ['nobody', ''],
    ['a process of another host', lockText({ host: 'build-3', pid: 17 })],
    ['a process of another start of the system', lockText({ boot: '0f0e0d0c-0000-4000-8000-000000000000' })],
    ['a process of another namespace', lockText({ space: 'pid:[1] time:[1]' })],
  ])('takes one that has not changed for its lease, and was that of %s', async (_name, text) => {
    writeFileSync(lock, text);
    expect(await done()).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('takes that of a process elsewhere that was seen to live, when it lives no more', async () => {
    let beat = 0;
    const given = { host: 'build-3', pid: 17 };
    giveLock(lock, given);
    // Until shortly before the patience ends.
    const timer = setInterval(() => giveLock(lock, { ...given, beat: ++beat }), 20);
    setTimeout(() => clearInterval(timer), 400);
    expect(await done({ patienceMs: 500 })).toBe(true);
    expect(beat).toBeGreaterThan(3);
  });

  it('refuses with the file and the process that has it, when its patience ends', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    const { host, since } = JSON.parse(readFileSync(lock, 'utf8')) as Readonly<Record<string, string>>;
    const holder = `process ${other.pid()} on ${host}, since ${since}`;
    const error = await rejection(done());
    expect(error).toBeInstanceOf(FileLockedError);
    expect(error).toMatchObject({
      ...{ name: 'FileLockedError', code: 'FILE_LOCKED', outcome: 'not-sent', retryable: true, file, holder },
      message: `${file} is locked by ${holder}; when that has ended, do it again`,
    });
  });

  it('refuses when somebody elsewhere gives signs of life for longer than its patience', async () => {
    const given = { host: 'build-3', pid: 17 };
    let beat = 0;
    giveLock(lock, given);
    const timer = setInterval(() => giveLock(lock, { ...given, beat: ++beat }), 30);
    const error = await rejection(done({ patienceMs: 400 }));
    clearInterval(timer);
    expect(error).toMatchObject({ holder: 'process 17 on build-3, since 2026-11-22T14:00:00Z' });
    expect(beat).toBeGreaterThan(5);
  });

  it('waits while the lock goes from one to the next, for longer than its patience', async () => {
    const here = { pid: process.pid, thread: process.pid, start: startOf(process.pid) };
    let count = 0;
    const next = (): void => giveLock(lock, { ...here, token: String(count++).padStart(32, '0') });
    next();
    const timer = setInterval(next, 20);
    const waited = done({ patienceMs: 200 });
    await expect.poll(() => count, { timeout: 10_000 }).toBeGreaterThan(30);
    clearInterval(timer);
    giveLock(lock, { ...here, start: 1 });
    expect(await waited).toBe(true);
  });

  it('lets the event loop have its turns while it waits', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await rejection(done({ patienceMs: 300 }));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(30);
  });

  it('does not refuse one that it may not read, as long as it does not change', async () => {
    giveLock(lock);
    chmodSync(lock, 0);
    chmodSync(folder(), 0o777);
    expect(await start([file, 'short', '50'], { uid: OTHER_USER }).said(/^short|locked/)).toBe('short');
  });

  it('names what is no lock, and leaves it as it is', async () => {
    writeFileSync(lock, 'packages:\n');
    await expect(withLock(file, () => undefined)).rejects.toThrow(`${lock} is in the way: it is no lock`);
    expect(readFileSync(lock, 'utf8')).toBe('packages:\n');
  });

  it('takes one for a file and for a link to it', async () => {
    const link = path.join(folder(), 'link');
    symlinkSync(file, link);
    expect(await withLock(link, () => existsSync(lock))).toBe(true);
  });
});
