import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileError } from '../file-error.js';
import { OWNER_ONLY } from '../own-file.js';
import { type Owner, orUndefined } from './owner.js';

const MAX_BYTES = 4096;
const HEAD = '{"lock":';
/** The one line of a lock. Each field has a form that is safe to print. */
const RECORD =
  /^\{"lock":1,"token":"[\da-f]{32}","host":"[\w.-]{0,255}","pid":[1-9]\d{0,9},(?:"system":"[\w:[\] -]{1,255}",)?(?:"thread":\d{1,15},)?(?:"start":\d{1,15},)?"since":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"\}\n$/;

export interface LockRecord extends Owner {
  readonly token: string;
  readonly since: string;
}

export interface FoundLock {
  readonly isLock: boolean;
  /** `undefined` if the lock is incomplete: a process was killed while it wrote it, or is still writing it. */
  readonly record?: LockRecord | undefined;
  /** Changes with each heartbeat. */
  readonly stamp?: string;
}

/** Resolves all links in a path. The file need not exist. */
export function fileItself(file: string, maxLinks: number = 40): string {
  const absolute = path.resolve(file);
  const real = orUndefined(() => realpathSync.native(absolute));
  if (real !== undefined || maxLinks === 0) return real ?? absolute;
  const folder = fileItself(path.dirname(absolute), maxLinks);
  const link = orUndefined(() => readlinkSync(absolute));
  if (link === undefined) return path.join(folder, path.basename(absolute));
  return fileItself(path.resolve(folder, link), maxLinks - 1);
}

export function describeHolder(record: LockRecord | undefined): string {
  if (record === undefined) return 'an unknown process';
  return `process ${record.pid} on ${record.host}, since ${record.since}`;
}

export function createLock(lock: string, { token, host, pid, system, thread, start, since }: LockRecord): boolean {
  const descriptor = orUndefined(() => openSync(lock, 'wx', OWNER_ONLY), ['EEXIST']);
  if (descriptor === undefined) return false;
  try {
    // In the order of RECORD.
    writeFileSync(descriptor, `${JSON.stringify({ lock: 1, token, host, pid, system, thread, start, since })}\n`);
    return true;
  } catch (error) {
    rmSync(lock, { force: true });
    throw fileError(error, lock);
  } finally {
    closeSync(descriptor);
  }
}

export function readLock(lock: string): FoundLock | undefined {
  const stats = lstatSync(lock, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MAX_BYTES) return { isLock: false };
  const text = orUndefined(() => readFileSync(lock, 'latin1'), ['ENOENT', 'EISDIR']);
  if (text === undefined) return undefined;
  // A system that went down can leave zeros.
  const isLock = text.startsWith(HEAD) || HEAD.startsWith(text) || /^\0+$/.test(text);
  const record = RECORD.test(text) ? (JSON.parse(text) as LockRecord) : undefined;
  return { isLock, record, stamp: `${stats.mtimeNs} ${stats.ctimeNs} ${text}` };
}

export function hasToken(lock: string, token: string): boolean {
  return readLock(lock)?.record?.token === token;
}

export function removeLock(lock: string, token: string): void {
  if (hasToken(lock, token)) rmSync(lock, { force: true });
}
