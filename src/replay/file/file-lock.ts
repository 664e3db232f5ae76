import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { ConnectionError } from '../../errors/errors.js';

/** How long others may hold a lock, and how often is asked whether they still do, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 2;
/** How far the times of files may lag behind the clock. */
const CLOCK_MS = 50;

/**
 * Does something while no other process and no other thread may do it to the same file. A lock that a process has left
 * behind, because it was killed, is taken away.
 *
 * @param onlyReads - it needs no lock where nobody can write: in a folder that cannot be written to
 * @throws ConnectionError when somebody else holds the lock for ten seconds
 */
export function withLock<T>(file: string, act: () => T, onlyReads: boolean = false): T {
  const lock = `${file}.lock`;
  const start = performance.now();
  for (let state = take(lock); state !== 'taken'; state = take(lock)) {
    if (typeof state === 'object') {
      if (onlyReads) return act();
      throw state;
    }
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    else if (performance.now() - start > MAX_WAIT_MS) {
      throw new ConnectionError(`the cassette ${file} is locked: remove ${lock} if nobody uses it`, 'not-sent');
    } else sleep(POLL_MS);
  }
  try {
    return act();
  } finally {
    rmSync(lock, { force: true });
  }
}

const READ_ONLY: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Takes the lock. @returns whether it was free, or why nobody can take it */
function take(lock: string): 'taken' | 'in use' | Error {
  try {
    const descriptor = openSync(lock, 'wx');
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return 'taken';
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'in use';
    if (READ_ONLY.has(codeOf(error))) return error as Error;
    throw error;
  }
}

/** Whether the process that has taken the lock is no more. */
function isAbandoned(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    const ageMs = Date.now() - statSync(lock).mtimeMs;
    // Killed before it had written its number.
    if (!(pid > 0)) return ageMs > 1000;
    // Of another thread, or of a process that had the same number before: the first one of a container always has.
    if (pid === process.pid) return ageMs > process.uptime() * 1000 + CLOCK_MS;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
