import { readFileSync } from 'node:fs';
import { invalid } from '../../errors/check.js';

/** The first line of a journal. */
export interface JournalHead {
  readonly journal: 1;
  /** The hash of the plan. */
  readonly plan: string;
}

/** What was begun, done or refused, by the number of the plan's line. */
export type JournalEntry =
  | { readonly begun: number }
  | { readonly undone: number }
  /** With the id of the group that was made. */
  | { readonly done: number; readonly id?: number }
  | { readonly rejected: number; readonly code: number };

/**
 * Reads a journal, but for a line at its end that was cut off.
 *
 * @param plan - how many lines it has, and its hash
 * @param take - takes each line after the first
 * @returns how many bytes belong to whole lines
 * @throws ValidationError when it belongs to another plan, or a line is none of a journal: it is named
 */
export function readJournal(
  file: string,
  { lines, hash }: { readonly lines: number; readonly hash: string },
  take: (entry: JournalEntry) => void,
): number {
  const all = readFileSync(file, 'utf8');
  const text = all.slice(0, all.lastIndexOf('\n') + 1);
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    number += 1;
    const value = parsed(text.slice(start, end));
    if (number === 1) {
      const { journal, plan } = value as Partial<JournalHead>;
      if (journal !== 1 || plan !== hash) invalid('journal', `belongs to another plan: ${file}`);
    } else if (isEntry(value, lines)) take(value);
    else invalid('journal', `has in line ${number} what is no line of a journal: ${file}`);
    start = end + 1;
  }
  return Buffer.byteLength(text);
}

/** What is no JSON is no line of a journal either. */
function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isEntry(value: object, lines: number): value is JournalEntry {
  const { begun, undone, done, rejected } = value as Readonly<Record<string, unknown>>;
  const line = begun ?? undone ?? done ?? rejected;
  return Number.isInteger(line) && Number(line) >= 1 && Number(line) <= lines;
}
