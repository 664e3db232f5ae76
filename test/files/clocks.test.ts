import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as moments from '../../src/files/lock/moments.js';
import { OwnLock } from '../../src/files/lock/own-lock.js';
import { thisOwner } from '../../src/files/lock/owner.js';
import { Taking } from '../../src/files/lock/taking.js';
import { Watch } from '../../src/files/lock/watch.js';
import { giveLock } from './given.js';
import { lockFolder } from './programs.js';

/** How far the clocks are. */
const clocks = vi.hoisted(() => ({ steadyMs: 0, wallMs: 0 }));

vi.mock('../../src/files/lock/moments.js', async (importOriginal) => {
  vi.spyOn(performance, 'now').mockImplementation(() => clocks.steadyMs);
  vi.spyOn(Date, 'now').mockImplementation(() => clocks.wallMs);
  const real = await importOriginal<typeof moments>();
  vi.restoreAllMocks();
  return real;
});

const HOUR_MS = 3_600_000;
const LEASE_MS = 10_000;

const folder = lockFolder();

beforeEach(() => {
  Object.assign(clocks, { steadyMs: 1000, wallMs: 1_795_356_000_000 });
});

describe('a lock that is watched', () => {
  it('is left when it has not changed in all the looks of its lease', () => {
    const watch = new Watch();
    const looks = Array.from({ length: 42 }, () => {
      clocks.steadyMs += 250;
      return watch.isLeft('a.lock', 'one', LEASE_MS);
    });
    expect(looks.indexOf(true)).toBe(40);
  });

  it('is not left because the machine stood still, and its holder with it', () => {
    const watch = new Watch();
    watch.isLeft('a.lock', 'one', LEASE_MS);
    clocks.steadyMs += HOUR_MS;
    expect(watch.isLeft('a.lock', 'one', LEASE_MS)).toBe(false);
    clocks.steadyMs += HOUR_MS;
    expect(watch.isLeft('a.lock', 'one', LEASE_MS)).toBe(false);
  });

  it('is watched from the beginning when it has changed, and apart from others', () => {
    const watch = new Watch();
    const look = (lock: string, stamp: string): boolean => {
      clocks.steadyMs += 1000;
      return watch.isLeft(lock, stamp, LEASE_MS);
    };
    for (let count = 0; count < 10; count++) look('a.lock', 'one');
    expect(look('b.lock', 'one')).toBe(false);
    expect(look('a.lock', 'two')).toBe(false);
    expect(look('a.lock', 'one')).toBe(false);
  });

  it('is not left because the clock was set', () => {
    const watch = new Watch();
    for (let count = 0; count < 20; count++) {
      clocks.wallMs += HOUR_MS;
      expect(watch.isLeft('a.lock', 'one', LEASE_MS)).toBe(false);
    }
  });
});

describe('a lock that is held', () => {
  function held(): { readonly own: OwnLock; readonly lock: string } {
    const lock = path.join(folder(), 'move.journal.lock');
    const taking = new Taking(lock, { owner: thisOwner(), leaseMs: LEASE_MS, incompleteMs: LEASE_MS });
    const attempt = taking.attempt();
    if (attempt.kind !== 'taken') throw new Error(attempt.kind);
    return { own: new OwnLock(lock, taking.record, attempt.begun, { leaseMs: LEASE_MS, beatMs: HOUR_MS }), lock };
  }

  it.each([
    ['a process that was stopped', { steadyMs: 3400, wallMs: 3400 }],
    ['a machine that slept, while the steady clock stood still', { steadyMs: 0, wallMs: 3400 }],
    ['a clock that was set back', { steadyMs: 0, wallMs: -3400 }],
  ])('is looked at again after %s', (_name, { steadyMs, wallMs }) => {
    const { own, lock } = held();
    clocks.steadyMs += steadyMs;
    clocks.wallMs += wallMs;
    expect(own.isHeld()).toBe(true);
    giveLock(lock);
    clocks.steadyMs += steadyMs;
    clocks.wallMs += wallMs;
    expect(own.isHeld()).toBe(false);
    own.release();
  });

  it('is not looked at as long as the last look is good', () => {
    const { own, lock } = held();
    giveLock(lock);
    clocks.steadyMs += 3300;
    expect(own.isHeld()).toBe(true);
    clocks.steadyMs += 100;
    expect(own.isHeld()).toBe(false);
  });
});
