import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { writeInPlace } from '../../files/write-in-place.js';
import { invalid } from '../../options/check.js';

const NOTE = '.begun';
/** No path is longer, in bytes. */
const MAX_NOTE = 8192;

/** The journal of a plan, where none is named. */
export function defaultJournal(plan: string): string {
  return `${behindLinks(plan)}.journal`;
}

/**
 * The journal that a plan was begun with, as far as the plan's folder knows: the one of its own name, or the one that
 * the note beside the plan names.
 */
export function journalOf(plan: string): string | undefined {
  if (existsSync(defaultJournal(plan))) return defaultJournal(plan);
  return existsSync(noteOf(plan)) ? (notedJournal(noteOf(plan)) ?? noteOf(plan)) : undefined;
}

/** The journal that a note names; `undefined` for a file that is none, and for a journal that is gone. */
export function notedJournal(file: string): string | undefined {
  if (!file.endsWith(NOTE) || !existsSync(file)) return undefined;
  const journal = pathIn(file);
  return journal !== undefined && isFile(journal) ? journal : undefined;
}

/** The path that stands in a note; `undefined` where something else does. */
function pathIn(note: string): string | undefined {
  if (!isFile(note) || statSync(note).size > MAX_NOTE) return undefined;
  const text = readFileSync(note, 'utf8').replace(/\r?\n$/, '');
  return path.isAbsolute(text) && !/\p{Cc}/u.test(text) ? text : undefined;
}

/** The plans that were made of what an earlier one has left: `<plan>.2` and so on, as far as they are there. */
export function furtherPlans(plan: string): readonly string[] {
  const found: string[] = [];
  for (let next = furtherPlan(plan, 2); existsSync(next); next = furtherPlan(plan, found.length + 2)) found.push(next);
  return found;
}

/** What the lock of a run belongs to that carries out a plan and those that are made of what it has left. */
export function roundsOf(plan: string): string {
  return `${plan}.rounds`;
}

/** The path of the n-th plan of a move. */
export function furtherPlan(plan: string, count: number): string {
  return `${plan}.${count}`;
}

/** Tells whether there is a file of a name: not where the name can be none, or nobody may look. */
export function isFile(file: string): boolean {
  return existsSync(file) && statSync(file).isFile();
}

/** Notes beside a plan that it was begun with a journal of another name. */
export function noteJournal(plan: string, journal: string): void {
  if (journal !== defaultJournal(plan)) writeInPlace(noteOf(plan), `${journal}\n`);
}

/** Takes the note away again: nothing was begun. */
export function dropJournalNote(plan: string): void {
  rmSync(noteOf(plan), { force: true });
}

/**
 * The journal of a plan: the one that is given, or else the one that it was begun with.
 *
 * @throws ValidationError where the plan was begun with another one, by two journals all of it would be done twice; and
 *   where the one that it was begun with is gone, and none that is there is given
 */
export function journalFor(plan: string, given: string | undefined): string {
  const begun = journalOf(plan);
  if (begun === noteOf(plan)) {
    // It may have got another name; that it is one of this plan is seen when it is read.
    if (given !== undefined && existsSync(given) && statSync(given).size > 0) return given;
    const gone = pathIn(begun);
    const why =
      gone === undefined
        ? `is not named any more by ${begun}: say`
        : `is gone: bring ${gone} back (${begun} names it), or say`;
    return invalid('journal', `that the plan was begun with ${why} where it is now`);
  }
  if (given === undefined) return begun ?? defaultJournal(plan);
  if (begun === undefined || begun === given || !existsSync(begun)) return given;
  return invalid('journal', `is not the one that the plan was begun with: go on with ${begun}`);
}

function noteOf(plan: string): string {
  return behindLinks(plan) + NOTE;
}

/** By whatever links a plan is reached, it has one journal. */
function behindLinks(plan: string): string {
  return existsSync(plan) ? realpathSync(plan) : plan;
}
