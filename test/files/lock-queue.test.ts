import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rejection } from '../support/collect.js';
import { lockFolder } from './programs.js';

/** A clock that only the tests and pauses advance. */
const clock = vi.hoisted(() => ({ ms: 0, pauses: [] as number[] }));

vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    clock.pauses.push(ms);
    clock.ms += ms;
  },
}));
vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
const { LockQueue } = await import('../../src/files/lock/with-lock.js');
vi.restoreAllMocks();

const folder = lockFolder();
let file = '';
let queue = new LockQueue('');

beforeEach(() => {
  Object.assign(clock, { ms: 5, pauses: [] });
  file = path.join(folder(), 'calls.har');
  queue = new LockQueue(file);
});

/** Runs functions that take so many milliseconds, one after the other. */
async function run(count: number, ms: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await queue.run(() => (clock.ms += ms));
}

describe('a lock queue', () => {
  it('runs functions one after the other, each under the lock, and returns their results', async () => {
    const results = ['first', 'second', 'third'].map((name) =>
      queue.run(() => `${name} at ${clock.ms++}: ${existsSync(`${file}.lock`)}`),
    );
    expect(await Promise.all(results)).toEqual(['first at 5: true', 'second at 6: true', 'third at 7: true']);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('continues after an error', async () => {
    const failure = new Error('failed');
    const failed = queue.run(() => {
      throw failure;
    });
    const next = queue.run(() => 'next');
    expect(await rejection(failed)).toBe(failure);
    expect(await next).toBe('next');
  });

  it('leaves the lock to other processes for 10 ms when more than 100 ms have passed since the last pause', async () => {
    await run(3, 50);
    expect(clock.pauses).toEqual([]);
    await run(1, 50);
    expect(clock.pauses).toEqual([10]);
    await run(2, 50);
    expect(clock.pauses).toEqual([10]);
    await run(1, 50);
    expect(clock.pauses).toEqual([10, 10]);
  });
});
