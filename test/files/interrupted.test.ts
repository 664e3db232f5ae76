import type * as nodeFs from 'node:fs';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attempt, LockFile as Lock } from '../../src/files/lock/acquire-lock.js';
import { currentOwner, type Owner } from '../../src/files/lock/owner.js';
import { giveLock, HERE } from './given.js';
import { lockFolder } from './programs.js';

/** Called before each call of the system; and by how much the clocks are fast. */
const system = vi.hoisted(() => ({ before: (): void => undefined, aheadMs: 0 }));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof nodeFs>();
  const calls = ['openSync', 'writeFileSync', 'closeSync', 'lstatSync', 'readFileSync', 'lutimesSync', 'renameSync'];
  const observed = [...calls, 'rmSync'].map((name) => {
    const call = fs[name as 'rmSync'] as (...args: readonly unknown[]) => unknown;
    const before = (...args: readonly unknown[]): unknown => {
      system.before();
      return call(...args);
    };
    return [name, before] as const;
  });
  return { ...fs, ...Object.fromEntries(observed) };
});

const [steadyMs, wallMs] = [performance.now.bind(performance), Date.now];
vi.spyOn(performance, 'now').mockImplementation(() => steadyMs() + system.aheadMs);
vi.spyOn(Date, 'now').mockImplementation(() => wallMs() + system.aheadMs);
const { LockFile } = await import('../../src/files/lock/acquire-lock.js');
vi.restoreAllMocks();

const LEASE_MS = 1000;
/** More than any of this makes. */
const MANY = 120;
/** How many random pairs of calls are tried for each state. */
const ROUNDS = Number(process.env['LOCK_ROUNDS'] ?? 40);

const folder = lockFolder();
let lock = '';

beforeEach(() => {
  lock = path.join(folder(), 'move.journal.lock');
  system.before = NOTHING;
  system.aheadMs = 0;
});

/** The state before the test. */
const states: readonly (readonly [string, () => void])[] = [
  ['does not exist', () => undefined],
  ['was abandoned', () => giveLock(lock)],
  ['was abandoned empty', () => writeFileSync(lock, '')],
  [
    'was abandoned by one process, and its replacement by another',
    () => {
      giveLock(lock);
      giveLock(`${lock}.lock`, { token: 'a'.repeat(32) });
    },
  ],
  ['is free, although a replacement was abandoned', () => giveLock(`${lock}.lock`)],
];

class Killed extends Error {}

const [HOST_A, HOST_B, HOST_C] = ['a', 'b', 'c'].map((host) => ({ ...HERE, host }));

function lockBy(owner: Owner = currentOwner()): Lock {
  return new LockFile(lock, LEASE_MS, owner);
}

const isAcquired = (attempt: Attempt | undefined): boolean => attempt === 'certain' || attempt === 'uncertain';
const isOwn = ({ record }: Lock): boolean => readFileSync(lock, 'utf8').includes(record.token);

/** Tries until it acquires the lock or should stop. Lets a tenth of a lease pass between two attempts. */
function tried(file: Lock, isEnough: () => boolean = () => false): Attempt {
  for (let count = 0; count < MANY; count++) {
    const attempt = file.attempt();
    if (isAcquired(attempt)) {
      file.start();
      // A holder checks the lock before it acts.
      return attempt === 'certain' && file.isHeld() ? 'certain' : 'uncertain';
    }
    if (isEnough()) return attempt;
    system.aheadMs += LEASE_MS / 10;
  }
  throw new Error('the lock is never acquired');
}

/** Acquires the lock, and waits until it is certain. */
function settled(file: Lock): Lock {
  expect(isAcquired(tried(file))).toBe(true);
  system.aheadMs += LEASE_MS * 0.37;
  expect(file.confirm()).toBe(true);
  return file;
}

const NOTHING = (): void => undefined;

/**
 * Runs a function before the system call with this number. Calls of the function are not counted.
 *
 * @returns whether the function has run
 */
function beforeCall(number: number, act: () => void): () => boolean {
  let count = 0;
  const before = (): void => {
    if (count++ !== number) return;
    system.before = NOTHING;
    act();
    system.before = NOTHING;
  };
  system.before = before;
  return () => count > number;
}

function begin(create: () => void): void {
  system.before = NOTHING;
  readdirSync(folder()).forEach((name) => rmSync(path.join(folder(), name)));
  create();
}

describe.each(states)('a lock that %s', (_name, create) => {
  it('can be acquired after a process was killed at any system call, and no file stays', () => {
    let call = 0;
    for (let isKilled = true; isKilled; call++) {
      begin(create);
      let isDead = false;
      let count = 0;
      system.before = () => {
        isDead ||= count++ === call;
        if (isDead) throw new Killed();
      };
      try {
        const killed = lockBy(HERE);
        tried(killed);
        killed.release();
      } catch (error) {
        expect(error).toBeInstanceOf(Killed);
      }
      isKilled = isDead;
      system.before = NOTHING;
      settled(lockBy()).release();
      expect(readdirSync(folder()), `killed at call ${call}`).toEqual([]);
    }
    expect(call).toBeGreaterThan(5);
  });

  it('is not taken away by a process that was suspended at any system call, after another has acquired it', () => {
    let call = 0;
    for (let hasStood = true; hasStood; call++) {
      begin(create);
      const [late, other] = [lockBy(HOST_A), lockBy(HOST_B)];
      const stood = beforeCall(call, () => settled(other));
      const attempt = tried(late, stood);
      hasStood = stood();
      if (!hasStood) break;
      expect(isOwn(other), `stood still at call ${call}`).toBe(true);
      expect(attempt, `stood still at call ${call}`).not.toBe('certain');
      const others = readdirSync(folder()).filter((name) => name !== path.basename(lock));
      const texts = others.map((name) => readFileSync(path.join(folder(), name), 'utf8'));
      expect(texts.filter((text) => text.includes(late.record.token))).toEqual([]);
    }
    expect(call).toBeGreaterThan(5);
  });

  it('is held by one if two processes are suspended at any system calls', {
    timeout: 20_000 + ROUNDS * 20,
  }, () => {
    let [rounds, hadByLast] = [0, 0];
    while (rounds < ROUNDS) {
      begin(create);
      const [late, later, last] = [lockBy(HOST_A), lockBy(HOST_B), lockBy(HOST_C)];
      const [call, inner] = [Math.floor(Math.random() * MANY), Math.floor(Math.random() * MANY)];
      let stoodInner = (): boolean => false;
      let second: Attempt | undefined;
      const stood = beforeCall(call, () => {
        stoodInner = beforeCall(inner, () => settled(last));
        second = tried(later, stoodInner);
      });
      const first = tried(late, stood);
      if (!stood() || !stoodInner()) continue;
      rounds += 1;
      const where = `stood still at calls ${call} and ${inner}`;
      expect(
        [first, second].filter((attempt) => attempt === 'certain'),
        where,
      ).toEqual([]);
      expect([late, later, last].filter(isOwn).length, where).toBe(1);
      if (isOwn(last)) hadByLast += 1;
    }
    expect(hadByLast).toBe(rounds);
  });
});

it('a lock is not held while the disk fails, and held again afterwards', () => {
  begin(() => undefined);
  const own = settled(lockBy());
  system.aheadMs += LEASE_MS;
  system.before = () => {
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  };
  expect(own.isHeld()).toBe(false);
  system.before = NOTHING;
  expect(own.isHeld()).toBe(true);
  own.release();
});

it('a lock is not certain when a process that may continue had started to replace it', () => {
  begin(() => giveLock(lock));
  giveLock(`${lock}.lock`, { host: 'build-3' });
  expect(tried(lockBy())).toBe('uncertain');
});
