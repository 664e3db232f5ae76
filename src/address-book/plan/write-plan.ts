import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { HeldLock } from '../../files/lock/held-lock.js';
import { NewFile } from '../../files/new-file.js';
import { invalid } from '../../options/check.js';
import { lockedForJournal } from '../journal/journal-locks.js';
import { dropJournalNote, journalOf } from '../journal/plan-journal.js';
import { PlanCounter } from './plan-counter.js';
import type { PlanHeader, PlanLine, PlanSummary } from './plan-lines.js';

/** Some readers of JSON Lines end a line at these characters. */
const SEPARATORS = /[\u2028\u2029]/g;

export interface PlanFileOptions {
  readonly out: string;
  readonly option?: string;
  readonly force: boolean;
  /** Replaces a plan that was begun, and removes its journal. */
  readonly replaceBegun?: boolean;
}

export class PlanWriter {
  readonly #file: NewFile;
  readonly #counter = new PlanCounter();
  #line = 0;

  constructor(file: NewFile) {
    this.#file = file;
  }

  async write(line: PlanLine): Promise<number> {
    const text = textOf(line);
    this.#counter.add(line, text);
    await this.#file.write(text);
    this.#line += 1;
    return this.#line;
  }

  unchanged(): void {
    this.#counter.unchanged();
  }

  get summary(): PlanSummary {
    return this.#counter.summary;
  }

  async end(): Promise<PlanSummary> {
    const summary = this.#counter.summary;
    await this.#file.write(textOf({ end: { ...summary, sha256: this.#counter.digest(summary) } }));
    return summary;
  }
}

/**
 * Creates a plan file. It exists completely or not at all, and only its owner can read it.
 *
 * @param make - writes the steps
 * @throws ValidationError if something exists that must not be lost, and everything that `make` throws
 */
export async function writePlan(
  options: PlanFileOptions,
  header: Omit<PlanHeader, 'version' | 'createdAt'>,
  make: (writer: PlanWriter) => Promise<void>,
): Promise<PlanSummary> {
  const { out, option = 'out', force, replaceBegun = false } = options;
  if (!replaceBegun) checkNotBegun(out, option);
  const file = await NewFile.open(out, { option, force: force || replaceBegun });
  try {
    const writer = new PlanWriter(file);
    await writer.write({ plan: { version: 2, createdAt: new Date().toISOString(), ...header } });
    await make(writer);
    const summary = await writer.end();
    await place(options, file);
    return summary;
  } catch (error) {
    await file.giveUp();
    throw error;
  }
}

/** Gives a plan its name. If it replaces another plan, locks keep runs and other calls from using that one. */
async function place(
  { out, option = 'out', force, replaceBegun = false }: PlanFileOptions,
  file: NewFile,
): Promise<void> {
  const mayReplace = (force || replaceBegun) && (!existsSync(out) || statSync(out).isFile());
  const locks: HeldLock[] = [];
  const lock = async (used: string): Promise<void> => {
    locks.push(await lockedForJournal(used, 'cannot be replaced while a run uses it', {}));
  };
  try {
    if (mayReplace) await lock(existsSync(out) ? realpathSync(out) : pathOfNew(out));
    if (!replaceBegun) checkNotBegun(out, option);
    const journal = replaceBegun ? journalOf(out) : undefined;
    if (journal !== undefined) {
      await lock(journal);
      rmSync(journal, { force: true });
    }
    if (replaceBegun) dropJournalNote(out);
    await file.finish();
  } finally {
    for (const held of locks) held.release();
  }
}

function pathOfNew(file: string): string {
  return path.join(realpathSync(path.dirname(file)), path.basename(file));
}

function checkNotBegun(file: string, option: string): void {
  const journal = journalOf(file);
  if (journal === undefined) return;
  invalid(option, `would replace a plan that is partly applied (${journal}). Use another name than ${file}`);
}

function textOf(line: PlanLine): string {
  return `${JSON.stringify(line).replace(SEPARATORS, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)}\n`;
}
