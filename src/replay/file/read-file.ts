import { type BigIntStats, closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { FileLockedError } from '../../errors/errors.js';
import { systemCode } from '../../errors/service-error.js';
import type { CassetteFormat, ReadEntry } from '../har/format.js';
import { HAR, readWaitingEntry, type WaitingEntry } from '../har/read-har.js';
import { YAML } from '../yaml/read-yaml.js';

export function formatOf(file: string): CassetteFormat {
  return /\.ya?ml$/i.test(file) ? YAML : HAR;
}

const MAX_LOOKS = 100;

export function journalOf(file: string): string {
  return `${file}.journal`;
}

export interface OnDisk {
  readonly stamp: string;
  readonly text: string | undefined;
  readonly waiting: string;
}

/**
 * Reads a cassette without its lock, while others may write it. A writer merges the journal into a new file, renames
 * that file, and removes the journal afterwards. So file and journal are consistent if the name refers to the same file
 * after reading.
 */
export function readOnDisk(file: string, known?: string): OnDisk {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    // The file stays open until its name was checked, so that no other file can get the same inode number.
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

export function stampNow(file: string): string {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : stampOf(stats);
}

export function withJournal<E extends { readonly text: string }>(
  file: string,
  entries: readonly E[],
  waiting: string,
  format: CassetteFormat,
  make: (read: ReadEntry) => E,
): readonly E[] {
  const lines = linesOf(file, waiting);
  if (lines.length === 0) return entries;
  // A process may have been killed after it merged the journal and before it removed it.
  const known = new Set(entries.map(({ text }) => text));
  const replaced = new Set(lines.flatMap(({ replaces }) => replaces));
  const texts = lines.map((line): ReadEntry => ({ ...line, text: format.textOf(line.recording) }));
  const added = texts.map(make).filter(({ text }) => !known.has(text));
  return [...entries, ...added].filter(({ text }) => !replaced.has(text));
}

/** Reads the entries of a journal. The last line may be incomplete; its call was never answered then. */
function linesOf(file: string, waiting: string): readonly WaitingEntry[] {
  const lines = waiting.split('\n').slice(0, -1);
  return lines.map((line, index) => readWaitingEntry(line, `line ${index + 1}`, journalOf(file)));
}

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
