import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt } from '../../src/files/lock/acquire-lock.js';
import { giveLock } from './given.js';
import { lockFolder } from './programs.js';

/** The times of the two clocks. */
const clocks = vi.hoisted(() => ({ steadyMs: 0, wallMs: 0 }));

vi.spyOn(performance, 'now').mockImplementation(() => clocks.steadyMs);
vi.spyOn(Date, 'now').mockImplementation(() => clocks.wallMs);
const { LockFile } = await import('../../src/files/lock/acquire-lock.js');
vi.restoreAllMocks();

const HOUR_MS = 3_600_000;
const LEASE_MS = 10_000;
const ELSEWHERE = { host: 'build-3' };

const folder = lockFolder();
let lock = '';

beforeEach(() => {
  Object.assign(clocks, { steadyMs: 1000, wallMs: 1_795_356_000_000 });
  lock = path.join(folder(), 'move.journal.lock');
});

describe('a lock whose owner is unknown', () => {
  /** Tries so many times, after so many milliseconds each. */
  function attempts(file: InstanceType<typeof LockFile>, count: number, stepMs: number): readonly Attempt[] {
    return Array.from({ length: count }, () => {
      clocks.steadyMs += stepMs;
      return file.attempt();
    });
  }

  beforeEach(() => giveLock(lock, ELSEWHERE));

  it('belongs to a running process when it changes, and is then watched from the beginning', () => {
    const file = new LockFile(lock, LEASE_MS);
    attempts(file, 10, 1000);
    giveLock(lock, { ...ELSEWHERE, token: 'f'.repeat(32) });
    expect(attempts(file, 11, 1000)).toEqual([
      expect.objectContaining({ isAlive: true }),
      ...Array.from({ length: 9 }, () => expect.objectContaining({ isAlive: false })),
      'uncertain',
    ]);
  });

  it('is not taken over because the clock was set', () => {
    const file = new LockFile(lock, LEASE_MS);
    for (let count = 0; count < 20; count++) {
      clocks.wallMs += HOUR_MS;
      expect(file.attempt()).toMatchObject({ isAlive: false });
    }
  });
});

describe('a lock that is held', () => {
  function held(): InstanceType<typeof LockFile> {
    const file = new LockFile(lock, LEASE_MS);
    expect(file.attempt()).toBe('certain');
    file.start();
    return file;
  }

  it.each([
    ['a process was suspended', { steadyMs: 3400, wallMs: 3400 }],
    ['a machine slept, while the steady clock stopped', { steadyMs: 0, wallMs: 3400 }],
    ['a clock was set back', { steadyMs: 0, wallMs: -3400 }],
  ])('is read again after %s', (_name, { steadyMs, wallMs }) => {
    const own = held();
    clocks.steadyMs += steadyMs;
    clocks.wallMs += wallMs;
    expect(own.isHeld()).toBe(true);
    giveLock(lock);
    clocks.steadyMs += steadyMs;
    clocks.wallMs += wallMs;
    expect(own.isHeld()).toBe(false);
    own.release();
  });

  it('is not read while the last heartbeat is fresh', () => {
    const own = held();
    giveLock(lock);
    clocks.steadyMs += 3300;
    expect(own.isHeld()).toBe(true);
    clocks.steadyMs += 100;
    expect(own.isHeld()).toBe(false);
  });
});
