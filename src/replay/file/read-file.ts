import { type BigIntStats, closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { FileLockedError } from '../../errors/errors.js';
import { systemCode } from '../../errors/system-code.js';
import type { CassetteFormat, ReadEntry } from '../har/format.js';
import { readWaitingEntry, type WaitingEntry } from '../har/read-har.js';

/** The most times that a file may be written anew while it is read. */
const MAX_LOOKS = 100;

/** Names the file in which calls of a large cassette wait to be brought into it. */
export function journalOf(file: string): string {
  return `${file}.journal`;
}

/** A cassette on the disk at one moment. */
export interface OnDisk {
  /** Another one as soon as the file was written; empty where there is none. */
  readonly stamp: string;
  /** `undefined` where there is no file, and where it is still the one that is known. */
  readonly text: string | undefined;
  /** The calls that wait beside it. */
  readonly waiting: string;
}

/**
 * Reads a cassette without its lock, though others may write it: what waits beside it is brought into another file,
 * which then gets the name, and only after that it is removed. So both fit together when the name has not changed.
 *
 * @param known - the stamp of the file whose content need not be read again
 */
export function readOnDisk(file: string, known?: string): OnDisk {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    // Open until the name was looked at: its number is that of no other file so long.
    const descriptor = openOrNothing(file);
    try {
      const stamp = descriptor === undefined ? '' : stampOf(fstatSync(descriptor, { bigint: true }));
      const text = descriptor === undefined || stamp === known ? undefined : readFileSync(descriptor, 'utf8');
      const waiting = readOrNothing(journalOf(file));
      if (stampNow(file) === stamp) return { stamp, text, waiting };
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }
  throw new FileLockedError(file, 'others', `${file} was written anew ${MAX_LOOKS} times while it was read`);
}

/** Gives a stamp of a file, which stays the same as long as the file does; empty where there is none. */
export function stampNow(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : stampOf(stats);
}

/**
 * The entries of a cassette with what waits beside it.
 *
 * @param waiting - the text of that
 * @param make - makes an entry of what was read
 */
export function withJournal<E extends { readonly text: string }>(
  file: string,
  entries: readonly E[],
  waiting: string,
  format: CassetteFormat,
  make: (read: ReadEntry) => E,
): readonly E[] {
  const lines = linesOf(file, waiting);
  if (lines.length === 0) return entries;
  // Somebody may have been ended between bringing these in and removing them.
  const known = new Set(entries.map(({ text }) => text));
  const replaced = new Set(lines.flatMap(({ replaces }) => replaces));
  const texts = lines.map((line): ReadEntry => ({ ...line, text: format.textOf(line.recording) }));
  const added = texts.map(make).filter(({ text }) => !known.has(text));
  return [...entries, ...added].filter(({ text }) => !replaced.has(text));
}

/** Reads the entries that wait beside a cassette. The last line may have been cut off: its call was never answered. */
function linesOf(file: string, waiting: string): readonly WaitingEntry[] {
  const lines = waiting.split('\n').slice(0, -1);
  return lines.map((line, index) => readWaitingEntry(line, `line ${index + 1}`, journalOf(file)));
}

/** Tells whether a waiting line can be added: not where somebody was ended, or had no space left, inside one. */
export function endsWithLine(file: string): boolean {
  const journal = journalOf(file);
  const size = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return true;
  const descriptor = openSync(journal, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(descriptor, last, 0, 1, size - 1);
    return last.toString('latin1') === '\n';
  } finally {
    closeSync(descriptor);
  }
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function openOrNothing(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
