import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { systemCode } from '../../errors/system-code.js';
import { fileError } from '../file-error.js';
import { OWN } from '../own-file.js';
import { FOREIGN, HIDDEN, type LockContent, readRecord } from './lock-record.js';

/** The end of a lock file's name, behind the name of the file. */
export const SUFFIX = '.lock';
/** No lock is larger, in bytes. */
const MAX_BYTES = 4096;
/** Never through a link, and never waiting for the other end of a pipe; neither exists on Windows. */
const PLAIN: number = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const MAX_LINKS = 40;

/** A lock file as it was found. */
export interface FoundLock {
  readonly content: LockContent;
  /** Another one as soon as its holder, or anybody, has written to it. */
  readonly stamp: string;
}

/** Returns the path of a file's lock: beside the file itself. */
export function lockOf(file: string): string {
  return fileItself(file) + SUFFIX;
}

/** The path of a file itself, by whatever links it is named; it need not be there. */
export function fileItself(file: string): string {
  let target = path.resolve(file);
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      return realpathSync.native(target);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') break;
    }
    const next = missingTarget(target);
    if (!next.isLink) return next.target;
    target = next.target;
  }
  return path.resolve(file);
}

/** Of a file that is not there: where it would be made. */
function missingTarget(file: string): { readonly target: string; readonly isLink: boolean } {
  try {
    const folder = realpathSync.native(path.dirname(file));
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return { target: path.resolve(folder, isLink ? readlinkSync(file) : path.basename(file)), isLink };
  } catch {
    // Whoever opens it says what is wrong.
    return { target: file, isLink: false };
  }
}

/**
 * Makes a lock file.
 *
 * @returns whether nothing was there
 */
export function makeLock(lock: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(lock, 'wx', OWN);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeAll(lock, descriptor, text);
  } catch (error) {
    // Without its content nobody could tell whose it is.
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

/**
 * Reads a lock file.
 *
 * @returns `undefined` where there is none
 * @throws Error that names it where something stands that is no lock
 */
export function readLock(lock: string): FoundLock | undefined {
  const stats = lstatSync(lock, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw noLock(lock);
  let descriptor: number;
  try {
    descriptor = openSync(lock, constants.O_RDONLY | PLAIN);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    // Another user's: all can see when it was written to.
    if (code === 'EACCES' || code === 'EPERM') return { content: HIDDEN, stamp: `${stats.ctimeNs} ${stats.size}` };
    throw code === 'ELOOP' ? noLock(lock) : error;
  }
  try {
    const text = readAll(descriptor);
    const content = text === undefined ? FOREIGN : readRecord(text);
    if (content.kind === 'foreign') throw noLock(lock);
    if (content.kind === 'lock') return { content, stamp: text ?? '' };
    // One that is empty like the last one is told from it.
    const { ctimeNs, size } = fstatSync(descriptor, { bigint: true });
    return { content, stamp: `${ctimeNs} ${size} ${text}` };
  } finally {
    closeSync(descriptor);
  }
}

/** Tells whether a lock file has this token. */
export function hasToken(lock: string, token: string): boolean {
  return tokenOf(readLock(lock)) === token;
}

/** The token of a lock that was found, where it can be told. */
export function tokenOf(found: FoundLock | undefined): string | undefined {
  return found?.content.kind === 'lock' ? found.content.record.token : undefined;
}

/**
 * Writes a lock anew, in place, if it still has the token.
 *
 * @returns whether it had
 * @throws Error of `node:fs` when that cannot be told
 */
export function rewriteLock(lock: string, token: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(lock, constants.O_RDWR | PLAIN);
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'EISDIR', 'ENXIO'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
  try {
    const content = readRecord(readAll(descriptor) ?? '');
    if (content.kind !== 'lock' || content.record.token !== token) return false;
    // Whoever takes a lock over puts another file in its place: this can only be written to one's own.
    writeAll(lock, descriptor, text);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

/** Puts a lock file in the place of another one. @returns whether it was still there */
export function moveLock(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes a lock file, if it still has the token. */
export function removeLock(lock: string, token: string): void {
  if (hasToken(lock, token)) rmSync(lock, { force: true });
}

function writeAll(lock: string, descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'latin1');
  try {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written, bytes.length - written, written);
    }
  } catch (error) {
    throw fileError(error, lock);
  }
}

/** Reads a file from its start; `undefined` when it is too long for a lock. */
function readAll(descriptor: number): string | undefined {
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  const size = readSync(descriptor, bytes, 0, bytes.length, 0);
  return size > MAX_BYTES ? undefined : bytes.toString('latin1', 0, size);
}

/** Shaped like those of the system, so that it is shown as they are. */
function noLock(lock: string): Error {
  const message = `${lock} is in the way: it is no lock, and nothing that was made here; move it away`;
  return Object.assign(new Error(message), { code: 'EEXIST', syscall: 'open', path: lock });
}
