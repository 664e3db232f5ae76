import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileError } from '../../files/file-error.js';
import { invalid } from '../../options/check.js';
import { isFile, journalOf } from '../plan/plan-journal.js';

const PLAN = 'plan.jsonl';
/** What a process has left that was killed while it wrote a plan, of additions or of deletions. */
const UNFINISHED = /^\.?(?:plan|deleting)\.jsonl\..*\.(?:tmp|part)$/;

/** The folder of a sync: it has the plan and the journal of the run that is under way, and nothing where none is. */
export class SyncFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The path of the plan. */
  get plan(): string {
    return path.join(this.#folder, PLAN);
  }

  /** What the lock belongs to. */
  get lock(): string {
    return path.join(this.#folder, 'sync');
  }

  /** Makes the folder. @throws ValidationError where something else is there */
  make(): void {
    if (existsSync(this.#folder) && isFile(this.#folder)) invalid('folder', `is a file: ${this.#folder}`);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw fileError(error, this.#folder);
    }
  }

  /** Tells whether a run that was begun did not come to its end. */
  isBegun(): boolean {
    return existsSync(this.plan) && journalOf(this.plan) !== undefined;
  }

  /** Takes away what is done with; the plan last, because nothing is begun without its journal. */
  clear(): void {
    const journal = existsSync(this.plan) ? journalOf(this.plan) : undefined;
    if (journal !== undefined) rmSync(journal, { force: true });
    rmSync(this.plan, { force: true });
    for (const name of readdirSync(this.#folder)) {
      if (UNFINISHED.test(name)) rmSync(path.join(this.#folder, name), { force: true });
    }
  }
}
