import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import type { Reject } from '../../address-book/index.js';

/** Only for whoever makes it: rows may hold telephone numbers. */
const OWN = 0o600;

/** The file of the rows that are not taken. */
export class RejectFile {
  readonly file: string;
  #count = 0;

  /** @param isResumed - whether the rows were read by an earlier run, and the file is not begun anew */
  constructor(file: string, isResumed: boolean) {
    this.file = file;
    if (!isResumed) rmSync(file, { force: true });
    else if (existsSync(file)) this.#count = readFileSync(file, 'utf8').split('\n').length - 1;
  }

  /** How many rows are in it. */
  get count(): number {
    return this.#count;
  }

  add({ line, reason, text }: Reject): void {
    appendFileSync(this.file, `${JSON.stringify({ line, reason, text })}\n`, { mode: OWN });
    this.#count += 1;
  }
}
