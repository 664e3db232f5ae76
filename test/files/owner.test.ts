import type * as nodeFs from 'node:fs';
import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as ownerModule from '../../src/files/lock/owner.js';
import { BOOT, HERE, PIDS, startOf, TIMES } from './given.js';

/** The files that the system hides. */
const hidden = vi.hoisted(() => ({ files: /^$/, self: undefined as string | undefined }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const check = (file: unknown): void => {
    if (hidden.files.test(String(file))) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  };
  const readFileSync = ((file: string, options: BufferEncoding) => {
    check(file);
    return fs.readFileSync(file, options);
  }) as typeof fs.readFileSync;
  const readlinkSync = ((file: string) => {
    check(file);
    return file === '/proc/thread-self' && hidden.self !== undefined ? hidden.self : fs.readlinkSync(file);
  }) as typeof fs.readlinkSync;
  const existsSync: typeof fs.existsSync = (file) => !hidden.files.test(String(file)) && fs.existsSync(file);
  return { ...fs, readFileSync, readlinkSync, existsSync };
});

const PLATFORM = process.platform;
const GONE = { pid: 4_194_305 };

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  Object.assign(hidden, { files: /^$/, self: undefined });
  Object.defineProperty(process, 'platform', { value: PLATFORM });
});

/** Loads the module like a new process. */
async function loadOwner(): Promise<Pick<typeof ownerModule, 'ownerState' | 'currentOwner'>> {
  return import('../../src/files/lock/owner.js');
}

describe('the owner of a lock', () => {
  it('is identified by its start time', async () => {
    const { ownerState, currentOwner } = await loadOwner();
    const me = currentOwner();
    expect(me).toEqual({ ...HERE, pid: process.pid, thread: expect.any(Number), start: expect.any(Number) });
    expect(ownerState(me, me)).toBe('alive');
    expect(ownerState({ ...HERE, pid: process.pid, thread: process.pid, start: startOf(process.pid) }, me)).toBe(
      'alive',
    );
    expect(ownerState({ ...me, start: 1 }, me)).toBe('dead');
    expect(ownerState({ ...me, thread: 4_194_305 }, me)).toBe('dead');
    expect(ownerState({ ...me, ...GONE }, me)).toBe('dead');
  });

  it.each([
    { host: 'build-3' },
    { system: `x ${PIDS} ${TIMES}` },
    { system: `${BOOT} pid:[1] ${TIMES}` },
    { system: undefined },
  ])('is unknown on other systems: %o', async (given) => {
    const { ownerState, currentOwner } = await loadOwner();
    expect(ownerState({ ...currentOwner(), ...given }, currentOwner())).toBe('unknown');
    expect(ownerState({ ...currentOwner(), ...GONE, ...given }, currentOwner())).toBe('unknown');
  });

  it('is unknown if the processes of other users are hidden, unless the process does not exist', async () => {
    const { ownerState, currentOwner } = await loadOwner();
    const me = currentOwner();
    hidden.files = new RegExp(`^/proc/${process.pid}/`);
    expect(ownerState(me, me)).toBe('unknown');
    expect(ownerState({ ...me, ...GONE }, me)).toBe('dead');
  });

  it('is unknown if /proc shows the processes of another namespace', async () => {
    hidden.self = `${process.pid + 1}/task/${process.pid + 1}`;
    const { ownerState, currentOwner } = await loadOwner();
    const me = currentOwner();
    expect(me).toEqual({ host: hostname(), pid: process.pid, system: HERE.system });
    expect(ownerState(me, me)).toBe('unknown');
    expect(ownerState({ ...me, thread: process.pid, start: 1 }, me)).toBe('unknown');
    expect(ownerState({ ...me, ...GONE }, me)).toBe('dead');
  });

  it('is unknown on Linux without /proc', async () => {
    hidden.files = /^\/proc\//;
    const { ownerState, currentOwner } = await loadOwner();
    const me = currentOwner();
    expect(me).toEqual({ host: hostname(), pid: process.pid });
    expect(ownerState(me, me)).toBe('unknown');
    expect(ownerState({ ...me, ...GONE }, me)).toBe('unknown');
  });

  it('is known to be dead on a system without namespaces', async () => {
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const { ownerState, currentOwner } = await loadOwner();
    const me = currentOwner();
    expect(me).toEqual({ host: hostname(), pid: process.pid });
    expect(ownerState(me, me)).toBe('unknown');
    expect(ownerState({ ...me, ...GONE }, me)).toBe('dead');
    expect(ownerState({ ...me, ...GONE, host: 'build-3' }, me)).toBe('unknown');
  });
});
