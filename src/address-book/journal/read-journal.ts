import { readFileSync } from 'node:fs';
import { parsedObject } from '../../files/json.js';
import { invalid } from '../../options/check.js';

/** The state of a step. `begun`: its request may have been executed. `failed`: the gateway refused it. */
export const STATES = { open: 0, begun: 1, done: 2, failed: 3 } as const;

export type StepState = (typeof STATES)[keyof typeof STATES];

/** A line of a journal: what happened to the step in a line of the plan. */
export type JournalEntry =
  /** Its request is about to be sent. */
  | { readonly begun: number }
  | { readonly undone: number }
  | { readonly done: number; readonly id?: number | undefined }
  | { readonly failed: number; readonly code: number }
  /** The run was not killed: no request is in flight, except those with unknown outcome. */
  | { readonly ended: true };

/** The state of each step of a plan, by its line, as the entries of a journal say. */
export class StepStates {
  /** By line; grows with the journal. */
  #states = new Uint8Array(1024);
  readonly #counts = [0, 0, 0, 0];
  readonly #ids = new Map<number, number>();
  readonly #codes = new Map<number, number>();
  /** False if the last run was killed: then a copy of its journal may lack requests that were sent. */
  #isEnded = true;

  stateOf(line: number): StepState {
    return (this.#states[line] ?? STATES.open) as StepState;
  }

  isOver(line: number): boolean {
    return this.stateOf(line) >= STATES.done;
  }

  idOf(line: number): number | undefined {
    return this.#ids.get(line);
  }

  codeOf(line: number): number | undefined {
    return this.#codes.get(line);
  }

  count(state: Exclude<StepState, 0>): number {
    return this.#counts[state] ?? 0;
  }

  take(entry: JournalEntry): void {
    this.#isEnded = 'ended' in entry;
    if ('begun' in entry) this.#set(entry.begun, STATES.begun);
    else if ('undone' in entry) this.#set(entry.undone, STATES.open);
    else if ('failed' in entry) {
      this.#set(entry.failed, STATES.failed);
      this.#codes.set(entry.failed, entry.code);
    } else if ('done' in entry) {
      this.#set(entry.done, STATES.done);
      if (entry.id !== undefined) this.#ids.set(entry.done, entry.id);
    }
  }

  get hasUnknown(): boolean {
    return !this.#isEnded || this.count(STATES.begun) > 0;
  }

  #set(line: number, state: StepState): void {
    const before = this.stateOf(line);
    this.#counts[before] = (this.#counts[before] ?? 0) - 1;
    this.#counts[state] = (this.#counts[state] ?? 0) + 1;
    if (line >= this.#states.length) {
      const larger = new Uint8Array(2 * line);
      larger.set(this.#states);
      this.#states = larger;
    }
    this.#states[line] = state;
  }
}

export interface JournalHeader {
  readonly journal: 2;
  readonly plan: string;
  readonly account?: string | undefined;
}

export interface ReadJournal {
  /** `undefined` if not even the first line is complete. */
  readonly header: JournalHeader | undefined;
  readonly states: StepStates;
  readonly bytes: number;
  readonly hasEntries: boolean;
}

const BEGIN = '{"journal":2,"plan":"';
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
