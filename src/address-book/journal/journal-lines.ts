import { readFileSync } from 'node:fs';
import { parsedObject } from '../../files/json.js';
import { invalid } from '../../options/check.js';
import { type JournalEntry, StepStates } from './step-states.js';

/** The first line of a journal. */
export interface JournalHeader {
  readonly journal: 2;
  /** The hash of the plan. */
  readonly plan: string;
  /** The hash of the account that is changed, if it is known. */
  readonly account?: string | undefined;
}

/** The content of a journal up to its last complete line. */
export interface ReadJournal {
  /** `undefined` if not even the first line is complete. */
  readonly header: JournalHeader | undefined;
  readonly states: StepStates;
  /** The number of bytes of complete lines. */
  readonly bytes: number;
  readonly hasEntries: boolean;
}

const BEGIN = '{"journal":2,"plan":"';
/** No plan has more lines: each takes a byte of memory. */
const MAX_LINE = 2 ** 26;
const KINDS = ['begun', 'undone', 'done', 'failed'] as const;

/**
 * Reads a journal. The last line is ignored if a kill has cut it.
 *
 * @param plan - the hash of the plan; absent: a journal of any plan
 * @throws ValidationError if the file is not a journal, or belongs to another plan
 */
export function readJournal(file: string, plan?: string): ReadJournal {
  const all = readFileSync(file, 'utf8');
  const text = all.slice(0, all.lastIndexOf('\n') + 1);
  // Either its first line is cut, or it is something else that must not be overwritten.
  if (text === '' && !BEGIN.startsWith(all.slice(0, BEGIN.length))) return noJournal(file);
  const states = new StepStates();
  let header: JournalHeader | undefined;
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    number += 1;
    const value = parsedObject(text.slice(start, end));
    if (number === 1) header = isHeader(value) ? value : noJournal(file);
    else if (isEntry(value)) states.take(value);
    else invalid('journal', `line ${number} is not a line of a journal: ${file}`);
    start = end + 1;
  }
  if (plan !== undefined && header !== undefined && header.plan !== plan) {
    invalid('journal', `belongs to another plan: ${file}`);
  }
  return { header, states, bytes: Buffer.byteLength(text), hasEntries: number > 1 };
}

function noJournal(file: string): never {
  return invalid('journal', `is not a journal: ${file}`);
}

function isHeader(value: object): value is JournalHeader {
  const { journal, plan } = value as Readonly<Record<string, unknown>>;
  return journal === 2 && typeof plan === 'string';
}

function isEntry(value: object): value is JournalEntry {
  const fields = value as Readonly<Record<string, unknown>>;
  if (Object.keys(fields).join() === 'ended') return fields.ended === true;
  const kinds = KINDS.filter((kind) => kind in fields);
  const line = fields[kinds[0] ?? ''];
  const isId = fields.id === undefined || Number.isSafeInteger(fields.id);
  return kinds.length === 1 && Number.isSafeInteger(line) && Number(line) >= 1 && Number(line) <= MAX_LINE && isId;
}
