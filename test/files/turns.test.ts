import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as moments from '../../src/files/lock/moments.js';
import { Turns } from '../../src/files/lock/turns.js';
import type * as withLocks from '../../src/files/lock/with-lock.js';
import { rejection } from '../support/collect.js';

/** A clock that only goes on when it is told to, and the pauses that were made by it. */
const clock = vi.hoisted(() => ({ ms: 0, pauses: [] as number[], locked: [] as string[] }));

vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    clock.pauses.push(ms);
    clock.ms += ms;
  },
}));
vi.mock('../../src/files/lock/moments.js', async (importOriginal) => ({
  ...(await importOriginal<typeof moments>()),
  momentNow: () => ({ steadyMs: clock.ms, wallMs: 0 }),
  elapsedMs: ({ steadyMs }: { readonly steadyMs: number }) => clock.ms - steadyMs,
}));
vi.mock('../../src/files/lock/with-lock.js', async (importOriginal) => ({
  ...(await importOriginal<typeof withLocks>()),
  withLock: async <T>(file: string, act: (check: () => void) => T) => {
    clock.locked.push(file);
    return act(() => undefined);
  },
}));

let turns = new Turns('');

beforeEach(() => {
  Object.assign(clock, { ms: 5, pauses: [], locked: [] });
  turns = new Turns('calls.har');
});

/** Takes turns, each when the one before has ended, of so many milliseconds. */
async function take(count: number, ms: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await turns.take(() => (clock.ms += ms));
}

describe('turns with a file', () => {
  it('come one after the other, each under the lock, and each gives its own result', async () => {
    const results = ['first', 'second', 'third'].map((name) => turns.take(() => `${name} at ${clock.ms++}`));
    expect(await Promise.all(results)).toEqual(['first at 5', 'second at 6', 'third at 7']);
    expect(clock.locked).toEqual(['calls.har', 'calls.har', 'calls.har']);
  });

  it('go on when one fails', async () => {
    const failure = new Error('failed');
    const failed = turns.take(() => {
      throw failure;
    });
    const next = turns.take(() => 'next');
    expect(await rejection(failed)).toBe(failure);
    expect(await next).toBe('next');
  });

  it('are interrupted after more than 100 ms, so that others get the file', async () => {
    await take(3, 50);
    expect(clock.pauses).toEqual([]);
    await take(1, 50);
    expect(clock.pauses).toEqual([10]);
  });

  it('have their 100 ms again after each pause', async () => {
    await take(8, 30);
    expect(clock.pauses).toEqual([10]);
    await take(1, 30);
    expect(clock.pauses).toEqual([10, 10]);
  });

  it('are not interrupted where they leave the file alone for more than 10 ms by themselves', async () => {
    await take(2, 50);
    clock.ms += 11;
    await take(3, 50);
    expect(clock.pauses).toEqual([]);
    await take(1, 50);
    expect(clock.pauses).toEqual([10]);
  });

  it('are interrupted where they leave it alone for 10 ms, which may be too short for others', async () => {
    await take(2, 50);
    clock.ms += 10;
    await take(1, 50);
    expect(clock.pauses).toEqual([10]);
  });
});
