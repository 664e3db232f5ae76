import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { ValidationError } from '../../errors/errors.js';
import { fileError } from '../../files/file-error.js';
import { NewFile } from '../../files/new-file.js';
import { invalid } from '../../options/check.js';
import { lines, TOO_LONG } from '../formats/records/lines.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { furtherPlans, journalOf } from './plan-journal.js';
import type { PlanHead, PlanLine } from './plan-lines.js';
import { readPlanLine } from './plan-shape.js';

/** Newer versions of Node.js end a line at them. */
const SEPARATORS = /[\u2028\u2029]/g;

/** Options for writing a plan. */
export interface PlanFileOptions {
  /** The caller's name for its path, for errors. */
  readonly option: string;
  /** Replaces a file that is there already; a plan that was begun never is. */
  readonly force: boolean;
}

/** Writes the lines of a plan. */
export class PlanWriter {
  readonly #file: NewFile;
  #line = 0;

  constructor(file: NewFile) {
    this.#file = file;
  }

  /** @returns the number of the line */
  async write(line: PlanLine): Promise<number> {
    await this.#file.write(lineOf(line));
    this.#line += 1;
    return this.#line;
  }
}

/** A line of a plan as it stands in a file. */
export function lineOf(value: object): string {
  return `${JSON.stringify(value).replace(SEPARATORS, escaped)}\n`;
}

/**
 * Makes a file of a plan.
 *
 * @throws ValidationError when something is there that is not to get lost, and what `make` throws; the plan does not
 *   exist then
 */
export async function newPlanFile<T>(
  file: string,
  options: PlanFileOptions,
  make: (file: NewFile) => Promise<T>,
): Promise<T> {
  const { option, force } = options;
  checkNotBegun(file, option);
  const made = await NewFile.open(file, { option, force });
  try {
    const result = await make(made);
    await inItsPlace(file, options, made);
    return result;
  } catch (error) {
    await made.giveUp();
    throw error;
  }
}

/** Gives a plan its name: while it takes the place of another, no run begins that one. */
async function inItsPlace(file: string, { option, force }: PlanFileOptions, made: NewFile): Promise<void> {
  const isReplaced = force && existsSync(file) && statSync(file).isFile();
  const lock = isReplaced
    ? await lockedForJournal(realpathSync(file), 'is not written: a run begins it', {})
    : undefined;
  try {
    checkNotBegun(file, option);
    await made.finish();
  } finally {
    lock?.release();
  }
}

/** Returns a text that is another one as soon as the file of a plan was replaced, or written to. */
export function planIdentity(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** Refuses to write over a plan that was begun, and beside plans that would be taken for what it has left. */
function checkNotBegun(file: string, option: string): void {
  const journal = journalOf(file);
  const instead = `take another name than ${file}`;
  const [further] = furtherPlans(file);
  if (further !== undefined) {
    invalid(option, `would have the name of a plan of which the rest was planned anew, ${further}: ${instead}`);
  }
  if (journal === undefined) return;
  invalid(option, `would take the place of a plan that was begun, and has the journal ${journal}: ${instead}`);
}

/** Writes the plan of a migration: its first line, and what is made of it. */
export function writePlan<T>(
  file: string,
  options: PlanFileOptions,
  head: Omit<PlanHead, 'plan' | 'createdAt'>,
  createdAt: Date,
  make: (writer: PlanWriter) => Promise<T>,
): Promise<T> {
  return newPlanFile(file, options, async (made) => {
    const writer = new PlanWriter(made);
    await writer.write({ plan: 1, createdAt: createdAt.toISOString(), ...head });
    return make(writer);
  });
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16)}`;
}

/** A line of a plan, and its number from 1. */
export interface NumberedLine {
  readonly line: number;
  readonly value: PlanLine;
}

const LINE_END = /\r?\n$/;

/**
 * Reads the lines of a file, without their ends.
 *
 * @throws ValidationError when there is no such file, or it is not UTF-8; an error of the system names it
 */
export async function* readLines(file: string, option: string): AsyncGenerator<string, void, undefined> {
  if (!existsSync(file)) invalid(option, `does not exist: ${file}`);
  try {
    for await (const { line, text, isTooLong } of lines(createReadStream(file), 'utf-8')) {
      if (isTooLong) invalid(`line ${line}`, TOO_LONG);
      yield text.replace(LINE_END, '');
    }
  } catch (error) {
    if (error instanceof ValidationError) invalid(option, `cannot be read: ${error.message}: ${file}`);
    throw fileError(error, file);
  }
}

/** Reads a plan line by line. @throws ValidationError that names the line, or when there is no such file */
export async function* readPlan(file: string): AsyncGenerator<NumberedLine, void, undefined> {
  let line = 0;
  for await (const text of readLines(file, 'plan')) {
    line += 1;
    yield { line, value: readPlanLine(text, line, file) };
  }
}

/** The first line of a plan of a migration. @throws ValidationError when it is none */
export async function planHead(file: string): Promise<PlanHead> {
  for await (const { value } of readPlan(file)) {
    return 'plan' in value ? value : invalid('plan', `has no first line that says it is a plan: ${file}`);
  }
  return invalid('plan', `is empty: ${file}`);
}
