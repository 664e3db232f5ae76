import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type HeldLock, holdLock, type LockHolder } from '../../src/files/lock/held-lock.js';
import { BOOT, giveLock, HERE, lockText, startOf } from './given.js';
import { lockFolder, programFile, programStart } from './programs.js';

/** Saved before fake timers replace it. */
const setImmediateOfSystem = setImmediate;
const QUICK = { leaseMs: 300 };
const ELSEWHERE = { host: 'build-3', pid: 17 };

const folder = lockFolder();
const program = programFile('lock-child.ts');
const start = programStart(program);
let file = '';
let lock = '';

beforeEach(() => {
  file = path.join(folder(), 'move.journal');
  lock = `${file}.lock`;
});

/** Acquires the lock with short times. @returns the lock or its holder, and the reported holders */
async function acquire(
  signal?: AbortSignal,
): Promise<(HeldLock | LockHolder) & { readonly reported: readonly string[] }> {
  const reported: string[] = [];
  const result = await holdLock(file, { ...QUICK, signal, onWaiting: (holder) => reported.push(holder) });
  const lock = 'holder' in result ? result : { isHeld: () => result.isHeld(), release: () => result.release() };
  return { ...lock, reported };
}

function held(result: HeldLock | LockHolder): HeldLock {
  if ('holder' in result) throw new Error(`not taken: ${result.holder}`);
  return result;
}

describe('a lock of a file', () => {
  it('is held until it is released, and leaves no files', async () => {
    const own = held(await holdLock(file));
    expect(own.isHeld()).toBe(true);
    expect(readdirSync(folder())).toEqual(['move.journal.lock']);
    own.release();
    expect(own.isHeld()).toBe(false);
    expect(readdirSync(folder())).toEqual([]);
    own.release();
  });

  it('names its owner in one line, readable by the owner only', async () => {
    const own = held(await holdLock(file));
    const text = readFileSync(lock, 'utf8');
    expect(text).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(text)).toEqual({
      lock: 1,
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      host: hostname(),
      pid: process.pid,
      system: HERE.system,
      thread: expect.any(Number),
      start: expect.any(Number),
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(statSync(lock).mode & 0o777).toBe(0o600);
    own.release();
  });

  it('is refused while this thread holds it, and names the holder', async () => {
    const own = held(await acquire());
    expect(await acquire()).toEqual({
      holder: expect.stringMatching(
        new RegExp(`^process ${process.pid} on ${hostname()}, since \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$`),
      ),
      reported: [],
    });
    own.release();
  });

  it('is the same for a file and a link to it, whether the file exists or not', async () => {
    const link = path.join(folder(), 'link');
    symlinkSync('move.journal', link);
    for (const prepare of [() => undefined, () => writeFileSync(file, '')]) {
      prepare();
      const own = held(await holdLock(link));
      expect(await acquire()).toMatchObject({ holder: expect.any(String) });
      own.release();
    }
  });
});

describe('a lock of a process of this namespace', () => {
  it('is never taken over while the process runs, with or without heartbeats', async () => {
    const other = start([file, '1000000']);
    await other.said(/^held$/);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await acquire()).toMatchObject({
      holder: expect.stringMatching(`^process ${other.pid()} on `),
      reported: [],
    });
    other.signal('SIGSTOP');
    expect(await acquire()).toMatchObject({
      holder: expect.stringMatching(`^process ${other.pid()} on `),
      reported: [],
    });
  });

  it('does not keep the process running, and is acquired at once when it has ended', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    other.child.stdin?.end();
    expect(await other.ended()).toBe('');
    held(await acquire()).release();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is acquired at once when its id belongs to another process', async () => {
    giveLock(lock, { pid: process.pid, thread: process.pid, start: startOf(process.pid) - 1 });
    const own = await acquire();
    expect(own.reported).toEqual([]);
    held(own).release();
  });

  it('is acquired at once when the process is a zombie', async () => {
    // A shell would reap its child, so the child ends after the shell has become sleep.
    const child = 'until [ "$(cat /proc/$$/comm)" = sleep ]; do :; done';
    const script = `{ ${child}; } & echo $!; exec sleep 100`;
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString('utf8'));
    const status = (): string => readFileSync(`/proc/${pid}/stat`, 'utf8');
    while (!status().includes(') Z')) await new Promise((resolve) => setTimeout(resolve, 5));
    giveLock(lock, { pid, thread: pid, start: startOf(pid) });
    const own = await acquire();
    parent.kill('SIGKILL');
    expect(own.reported).toEqual([]);
    held(own).release();
  });
});

describe('a lock of an unknown process', () => {
  const foreign = [
    ['of another host', ELSEWHERE],
    ['of another namespace', { system: `${BOOT} pid:[1] time:[1]` }],
  ] as const;

  it.each(foreign)('is acquired if it has no heartbeat: %s', async (_name, given) => {
    giveLock(lock, given);
    const own = await acquire();
    expect(own.reported.length).toBe(1);
    expect(held(own).isHeld()).toBe(true);
    held(own).release();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is refused if another process has taken it in the meantime', async () => {
    giveLock(lock, ELSEWHERE);
    const result = acquire();
    setTimeout(() => giveLock(lock, { ...ELSEWHERE, token: 'f'.repeat(32), pid: 18 }), 100);
    expect(await result).toMatchObject({ holder: 'process 18 on build-3, since 2026-11-22T14:00:00Z' });
  });

  it('is refused if another process takes it before it is certain', async () => {
    giveLock(lock, ELSEWHERE);
    const next = { ...ELSEWHERE, token: 'f'.repeat(32), pid: 18 };
    const timer = setInterval(() => {
      if (readFileSync(lock, 'utf8') === lockText(ELSEWHERE)) return;
      giveLock(lock, next);
      clearInterval(timer);
    }, 5);
    expect(await acquire()).toMatchObject({ holder: 'process 18 on build-3, since 2026-11-22T14:00:00Z' });
    expect(readFileSync(lock, 'utf8')).toBe(lockText(next));
  });

  it.each([
    ['nothing', ''],
    ['zeros, after the system went down', '\0'.repeat(300)],
    ['a lock that is cut off', lockText().slice(0, 90)],
    ['a lock with a host that would command a terminal', lockText({ host: '\\u001b[2J' })],
  ])('is acquired if it is abandoned and contains %s', async (_name, text) => {
    writeFileSync(lock, text);
    const own = await acquire();
    expect(own.reported).toEqual(['an unknown process']);
    held(own).release();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('ends the waiting when the signal aborts', async () => {
    giveLock(lock, ELSEWHERE);
    const reason = new Error('enough');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 60);
    await expect(acquire(controller.signal)).rejects.toBe(reason);
    await expect(acquire(controller.signal)).rejects.toBe(reason);
    expect(readFileSync(lock, 'utf8')).toBe(lockText(ELSEWHERE));
  });

  it('is removed if the waiting ends before it is certain', async () => {
    giveLock(lock, ELSEWHERE);
    const controller = new AbortController();
    const timer = setInterval(() => {
      if (readFileSync(lock, 'utf8') !== lockText(ELSEWHERE)) controller.abort();
    }, 5);
    await expect(acquire(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    clearInterval(timer);
    expect(readdirSync(folder())).toEqual([]);
  });
});

describe('a file that is no lock', () => {
  it.each<readonly [string, () => void, string]>([
    ['another text', () => writeFileSync(lock, 'packages:\n  - left-pad\n'), 'file'],
    ['a large file that begins as a lock does', () => writeFileSync(lock, '{"lock":1,'.padEnd(5_000_000)), 'file'],
    ['a folder', () => mkdirSync(lock), 'folder'],
    ['a link to a file', () => symlinkSync(import.meta.filename, lock), 'link'],
    ['a link to a device', () => symlinkSync('/dev/zero', lock), 'link'],
  ])('is named, and stays unchanged: %s', async (_name, create) => {
    create();
    const before = statsOf(lock);
    await expect(holdLock(file)).rejects.toThrow(`${lock} exists and is not a lock file`);
    expect(statsOf(lock)).toEqual(before);
    expect(readdirSync(folder())).toEqual(['move.journal.lock']);
  });

  it('is named if it is a pipe, without waiting', async () => {
    await once(spawn('mkfifo', [lock]), 'close');
    await expect(holdLock(file)).rejects.toThrow(`${lock} exists and is not a lock file`);
  });
});

function statsOf(name: string): object {
  const { size, mtimeMs, ino } = statSync(name, { throwIfNoEntry: false }) ?? {};
  return { size, mtimeMs, ino };
}

describe('another user', () => {
  // Nothing refuses the superuser, as whom tests may run.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;

  it('without access to the folder gets the error of the system, with the file', async () => {
    chmodSync(folder(), 0o555);
    const other = start([file], { uid });
    expect(await other.said(/^refused/)).toBe(`refused: Error: EACCES: permission denied, open '${lock}'`);
  });
});

describe('a lock of another thread of this process', () => {
  it('is refused while the thread runs, and acquired at once when it has ended', async () => {
    const thread = new Worker(program, { argv: [file], stdin: true, stdout: true });
    await once(thread.stdout, 'data');
    expect(await acquire()).toMatchObject({
      holder: expect.stringMatching(`^process ${process.pid} on `),
      reported: [],
    });
    await thread.terminate();
    expect(existsSync(lock)).toBe(true);
    const own = await acquire();
    expect(own.reported).toEqual([]);
    held(own).release();
  });
});

describe('a lock that is held', () => {
  it.each<readonly [string, () => void]>([
    ['replaced', () => giveLock(lock, ELSEWHERE)],
    ['removed', () => rmSync(lock)],
    ['a folder', () => mkdirSync(rmThen(lock))],
    ['a link', () => symlinkSync('nowhere', rmThen(lock))],
  ])('is lost if it is %s, and the other file is neither written nor removed', async (_name, change) => {
    const own = held(await acquire());
    change();
    await expect.poll(() => own.isHeld()).toBe(false);
    const before = existsSync(lock) && statSync(lock).isFile() ? readFileSync(lock, 'utf8') : readdirSync(folder());
    own.release();
    expect(existsSync(lock) && statSync(lock).isFile() ? readFileSync(lock, 'utf8') : readdirSync(folder())).toEqual(
      before,
    );
  });

  it('is acquired and kept with fake clocks and timers', async () => {
    giveLock(lock, ELSEWHERE);
    vi.useFakeTimers();
    try {
      const own = held(await acquire());
      const { mtimeMs } = statSync(lock);
      while (statSync(lock).mtimeMs === mtimeMs) await new Promise(setImmediateOfSystem);
      expect(own.isHeld()).toBe(true);
      own.release();
    } finally {
      vi.useRealTimers();
    }
  });
});

function rmThen(name: string): string {
  rmSync(name);
  return name;
}
