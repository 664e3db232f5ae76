import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeInPlace } from '../../files/write-in-place.js';
import { invalid } from '../../options/check.js';

/** The ending of a file beside a plan that contains the path of its journal, if that has another name. */
const NOTE = '.begun';
/** In bytes; no path is longer. */
const MAX_NOTE = 8192;

/** Returns the default path of the journal of a plan. */
function defaultJournal(plan: string): string {
  return `${withoutLinks(plan)}.journal`;
}

/** Returns the journal that a plan was begun with, or the note about it if that journal is gone. */
export function journalOf(plan: string): string | undefined {
  if (existsSync(defaultJournal(plan))) return defaultJournal(plan);
  return existsSync(noteOf(plan)) ? (notedJournal(noteOf(plan)) ?? noteOf(plan)) : undefined;
}

/** Returns the journal that a note names, if both exist. */
export function notedJournal(file: string): string | undefined {
  if (!file.endsWith(NOTE) || !existsSync(file)) return undefined;
  const journal = pathIn(file);
  return journal !== undefined && isFile(journal) ? journal : undefined;
}

/** Notes beside a plan that it was begun with a journal of another name. */
export function noteJournal(plan: string, journal: string): void {
  if (journal !== defaultJournal(plan)) writeInPlace(noteOf(plan), `${journal}\n`);
}

/** Removes the note. */
export function dropJournalNote(plan: string): void {
  rmSync(noteOf(plan), { force: true });
}

/**
 * Returns the journal to use for a plan: the given one, or the one that it was begun with.
 *
 * @throws ValidationError if the plan was begun with another journal: with two journals each step would run twice
 */
export function journalFor(plan: string, given: string | undefined): string {
  const begun = journalOf(plan);
  if (begun === noteOf(plan)) {
    // The journal was renamed. Whether the given one belongs to the plan is checked when it is read.
    if (given !== undefined && existsSync(given) && statSync(given).size > 0) return given;
    return invalid(
      'journal',
      `that the plan was begun with is missing: ${pathIn(begun) ?? begun}. Name it with journal`,
    );
  }
  if (given === undefined) return begun ?? defaultJournal(plan);
  if (begun === undefined || begun === given) return given;
  return invalid('journal', `is not the one that the plan was begun with: ${begun}`);
}

/** Returns true if there is a file of this name. */
export function isFile(file: string): boolean {
  // A link to itself does not exist for existsSync, and is an error for statSync.
  return existsSync(file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns a text that changes when the file is replaced or written. */
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

/** A plan has one journal, whichever link leads to it. */
function withoutLinks(plan: string): string {
  return existsSync(plan) ? realpathSync(plan) : plan;
}
