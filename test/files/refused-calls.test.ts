import type * as nodeFs from 'node:fs';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fileItself,
  lockOf,
  makeLock,
  moveLock,
  readLock,
  removeLock,
  rewriteLock,
} from '../../src/files/lock/lock-file.js';
import { APPEND, APPEND_EXISTING, APPEND_NEW } from '../../src/files/own-file.js';
import { openFiles } from '../support/open-files.js';
import { giveLock, lockText } from './given.js';
import { lockFolder } from './programs.js';

type Call = 'openSync' | 'writeSync' | 'renameSync';

/** What the system does instead, by the name of the call. */
const system = vi.hoisted(() => ({ instead: new Map<string, (...args: never[]) => unknown>() }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const replaceable = (['openSync', 'writeSync', 'renameSync'] as const).map((name) => {
    const call = fs[name] as (...args: readonly unknown[]) => unknown;
    const asked = (...args: readonly unknown[]): unknown =>
      ((system.instead.get(name) as typeof call | undefined) ?? call)(...args);
    return [name, asked] as const;
  });
  return { ...fs, ...Object.fromEntries(replaceable) };
});

const { writeSync } = await vi.importActual<typeof nodeFs>('node:fs');
const TOKEN = '00112233445566778899aabbccddeeff';

const folder = lockFolder();
let lock = '';

beforeEach(() => {
  system.instead.clear();
  lock = path.join(folder(), 'move.journal.lock');
});

/** Lets the system refuse a call. @returns the error that it gives */
function refuse(call: Call, code: string): Error {
  const error = Object.assign(new Error(`${code}: refused, ${call}`), { code, syscall: call });
  system.instead.set(call, () => {
    throw error;
  });
  return error;
}

describe('a lock that is made', () => {
  it('is not left without its content when the disk is full, and the error names it', () => {
    refuse('writeSync', 'ENOSPC');
    expect(() => makeLock(lock, lockText())).toThrow(`'${lock}'`);
    expect(existsSync(lock)).toBe(false);
  });

  it('is told of by the first error where somebody has removed it meanwhile', () => {
    system.instead.set('writeSync', () => {
      unlinkSync(lock);
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    });
    expect(() => makeLock(lock, lockText())).toThrow(`ENOSPC: no space left on device, write '${lock}'`);
  });

  it('is written to its end by a system that takes a few bytes at a time', () => {
    system.instead.set('writeSync', (file: number, bytes: Buffer, from: number, length: number, at: number) =>
      writeSync(file, bytes, from, Math.min(length, 7), at),
    );
    expect(makeLock(lock, lockText())).toBe(true);
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
    expect(rewriteLock(lock, TOKEN, lockText({ beat: 5 }))).toBe(true);
    expect(readFileSync(lock, 'utf8')).toBe(lockText({ beat: 5 }));
  });

  it('is not made where one is, and any other refusal is told', () => {
    giveLock(lock);
    expect(makeLock(lock, lockText({ beat: 5 }))).toBe(false);
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
    const error = refuse('openSync', 'EMFILE');
    expect(() => makeLock(lock, lockText())).toThrow(error);
  });
});

describe('a lock that is read', () => {
  beforeEach(() => giveLock(lock));

  it('is none when it goes between two looks', () => {
    refuse('openSync', 'ENOENT');
    expect(readLock(lock)).toBeUndefined();
  });

  it.each(['EACCES', 'EPERM'])('is known by its changes where its content is hidden: %s', (code) => {
    const { ctimeNs } = lstatSync(lock, { bigint: true });
    refuse('openSync', code);
    expect(readLock(lock)).toEqual({
      content: { kind: 'hidden' },
      stamp: `${ctimeNs} ${lockText().length}`,
    });
  });

  it('is in the way when it becomes a link between two looks', () => {
    refuse('openSync', 'ELOOP');
    expect(() => readLock(lock)).toThrow(
      expect.objectContaining({
        message: `${lock} is in the way: it is no lock, and nothing that was made here; move it away`,
        code: 'EEXIST',
        syscall: 'open',
        path: lock,
      }),
    );
  });

  it('is not guessed at when the disk fails', () => {
    const error = refuse('openSync', 'EIO');
    expect(() => readLock(lock)).toThrow(error);
    expect(() => removeLock(lock, TOKEN)).toThrow(error);
  });

  it('may have 4096 bytes, and no more', () => {
    writeFileSync(lock, lockText().trimEnd().padEnd(4096));
    expect(readLock(lock)).toMatchObject({ content: { kind: 'lock', record: { token: TOKEN } } });
    writeFileSync(lock, lockText().trimEnd().padEnd(4097));
    expect(() => readLock(lock)).toThrow('it is no lock');
  });

  it('is told from one that was as empty before, by the time of its change', () => {
    writeFileSync(lock, '');
    const { ctimeNs } = lstatSync(lock, { bigint: true });
    expect(readLock(lock)).toEqual({ content: { kind: 'incomplete' }, stamp: `${ctimeNs} 0 ` });
  });

  it('is removed by its token only', () => {
    removeLock(lock, 'f'.repeat(32));
    expect(existsSync(lock)).toBe(true);
    removeLock(lock, TOKEN);
    expect(existsSync(lock)).toBe(false);
  });
});

describe('a lock that is written anew', () => {
  beforeEach(() => giveLock(lock));

  it.each(['ENOENT', 'ELOOP', 'EISDIR', 'ENXIO'])('is lost where something else is in its place: %s', (code) => {
    refuse('openSync', code);
    expect(rewriteLock(lock, TOKEN, lockText({ beat: 5 }))).toBe(false);
  });

  it('is closed again, and read to its end', () => {
    expect(rewriteLock(lock, TOKEN, lockText({ beat: 5 }))).toBe(true);
    expect(openFiles(lock)).toEqual([]);
  });

  it('is lost where a link to it is in its place', () => {
    unlinkSync(lock);
    giveLock(`${lock}.other`);
    symlinkSync(`${lock}.other`, lock);
    expect(rewriteLock(lock, TOKEN, lockText({ beat: 5 }))).toBe(false);
    expect(readFileSync(`${lock}.other`, 'utf8')).toBe(lockText());
  });

  it('is not taken for lost when the disk fails', () => {
    const error = refuse('openSync', 'EIO');
    expect(() => rewriteLock(lock, TOKEN, lockText())).toThrow(error);
  });

  it('stays as it is where it has another token, or is too long for one', () => {
    expect(rewriteLock(lock, 'f'.repeat(32), lockText({ beat: 5 }))).toBe(false);
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
    writeFileSync(lock, lockText().padEnd(5000));
    expect(rewriteLock(lock, TOKEN, lockText({ beat: 5 }))).toBe(false);
    expect(readFileSync(lock, 'utf8')).toBe(lockText().padEnd(5000));
  });
});

describe('a lock that is put in the place of another', () => {
  it('says whether it was still there', () => {
    giveLock(`${lock}.lock`);
    expect(moveLock(`${lock}.lock`, lock)).toBe(true);
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
    expect(moveLock(`${lock}.lock`, lock)).toBe(false);
    const error = refuse('renameSync', 'EIO');
    expect(() => moveLock(lock, `${lock}.2`)).toThrow(error);
  });
});

describe('the file that a lock is of', () => {
  it('is the same through links to links, whether it is there or not', () => {
    mkdirSync(path.join(folder(), 'books'));
    const file = path.join(folder(), 'books', 'journal');
    symlinkSync('books/journal', path.join(folder(), 'first'));
    symlinkSync('first', path.join(folder(), 'second'));
    for (const prepare of [() => undefined, () => writeFileSync(file, '')]) {
      prepare();
      expect(fileItself(path.join(folder(), 'second'))).toBe(file);
      expect(lockOf(path.join(folder(), 'second'))).toBe(`${file}.lock`);
    }
  });

  it('is named as it was given where its folder is not there, or links lead in a circle', () => {
    const missing = path.join(folder(), 'missing', 'journal');
    expect(fileItself(missing)).toBe(missing);
    const circle = path.join(folder(), 'one');
    symlinkSync('two', circle);
    symlinkSync('one', path.join(folder(), 'two'));
    expect(fileItself(circle)).toBe(circle);
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
