import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { ConnectionError } from '../errors/errors.js';

/** How long others may hold a lock, and how often is asked whether they still do, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 2;

/**
 * Does something while no other process and no other thread may do it to the same file. A lock that a process has left
 * behind, because it was killed, is taken away.
 *
 * @throws ConnectionError when somebody else holds the lock for ten seconds
 */
export function withLock<T>(file: string, act: () => T): T {
  const start = performance.now();
  let release = takeLock(file);
  while (release === undefined) {
    if (performance.now() - start > MAX_WAIT_MS) {
      throw new ConnectionError(`${file} is locked: remove ${lockOf(file)} if nobody uses it`, 'not-sent');
    }
    sleep(POLL_MS);
    release = takeLock(file);
  }
  try {
    return act();
  } finally {
    release();
  }
}

/**
 * Takes a file for this process alone.
 *
 * @returns what gives it back; `undefined` while another process has it
 */
export function takeLock(file: string): (() => void) | undefined {
  const lock = lockOf(file);
  if (!isTaken(lock)) {
    if (!isAbandoned(lock)) return undefined;
    rmSync(lock, { force: true });
    if (!isTaken(lock)) return undefined;
  }
  return () => rmSync(lock, { force: true });
}

function lockOf(file: string): string {
  return `${file}.lock`;
}

/** Takes the lock. @returns whether it was free */
function isTaken(lock: string): boolean {
  try {
    const descriptor = openSync(lock, 'wx');
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether the process that has taken the lock is no more. */
function isAbandoned(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Killed before it had written its number.
    if (!(pid > 0)) return Date.now() - statSync(lock).mtimeMs > 1000;
    if (pid === process.pid) return false;
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
