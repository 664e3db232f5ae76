import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { ConnectionError } from '../errors/errors.js';
import { systemCode } from '../errors/system-code.js';

/** How long others may hold a lock, and how often is asked whether they still do, in milliseconds. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 2;
/** How far the times of files may lag behind the clock. */
const CLOCK_MS = 50;
/** A lock whose process was killed before it had written its number is this old, in milliseconds. */
const MIN_AGE_MS = 1000;

const READ_ONLY: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Does something while no other process and no other thread may do it to the same file. A lock that a process has left
 * behind, because it was killed, is taken away.
 *
 * @param onlyReads - it needs no lock where nobody can write: in a folder that cannot be written to
 * @throws ConnectionError when somebody else holds the lock for ten seconds
 */
export function withLock<T>(file: string, act: () => T, onlyReads: boolean = false): T {
  const start = performance.now();
  let release = taken(file, onlyReads);
  while (release === undefined) {
    if (performance.now() - start > MAX_WAIT_MS) {
      throw new ConnectionError(`${file} is locked: remove ${lockOf(file)} if nobody uses it`, 'not-sent');
    }
    sleep(POLL_MS);
    release = taken(file, onlyReads);
  }
  try {
    return act();
  } finally {
    release();
  }
}

function taken(file: string, onlyReads: boolean): (() => void) | undefined {
  try {
    return takeLock(file);
  } catch (error) {
    if (onlyReads && READ_ONLY.has(systemCode(error))) return () => undefined;
    throw error;
  }
}

/**
 * Takes a file for this process alone.
 *
 * @returns what gives it back; `undefined` while another process has it
 */
export function takeLock(file: string): (() => void) | undefined {
  const lock = lockOf(file);
  if (!make(lock)) {
    const left = abandoned(lock);
    if (left === undefined) return undefined;
    takeAway(lock, left);
    if (!make(lock)) return undefined;
  }
  return () => rmSync(lock, { force: true });
}

function lockOf(file: string): string {
  return `${file}.lock`;
}

/** Makes the lock. @returns whether it was free */
function make(lock: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(lock, 'wx');
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(descriptor, String(process.pid));
  } catch (error) {
    // Without its number nobody could tell whose it is.
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

/** What stands in a lock whose process is no more; `undefined` for one that is in use, or gone. */
function abandoned(lock: string): string | undefined {
  try {
    const content = readFileSync(lock, 'utf8');
    const pid = Number(content);
    const ageMs = Date.now() - statSync(lock).mtimeMs;
    if (!(pid > 0)) return ageMs > MIN_AGE_MS ? content : undefined;
    // Of another thread, or of a process that had the same number before: the first one of a container always has.
    if (pid === process.pid) return ageMs > process.uptime() * 1000 + CLOCK_MS ? content : undefined;
    return isAlive(pid) ? undefined : content;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

/** Takes a lock away that was left, unless somebody else has done so and has taken it meanwhile. */
function takeAway(lock: string, left: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, 'utf8') !== left) linkSync(aside, lock);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' && systemCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
