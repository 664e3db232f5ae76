import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { type ReadCassette, type ReadEntry, readHar, readWaitingEntry, type WaitingEntry } from '../har/read-har.js';

/** Where calls of a large cassette wait to be brought into it. */
export function journalOf(file: string): string {
  return `${file}.journal`;
}

/** What a cassette's file holds. @throws ValidationError that names the place where it is no cassette */
export function readFile(file: string): ReadCassette {
  return readHar(readFileSync(file, 'utf8'), file);
}

/**
 * The entries of a cassette with what waits beside it.
 *
 * @param make - makes an entry of what was read
 */
export function withJournal<E extends { readonly text: string }>(
  file: string,
  entries: readonly E[],
  make: (read: ReadEntry) => E,
): readonly E[] {
  const waiting = readJournal(file);
  if (waiting.length === 0) return entries;
  // Somebody may have been ended between bringing these in and removing them.
  const known = new Set(entries.map(({ text }) => text));
  const replaced = new Set(waiting.flatMap(({ replaces }) => replaces));
  const added = waiting.map(make).filter(({ text }) => !known.has(text));
  return [...entries, ...added].filter(({ text }) => !replaced.has(text));
}

/** What waits beside a cassette. The last line may have been cut off: its call was never answered. */
function readJournal(file: string): readonly WaitingEntry[] {
  const journal = journalOf(file);
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, 'utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => readWaitingEntry(line, `line ${index + 1}`, journal));
}

/** Whether a line can be added to what waits: not where somebody was ended, or had no space left, inside one. */
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
