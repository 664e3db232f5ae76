import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it } from 'vitest';
import { withLock, withLockFor } from '../../src/files/lock/with-lock.js';
import { giveLock, lockText, startOf } from './given.js';
import { lockFolder, programFile, programStart } from './programs.js';

const SHORT_MS = 50;
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

/** What is thrown when the lock cannot be had. */
function refusal(holder: string): object {
  const message = `${file} is locked by ${holder}: remove ${lock} if that no longer runs`;
  return expect.objectContaining({ name: 'ConnectionError', outcome: 'not-sent', message });
}

const atOnce = (): boolean => withLockFor(SHORT_MS, file, () => existsSync(lock));

describe('something short under a lock', () => {
  it('has it while it lasts, and gives back what it returns', () => {
    expect(withLock(file, () => [existsSync(lock), 'result'])).toEqual([true, 'result']);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('leaves no lock behind when it fails', () => {
    const failure = new Error('failed');
    expect(() =>
      withLock(file, () => {
        throw failure;
      }),
    ).toThrow(failure);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('does not remove the lock of somebody who has taken it meanwhile', () => {
    withLock(file, () => giveLock(lock));
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
  });
});

describe('what takes a lock for something short', () => {
  it('takes that of a process that was killed at once', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    await other.kill();
    expect(atOnce()).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('takes that of a process whose number is that of another one now at once', () => {
    giveLock(lock, { pid: process.pid, thread: process.pid, start: startOf(process.pid) - 1 });
    expect(atOnce()).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('takes that of a thread that has ended at once', async () => {
    const thread = new Worker(program, { argv: [file], stdin: true, stdout: true });
    await once(thread.stdout, 'data');
    expect(atOnce).toThrow(`is locked by process ${process.pid} on `);
    await thread.terminate();
    expect(atOnce()).toBe(true);
  });

  it('takes one in which nobody stands when it has not changed for a second', () => {
    writeFileSync(lock, '');
    expect(withLock(file, () => existsSync(lock))).toBe(true);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('names the process that has it', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    const { host, since } = JSON.parse(readFileSync(lock, 'utf8')) as Readonly<Record<string, string>>;
    expect(atOnce).toThrow(refusal(`process ${other.pid()} on ${host}, since ${since}`));
  });

  it.each([
    ['of another host', { host: 'build-3', pid: 17 }],
    ['of another start of the system', { host: 'build-3', pid: 17, boot: '0f0e0d0c-0000-4000-8000-000000000000' }],
    ['of another namespace', { host: 'build-3', pid: 17, space: 'pid:[1] time:[1]' }],
  ])('does not take one of which nobody can tell whether its process lives: %s', (_name, given) => {
    giveLock(lock, given);
    expect(atOnce).toThrow(refusal('process 17 on build-3, since 2026-11-22T14:00:00Z'));
    expect(readFileSync(lock, 'utf8')).toBe(lockText(given));
  });

  it('does not take one that it may not read, though it does not change', async () => {
    giveLock(lock);
    chmodSync(lock, 0);
    chmodSync(folder(), 0o777);
    const other = start([file, 'short', '1500'], { uid: OTHER_USER });
    expect(await other.said(/^short|locked/)).toMatch('is locked by an unknown process: ');
  });

  it('names what is no lock, and leaves it as it is', () => {
    writeFileSync(lock, 'packages:\n');
    expect(() => withLock(file, () => undefined)).toThrow(`${lock} is in the way: it is no lock`);
    expect(readFileSync(lock, 'utf8')).toBe('packages:\n');
  });

  it('takes one for a file and for a link to it', () => {
    const link = path.join(folder(), 'link');
    symlinkSync(file, link);
    expect(withLock(link, () => existsSync(lock))).toBe(true);
  });
});

it('what only reads needs no lock in a folder in which it cannot write, though one was left there', async () => {
  giveLock(lock, { host: 'build-3' });
  chmodSync(folder(), 0o555);
  const other = start([file, 'read'], { uid: OTHER_USER });
  expect(await other.said(/^read|locked/)).toBe('read');
});
