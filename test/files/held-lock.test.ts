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
import { BOOT, giveLock, HERE, lockText, PIDS, startOf, TIMES } from './given.js';
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
async function taken(signal?: AbortSignal): Promise<(HeldLock | LockHolder) & { readonly told: readonly string[] }> {
  const told: string[] = [];
  const result = await holdLock(file, { ...QUICK, signal, onWaiting: (holder) => told.push(holder) });
  const asked = 'holder' in result ? result : { isHeld: () => result.isHeld(), release: () => result.release() };
  return { ...asked, told };
}

function held(result: HeldLock | LockHolder): HeldLock {
  if ('holder' in result) throw new Error(`not taken: ${result.holder}`);
  return result;
}

describe('a lock of a file', () => {
  it('is held until it is released, and nothing stays', async () => {
    const own = held(await holdLock(file));
    expect(own.isHeld()).toBe(true);
    expect(readdirSync(folder())).toEqual(['move.journal.lock']);
    own.release();
    expect(own.isHeld()).toBe(false);
    expect(readdirSync(folder())).toEqual([]);
    own.release();
  });

  it('says whose it is, in one line that nobody else may read', async () => {
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

  it('is refused while this thread has it, and names it', async () => {
    const own = held(await taken());
    expect(await taken()).toEqual({
      holder: expect.stringMatching(
        new RegExp(`^process ${process.pid} on ${hostname()}, since \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$`),
      ),
      told: [],
    });
    own.release();
  });

  it('is one for a file and for a link to it, whether the file is there yet or not', async () => {
    const link = path.join(folder(), 'link');
    symlinkSync('move.journal', link);
    for (const prepare of [() => undefined, () => writeFileSync(file, '')]) {
      prepare();
      const own = held(await holdLock(link));
      expect(await taken()).toMatchObject({ holder: expect.any(String) });
      own.release();
    }
  });
});

describe('a lock of a process of this namespace', () => {
  it('is never taken as long as that runs, whether it gives a sign of life or not', async () => {
    const other = start([file, '1000000']);
    await other.said(/^held$/);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await taken()).toMatchObject({ holder: expect.stringMatching(`^process ${other.pid()} on `), told: [] });
    other.signal('SIGSTOP');
    expect(await taken()).toMatchObject({ holder: expect.stringMatching(`^process ${other.pid()} on `), told: [] });
  });

  it('is no reason for that to stay, and is taken at once when it has ended', async () => {
    const other = start([file]);
    await other.said(/^held$/);
    other.child.stdin?.end();
    expect(await other.ended()).toBe('');
    held(await taken()).release();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is taken at once when its number is that of another process now', async () => {
    giveLock(lock, { pid: process.pid, thread: process.pid, start: startOf(process.pid) - 1 });
    const own = await taken();
    expect(own.told).toEqual([]);
    held(own).release();
  });

  it('is taken at once when it has ended and nobody has noticed yet', async () => {
    // A shell would reap its child, so the child ends after the shell has become sleep.
    const child = 'until [ "$(cat /proc/$$/comm)" = sleep ]; do :; done';
    const script = `{ ${child}; } & echo $!; exec sleep 100`;
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString('utf8'));
    const status = (): string => readFileSync(`/proc/${pid}/stat`, 'utf8');
    while (!status().includes(') Z')) await new Promise((resolve) => setTimeout(resolve, 5));
    giveLock(lock, { pid, thread: pid, start: startOf(pid) });
    const own = await taken();
    parent.kill('SIGKILL');
    expect(own.told).toEqual([]);
    held(own).release();
  });
});

describe('a lock of which nobody can tell whether its process lives', () => {
  const foreign = [
    ['of another host', ELSEWHERE],
    ['of an earlier start of the system', { system: `0f0e0d0c-0000-4000-8000-000000000000 ${PIDS} ${TIMES}` }],
    ['of another namespace', { system: `${BOOT} pid:[1] time:[1]` }],
    ['of a process whose times are shown otherwise', { system: `${BOOT} ${PIDS} time:[1]` }],
  ] as const;

  it.each(foreign)('is taken when it gives no sign of life: %s', async (_name, given) => {
    giveLock(lock, given);
    const own = await taken();
    expect(own.told.length).toBe(1);
    expect(held(own).isHeld()).toBe(true);
    held(own).release();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is refused when somebody else has taken it meanwhile', async () => {
    giveLock(lock, ELSEWHERE);
    const result = taken();
    setTimeout(() => giveLock(lock, { ...ELSEWHERE, token: 'f'.repeat(32), pid: 18 }), 100);
    expect(await result).toMatchObject({ holder: 'process 18 on build-3, since 2026-11-22T14:00:00Z' });
  });

  it('is refused when somebody else takes it before it is sure', async () => {
    giveLock(lock, ELSEWHERE);
    const next = { ...ELSEWHERE, token: 'f'.repeat(32), pid: 18 };
    const timer = setInterval(() => {
      if (readFileSync(lock, 'utf8') === lockText(ELSEWHERE)) return;
      giveLock(lock, next);
      clearInterval(timer);
    }, 5);
    expect(await taken()).toMatchObject({ holder: 'process 18 on build-3, since 2026-11-22T14:00:00Z' });
    expect(readFileSync(lock, 'utf8')).toBe(lockText(next));
  });

  it.each([
    ['nothing', ''],
    ['zeros, after the system went down', '\0'.repeat(300)],
    ['the beginning of a lock', lockText().slice(0, 5)],
    ['a lock that is cut off', lockText().slice(0, 90)],
    ['a lock with a token that is none', lockText({ token: 'x' })],
    ['a lock with a host that would command a terminal', lockText({ host: '\\u001b[2J' })],
    ['a lock of process -1', lockText({ pid: -1 })],
  ])('is taken when it is left and holds %s', async (_name, text) => {
    writeFileSync(lock, text);
    const own = await taken();
    expect(own.told).toEqual(['an unknown process']);
    held(own).release();
    expect(readdirSync(folder())).toEqual([]);
  });

  it('is waited for no longer than the signal says', async () => {
    giveLock(lock, ELSEWHERE);
    const reason = new Error('enough');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 60);
    await expect(taken(controller.signal)).rejects.toBe(reason);
    await expect(taken(controller.signal)).rejects.toBe(reason);
    expect(readFileSync(lock, 'utf8')).toBe(lockText(ELSEWHERE));
  });

  it('does not stay when the waiting ends before it is sure', async () => {
    giveLock(lock, ELSEWHERE);
    const controller = new AbortController();
    const timer = setInterval(() => {
      if (readFileSync(lock, 'utf8') !== lockText(ELSEWHERE)) controller.abort();
    }, 5);
    await expect(taken(controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    clearInterval(timer);
    expect(readdirSync(folder())).toEqual([]);
  });
});

describe('what is no lock', () => {
  it.each<readonly [string, () => void, string]>([
    ['a text of somebody', () => writeFileSync(lock, 'packages:\n  - left-pad\n'), 'file'],
    ['JSON of something else', () => writeFileSync(lock, '{"name":"package"}'), 'file'],
    ['a large file that begins as a lock does', () => writeFileSync(lock, '{"lock":1,'.padEnd(5_000_000)), 'file'],
    ['a folder', () => mkdirSync(lock), 'folder'],
    ['a link to a file', () => symlinkSync(import.meta.filename, lock), 'link'],
    ['a link to nothing', () => symlinkSync('nowhere', lock), 'link'],
    ['a link to a device', () => symlinkSync('/dev/zero', lock), 'link'],
  ])('is named, and stays as it is: %s', async (_name, make) => {
    make();
    const before = statsOf(lock);
    await expect(holdLock(file)).rejects.toThrow(`${lock} exists and is not a lock file`);
    expect(statsOf(lock)).toEqual(before);
    expect(readdirSync(folder())).toEqual(['move.journal.lock']);
  });

  it('is named when it is a pipe, and nobody waits for its other end', async () => {
    await once(spawn('mkfifo', [lock]), 'close');
    await expect(holdLock(file)).rejects.toThrow(`${lock} exists and is not a lock file`);
  });

  it('is named when it stands where the lock of a lock would be', async () => {
    giveLock(lock);
    writeFileSync(`${lock}.lock`, 'packages:\n');
    await expect(holdLock(file)).rejects.toThrow(`${lock}.lock exists and is not a lock file`);
    expect(readFileSync(lock, 'utf8')).toBe(lockText());
  });
});

function statsOf(name: string): object {
  const { size, mtimeMs, ino } = statSync(name, { throwIfNoEntry: false }) ?? {};
  return { size, mtimeMs, ino };
}

describe('another user', () => {
  // Nothing refuses the superuser, as whom tests may run.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;

  it('who may not write to the folder gets the error of the system, with the file', async () => {
    chmodSync(folder(), 0o555);
    const other = start([file], { uid });
    expect(await other.said(/^refused/)).toBe(`refused: Error: EACCES: permission denied, open '${lock}'`);
  });
});

describe('a lock of another thread of this process', () => {
  it('is refused as long as that runs, and taken at once when it has ended', async () => {
    const thread = new Worker(program, { argv: [file], stdin: true, stdout: true });
    await once(thread.stdout, 'data');
    expect(await taken()).toMatchObject({ holder: expect.stringMatching(`^process ${process.pid} on `), told: [] });
    await thread.terminate();
    expect(existsSync(lock)).toBe(true);
    const own = await taken();
    expect(own.told).toEqual([]);
    held(own).release();
  });
});

describe('a lock that is held', () => {
  it.each<readonly [string, () => void]>([
    ['replaced', () => giveLock(lock, ELSEWHERE)],
    ['removed', () => rmSync(lock)],
    ['emptied', () => writeFileSync(lock, '')],
    ['a folder', () => mkdirSync(rmThen(lock))],
    ['a link', () => symlinkSync('nowhere', rmThen(lock))],
  ])('is lost when it is %s, and what is there then is neither written to nor removed', async (_name, change) => {
    const own = held(await taken());
    change();
    await expect.poll(() => own.isHeld()).toBe(false);
    const before = existsSync(lock) && statSync(lock).isFile() ? readFileSync(lock, 'utf8') : readdirSync(folder());
    own.release();
    expect(existsSync(lock) && statSync(lock).isFile() ? readFileSync(lock, 'utf8') : readdirSync(folder())).toEqual(
      before,
    );
  });

  it('is taken and kept though the clocks and timers of the program are replaced by others', async () => {
    giveLock(lock, ELSEWHERE);
    vi.useFakeTimers();
    try {
      const own = held(await taken());
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
