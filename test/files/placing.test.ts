import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import type * as nodeFsPromises from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FileLockedError } from '../../src/errors/errors.js';
import { placeNew, syncFolderOf } from '../../src/files/place.js';
import { writeInPlace } from '../../src/files/write-in-place.js';
import { rejection } from '../support/collect.js';
import { openFiles } from '../support/open-files.js';
import { lockFolder } from './programs.js';

type Call = 'link' | 'lstat' | 'open' | 'rename';

/** Replacements of system calls by name, and the opened files. */
const system = vi.hoisted(() => ({
  instead: new Map<string, (...args: never[]) => unknown>(),
  opened: [] as nodeFsPromises.FileHandle[],
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFsPromises>();
  const replaceable = (['link', 'lstat', 'open', 'rename'] as const).map((name) => {
    const call = fs[name] as (...args: readonly unknown[]) => Promise<unknown>;
    const wrapped = async (...args: readonly unknown[]): Promise<unknown> => {
      const result = await ((system.instead.get(name) as typeof call | undefined) ?? call)(...args);
      if (name === 'open') system.opened.push(result as nodeFsPromises.FileHandle);
      return result;
    };
    return [name, wrapped] as const;
  });
  return { ...fs, ...Object.fromEntries(replaceable) };
});

const real = await vi.importActual<typeof nodeFsPromises>('node:fs/promises');
const folder = lockFolder();
const at = (name: string): string => path.join(folder(), name);

beforeEach(() => {
  system.instead.clear();
  system.opened = [];
});

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: refused, ${syscall}`), { code, syscall });
}

/** Makes a system call fail. @returns its error */
function refuse(call: Call, code: string): Error {
  const error = systemError(code, call);
  system.instead.set(call, async () => {
    throw error;
  });
  return error;
}

describe('a complete file that is moved to a free name', () => {
  beforeEach(() => writeFileSync(at('part'), 'whole'));

  it.each(['EPERM', 'ENOTSUP', 'EMLINK'])('gets it also from a system that makes no links: %s', async (code) => {
    refuse('link', code);
    expect(await placeNew(at('part'), at('book'))).toBe(true);
    expect(readFileSync(at('book'), 'utf8')).toBe('whole');
    expect(readdirSync(folder())).toEqual(['book']);
    expect(system.opened.map(({ fd }) => fd)).toEqual([-1]);
  });

  it('stays in place if a system without links fails, or the name exists', async () => {
    refuse('link', 'EPERM');
    const error = refuse('open', 'EIO');
    expect(await rejection(placeNew(at('part'), at('book')))).toBe(error);
    system.instead.delete('open');
    writeFileSync(at('book'), 'of others');
    expect(await placeNew(at('part'), at('book'))).toBe(false);
    expect(readFileSync(at('book'), 'utf8')).toBe('of others');
    expect(readFileSync(at('part'), 'utf8')).toBe('whole');
  });

  it('does not replace a file that was created in the meantime on a system without links', async () => {
    refuse('link', 'EPERM');
    system.instead.set('lstat', async (file: string) => {
      writeFileSync(at('of-others'), 'of others');
      await real.rename(at('of-others'), file);
      return real.lstat(file);
    });
    expect(await placeNew(at('part'), at('book'))).toBe(false);
    expect(readFileSync(at('book'), 'utf8')).toBe('of others');
  });

  it.each([false, true])('leaves no empty file if it cannot be moved: removed in the meantime %s', async (isGone) => {
    refuse('link', 'EPERM');
    const error = systemError('EIO', 'rename');
    system.instead.set('rename', async (_from: string, to: string) => {
      if (isGone) unlinkSync(to);
      throw error;
    });
    expect(await rejection(placeNew(at('part'), at('book')))).toBe(error);
    expect(readdirSync(folder())).toEqual(['part']);
  });
});

describe('a synchronized folder', () => {
  it('is written to the disk and closed', async () => {
    const synced: number[] = [];
    system.instead.set('open', async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        synced.push(handle.fd);
        await sync();
      };
      return handle;
    });
    await syncFolderOf(at('book'));
    expect(synced.length).toBe(1);
    expect(system.opened.map(({ fd }) => fd)).toEqual([-1]);
  });

  it.each(['EPERM', 'ENOTSUP'])('is skipped if the system does not support it: %s', async (code) => {
    refuse('open', code);
    expect(await syncFolderOf(at('book'))).toBeUndefined();
  });

  it('reports a failing disk', async () => {
    const error = refuse('open', 'EIO');
    expect(await rejection(syncFolderOf(at('book')))).toBe(error);
  });
});

describe('a file that is rewritten in place', () => {
  it('keeps its mode, and is closed', () => {
    writeFileSync(at('book'), 'old');
    chmodSync(at('book'), 0o640);
    writeInPlace(at('book'), 'new');
    expect(readFileSync(at('book'), 'utf8')).toBe('new');
    expect(statSync(at('book')).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder())).toEqual(['book']);
    expect(openFiles(folder())).toEqual([]);
  });

  it('is unchanged after an error, without files beside it', () => {
    writeFileSync(at('book'), 'old');
    const failure = new Error('failed');
    const fail = (): never => {
      throw failure;
    };
    expect(() => writeInPlace(at('book'), 'new', fail)).toThrow(failure);
    expect(readFileSync(at('book'), 'utf8')).toBe('old');
    expect(readdirSync(folder())).toEqual(['book']);
  });

  it('leaves the file beside it to the new holder of the lock', () => {
    writeFileSync(at('book'), 'old');
    const lose = (): never => {
      writeFileSync(at('book.tmp'), 'of others');
      throw new FileLockedError(at('book'), 'others');
    };
    expect(() => writeInPlace(at('book'), 'new', lose)).toThrow(FileLockedError);
    expect(readFileSync(at('book.tmp'), 'utf8')).toBe('of others');
    expect(readFileSync(at('book'), 'utf8')).toBe('old');
  });

  it('is named in the error of the system, not the temporary file', () => {
    mkdirSync(at('book'));
    expect(() => writeInPlace(at('book'), 'new')).toThrow(
      `EISDIR: illegal operation on a directory, rename '${at('book')}'`,
    );
    expect(() => writeInPlace(at('none/book'), 'new')).toThrow(
      `ENOENT: no such file or directory, open '${at('none/book')}'`,
    );
  });
});
