import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeInPlace } from '../../files/write-in-place.js';
import { invalid } from '../../options/check.js';

/** The ending of a file beside a plan that contains the path of its journal, if that has another name. */
const NOTE = '.begun';
/** In bytes; no path is longer. */
const MAX_NOTE = 8192;

function defaultJournal(plan: string): string {
  return `${withoutLinks(plan)}.journal`;
}

export function journalOf(plan: string): string | undefined {
  if (existsSync(defaultJournal(plan))) return defaultJournal(plan);
  return existsSync(noteOf(plan)) ? (notedJournal(noteOf(plan)) ?? noteOf(plan)) : undefined;
}

export function notedJournal(file: string): string | undefined {
  if (!file.endsWith(NOTE) || !existsSync(file)) return undefined;
  const journal = pathIn(file);
  return journal !== undefined && isFile(journal) ? journal : undefined;
}

export function noteJournal(plan: string, journal: string): void {
  if (journal !== defaultJournal(plan)) writeInPlace(noteOf(plan), `${journal}\n`);
}

export function dropJournalNote(plan: string): void {
  rmSync(noteOf(plan), { force: true });
}

/**
 * Returns the journal to use for a plan: the given one, or the one that it was begun with.
 *
 * @throws ValidationError if the plan was begun with another journal: with two journals each step would run twice
 */
export function journalFor(plan: string, requested: string | undefined): string {
  const begun = journalOf(plan);
  if (begun === noteOf(plan)) {
    // The journal was renamed. Whether the given one belongs to the plan is checked when it is read.
    if (requested !== undefined && existsSync(requested) && statSync(requested).size > 0) return requested;
    return invalid('journal', `of the plan was moved from ${pathIn(begun) ?? begun}. Set journal to its new path`);
  }
  if (requested === undefined) return begun ?? defaultJournal(plan);
  if (begun === undefined || begun === requested) return requested;
  return invalid('journal', `must be ${begun}: the plan was started with it`);
}

export function isFile(file: string): boolean {
  // A link to itself does not exist for existsSync, and is an error for statSync.
  return existsSync(file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

export function fileIdentity(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}`;
}

function pathIn(note: string): string | undefined {
  if (!isFile(note) || statSync(note).size > MAX_NOTE) return undefined;
  const text = readFileSync(note, 'utf8').replace(/\r?\n$/, '');
  return path.isAbsolute(text) && !/\p{Cc}/u.test(text) ? text : undefined;
}

function noteOf(plan: string): string {
  return withoutLinks(plan) + NOTE;
}

/** A plan has one journal, even if links lead to it. */
function withoutLinks(plan: string): string {
  return existsSync(plan) ? realpathSync(plan) : plan;
}
