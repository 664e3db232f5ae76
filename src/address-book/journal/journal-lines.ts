import { readFileSync } from 'node:fs';
import { parsedObject } from '../../files/json.js';
import { invalid } from '../../options/check.js';

/** The first line of a journal. */
export interface JournalHead {
  readonly journal: 1;
  /** The hash of the plan. */
  readonly plan: string;
  /** The hash of the account that is changed, where the caller has said what tells it from others. */
  readonly account?: string | undefined;
}

/** A line of a journal: something that was begun, done or refused, by the number of the plan's line. */
export type JournalEntry =
  | { readonly begun: number }
  /** It may have been carried out; its request went out at that moment at the latest, by that clock. */
  | { readonly doubt: number; readonly clock: string; readonly ms: number }
  | { readonly undone: number }
  /** With the id of the group that was made. */
  | { readonly done: number; readonly id?: number | undefined }
  | { readonly rejected: number; readonly code: number }
  /** The run has ended by itself: nothing was on its way any more but what is in doubt. */
  | { readonly ended: true };

/** The content of a journal, as far as its lines are whole. */
export interface ReadJournal {
  /** `undefined` where not even its first line is whole. */
  readonly head: JournalHead | undefined;
  /** The number of bytes of whole lines. */
  readonly bytes: number;
}

/**
 * Reads a journal, but for a line at its end that was cut off.
 *
 * @param head - what its first line says where it was begun for this plan
 * @param lines - how many lines the plan has
 * @param take - takes each line after the first
 * @throws ValidationError when it is no journal, belongs to another plan, or a line is none of a journal: it is named
 */
export function readJournal(
  file: string,
  { head, lines }: { readonly head: JournalHead; readonly lines: number },
  take: (entry: JournalEntry) => void,
): ReadJournal {
  const read = readAnyJournal(file, lines, take);
  if (read.head !== undefined && read.head.plan !== head.plan) invalid('journal', `belongs to another plan: ${file}`);
  return read;
}

/** The same for a journal of whatever plan. */
export function readAnyJournal(file: string, lines: number, take: (entry: JournalEntry) => void): ReadJournal {
  const all = readFileSync(file, 'utf8');
  const text = all.slice(0, all.lastIndexOf('\n') + 1);
  // Its first line is cut off, or it is something else that must not be emptied.
  if (text === '' && !'{"journal":1,"plan":"'.startsWith(all.slice(0, 21))) noJournal(file);
  let head: JournalHead | undefined;
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    number += 1;
    // What is no JSON is no line of a journal either.
    const value = parsedObject(text.slice(start, end));
    if (number === 1) head = isHead(value) ? value : noJournal(file);
    else if (isEntry(value, lines)) take(value);
    else invalid('journal', `has in line ${number} what is no line of a journal: ${file}`);
    start = end + 1;
  }
  return { head, bytes: Buffer.byteLength(text) };
}

function noJournal(file: string): never {
  return invalid('journal', `is a file that is no journal: ${file}`);
}

function isHead(value: object): value is JournalHead {
  const { journal, plan } = value as Readonly<Record<string, unknown>>;
  return journal === 1 && typeof plan === 'string';
}

const KINDS = ['begun', 'doubt', 'undone', 'done', 'rejected'] as const;

function isEntry(value: object, lines: number): value is JournalEntry {
  const fields = value as Readonly<Record<string, unknown>>;
  const kinds = KINDS.filter((kind) => kind in fields);
  const line = fields[kinds[0] ?? ''];
  const isLine = Number.isInteger(line) && Number(line) >= 1 && Number(line) <= lines;
  if (Object.keys(fields).join() === 'ended') return fields.ended === true;
  const isId = fields.id === undefined || Number.isSafeInteger(fields.id);
  return kinds.length === 1 && isLine && isId;
}
