import type * as nodeFs from 'node:fs';
import { existsSync, openSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LockFile } from '../../src/files/lock/acquire-lock.js';
import { createLock, type LockRecord, readLock, removeLock } from '../../src/files/lock/lock-file.js';
import { APPEND, APPEND_EXISTING, APPEND_NEW } from '../../src/files/own-file.js';
import { giveLock, lockText } from './given.js';
import { lockFolder } from './programs.js';

type Call = 'openSync' | 'writeFileSync' | 'readFileSync' | 'renameSync' | 'lutimesSync';

/** Replacements of system calls by name. */
const system = vi.hoisted(() => ({ instead: new Map<string, (...args: never[]) => unknown>() }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const replaceable = (['openSync', 'writeFileSync', 'readFileSync', 'renameSync', 'lutimesSync'] as const).map(
    (name) => {
      const call = fs[name] as (...args: readonly unknown[]) => unknown;
      const wrapped = (...args: readonly unknown[]): unknown =>
        ((system.instead.get(name) as typeof call | undefined) ?? call)(...args);
      return [name, wrapped] as const;
    },
  );
  return { ...fs, ...Object.fromEntries(replaceable) };
});

const TOKEN = '00112233445566778899aabbccddeeff';
const RECORD = JSON.parse(lockText()) as LockRecord;

const folder = lockFolder();
let lock = '';

beforeEach(() => {
  system.instead.clear();
  lock = path.join(folder(), 'move.journal.lock');
});

/** Makes a system call fail. @returns its error */
function refuse(call: Call, code: string): Error {
  const error = Object.assign(new Error(`${code}: refused, ${call}`), { code, syscall: call });
  system.instead.set(call, () => {
    throw error;
  });
  return error;
}

describe('a lock that is created', () => {
  it('is removed if the disk is full, and the error names it', () => {
    refuse('writeFileSync', 'ENOSPC');
    expect(() => createLock(lock, RECORD)).toThrow(`'${lock}'`);
    expect(existsSync(lock)).toBe(false);
  });
});

describe('a lock that is read', () => {
  beforeEach(() => giveLock(lock));

  it.each(['ENOENT', 'EISDIR'])('does not exist if it is replaced after its type was read: %s', (code) => {
    refuse('readFileSync', code);
    expect(readLock(lock)).toBeUndefined();
  });

  it('reports the error of a disk that fails', () => {
    const error = refuse('readFileSync', 'EIO');
    expect(() => readLock(lock)).toThrow(error);
    expect(() => removeLock(lock, TOKEN)).toThrow(error);
  });

  it('is removed by its token only', () => {
    removeLock(lock, 'f'.repeat(32));
    expect(existsSync(lock)).toBe(true);
    removeLock(lock, TOKEN);
    expect(existsSync(lock)).toBe(false);
  });
});

describe('a lock that is held', () => {
  it('is lost if a link to it has its path, and the link stays', () => {
    const file = new LockFile(lock, 30);
    expect(file.attempt()).toBe('certain');
    file.start();
    renameSync(lock, `${lock}.other`);
    symlinkSync(`${lock}.other`, lock);
    expect(file.confirm()).toBe(false);
    file.release();
    expect(existsSync(lock)).toBe(true);
  });

  it('is not lost because the disk fails once', () => {
    const file = new LockFile(lock, 10_000);
    expect(file.attempt()).toBe('certain');
    file.start();
    refuse('lutimesSync', 'EIO');
    expect(file.confirm()).toBe(true);
    system.instead.clear();
    expect(file.confirm()).toBe(true);
    file.release();
    expect(existsSync(lock)).toBe(false);
  });
});

describe('a lock of a dead process', () => {
  beforeEach(() => giveLock(lock));

  it('stays if it cannot be replaced, and the error is reported', () => {
    const error = refuse('renameSync', 'EPERM');
    expect(() => new LockFile(lock, 10_000).attempt()).toThrow(error);
    expect(readdirSync(folder())).toEqual(['move.journal.lock']);
  });
});

it.each([
  ['that must be there', APPEND_EXISTING],
  ['that may be there', APPEND],
  ['that must not be there', APPEND_NEW],
])('a file %s is never appended to through a link', (_what, flags) => {
  const link = path.join(folder(), 'link');
  writeFileSync(path.join(folder(), 'book'), 'old');
  symlinkSync('book', link);
  expect(() => openSync(link, flags)).toThrow(/^(?:ELOOP|EEXIST)/);
  expect(readFileSync(path.join(folder(), 'book'), 'utf8')).toBe('old');
});
