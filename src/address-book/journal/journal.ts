import {
  closeSync,
  existsSync,
  fchmodSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { FileLockedError } from '../../errors/errors.js';
import { fileError } from '../../files/file-error.js';
import type { HeldLock } from '../../files/lock/held-lock.js';
import { APPEND, OWNER_ONLY } from '../../files/own-file.js';
import { invalid } from '../../options/check.js';
import { takeLocks } from './journal-locks.js';
import { type JournalEntry, type JournalHeader, readJournal, StepStates } from './read-journal.js';

const sync = promisify(fdatasync);

export interface JournalOptions {
  readonly plan: string;
  readonly dryRun: boolean;
  readonly account?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onLocked?: ((holder: string) => void) | undefined;
}

/**
 * The write-ahead journal of a plan: append-only, and synced before each request is sent. It contains line numbers, ids
 * of groups and times, no names or numbers. Requests that are sent at once share one sync.
 */
export class Journal {
  readonly file: string;
  readonly #locks: HeldLock | undefined;
  readonly #states: StepStates;
  readonly #descriptor: number | undefined;
  #waiting = '';
  #batch: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  #hasEntries: boolean;
  #isSettled: boolean;

  private constructor(file: string, options: JournalOptions, locks: HeldLock | undefined) {
    const { plan, account, dryRun } = options;
    this.file = file;
    this.#locks = locks;
    const exists = existsSync(file);
    if (exists && !statSync(file).isFile()) invalid('journal', `is not a file: ${file}`);
    const read = exists ? readJournal(file, plan) : undefined;
    this.#states = read?.states ?? new StepStates();
    this.#hasEntries = read?.hasEntries ?? false;
    this.#isSettled = !this.#states.hasUnknown;
    if (dryRun) return;
    const bytes = read?.bytes ?? 0;
    // An existing journal may be reached through a link; a new one is not created through a link.
    this.#descriptor = openSync(file, bytes > 0 ? 'a' : APPEND, OWNER_ONLY);
    if (bytes === 0) fchmodSync(this.#descriptor, OWNER_ONLY);
    // Removes a line that a kill has cut.
    ftruncateSync(this.#descriptor, bytes);
    if (bytes > 0) return;
    const header: JournalHeader = { journal: 2, plan, account };
    writeSync(this.#descriptor, `${JSON.stringify(header)}\n`);
    fdatasyncSync(this.#descriptor);
  }

  /**
   * Opens the journal of a plan, or creates it.
   *
   * @throws ValidationError if the file is not a journal, or belongs to another plan
   * @throws FileLockedError if another run uses it
   */
  static async open(file: string, options: JournalOptions): Promise<Journal> {
    const locks = options.dryRun ? undefined : await takeLocks(file, options);
    try {
      return new Journal(file, options, locks);
    } catch (error) {
      locks?.release();
      throw fileError(error, file);
    }
  }

  get steps(): Pick<StepStates, 'stateOf' | 'isOver' | 'idOf' | 'count'> {
    return this.#states;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  settled(): void {
    this.#isSettled = true;
  }

  /**
   * Notes that a request is about to be sent.
   *
   * @returns when the disk has it
   * @throws FileLockedError if another run has taken over the journal
   */
  async begin(line: number): Promise<void> {
    this.#checkHeld();
    await this.#append({ begun: line });
    this.#checkHeld();
  }

  /**
   * Notes that a step is done. If a crash loses the note, the step is looked up. @param id - of a group that was
   * added
   */
  done(line: number, id?: number): void {
    this.#appendLater({ done: line, id });
  }

  undo(line: number): void {
    this.#appendLater({ undone: line });
  }

  fail(line: number, code: number): void {
    this.#appendLater({ failed: line, code });
  }

  get hasEntries(): boolean {
    return this.#hasEntries;
  }

  /** Closes it. A journal without entries is removed. */
  async close(): Promise<void> {
    try {
      await (this.#batch ?? this.#running);
      if (this.#hasEntries && this.#isSettled && this.#locks?.isHeld() === true) await this.#append({ ended: true });
    } finally {
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      if (this.#descriptor !== undefined && !this.#hasEntries) rmSync(this.file, { force: true });
      this.#locks?.release();
    }
  }

  #checkHeld(): void {
    if (this.#locks === undefined || this.#locks.isHeld()) return;
    const problem = 'was taken over by another run while this one was suspended';
    throw new FileLockedError(this.file, 'another run', `${this.file} ${problem}`);
  }

  #append(entry: JournalEntry): Promise<void> {
    this.#states.take(entry);
    this.#hasEntries = true;
    this.#waiting += `${JSON.stringify(entry)}\n`;
    return (this.#batch ??= this.#writeBatch());
  }

  #appendLater(entry: JournalEntry): void {
    this.#append(entry).catch(() => undefined);
  }

  async #writeBatch(): Promise<void> {
    // Entries that arrive during this wait join the batch. After a failed write the last line may be cut.
    await this.#running;
    this.#batch = undefined;
    const bytes = Buffer.from(this.#waiting);
    this.#waiting = '';
    this.#running = this.#write(bytes);
    await this.#running;
  }

  async #write(bytes: Buffer): Promise<void> {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      await sync(descriptor);
    } catch (error) {
      throw fileError(error, this.file);
    }
  }
}
