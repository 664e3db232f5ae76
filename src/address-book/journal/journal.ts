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
import { APPEND, OWN } from '../../files/own-file.js';
import { invalid } from '../../options/check.js';
import { type BootClock, bootClock } from './boot-clock.js';
import { type JournalEntry, type JournalHead, readJournal } from './journal-lines.js';
import { type JournalLocks, NO_LOCKS, takeLocks } from './journal-locks.js';
import { Steps } from './steps.js';

const sync = promisify(fdatasync);

/** Options for opening a journal. */
export interface JournalOptions {
  /** The number of lines of the plan. */
  readonly lines: number;
  /** Tells plans apart. */
  readonly hash: string;
  /** Only reads it, where there is one. */
  readonly dryRun: boolean;
  /** The hash of the account that is changed. */
  readonly account?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of who may have the lock of it, while that is found out. */
  readonly onLocked?: ((holder: string) => void) | undefined;
  /** Default: that of the machine. */
  readonly clock?: BootClock | undefined;
}

/**
 * The journal of a plan, which says what was done of it: append-only, and synced before each request goes out. It holds
 * numbers of lines, ids of groups and times, nothing else.
 *
 * Several writes wait for one sync, so that many requests at once cost little more than one.
 */
export class Journal {
  readonly #steps: Steps;
  /** `undefined` where the journal is only read. */
  readonly #descriptor: number | undefined;
  readonly #file: string;
  readonly #locks: JournalLocks;
  readonly #clock: BootClock;
  #waiting = '';
  /** The lines that are written next, and those that are being written. */
  #batch: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  /** True where it says more than which plan it belongs to. */
  #hasEntries = false;
  /** True where nothing can be on its way of a run that did not end by itself. */
  #isSettled: boolean;

  private constructor(file: string, { lines, hash, dryRun, account, clock }: JournalOptions, locks: JournalLocks) {
    this.#file = file;
    this.#locks = locks;
    this.#clock = clock ?? bootClock();
    this.#steps = new Steps(lines);
    const head: JournalHead = { journal: 1, plan: hash, account };
    const isThere = existsSync(file);
    if (isThere && !statSync(file).isFile()) invalid('journal', `is no file: ${file}`);
    const bytes = isThere ? readJournal(file, { head, lines }, (entry) => this.#take(entry)).bytes : 0;
    this.#isSettled = this.doubtfulMs !== 0;
    if (dryRun) return;
    // One that has begun may be reached through a link; none is begun through one.
    this.#descriptor = openSync(file, bytes > 0 ? 'a' : APPEND, OWN);
    if (bytes === 0) fchmodSync(this.#descriptor, OWN);
    // A line that was cut off when the process or the disk ended.
    ftruncateSync(this.#descriptor, bytes);
    if (bytes > 0) return;
    writeSync(this.#descriptor, `${JSON.stringify(head)}\n`);
    fdatasyncSync(this.#descriptor);
  }

  /**
   * Opens the journal of a plan, or begins one.
   *
   * @throws ValidationError when it is none, or belongs to another plan
   * @throws FileLockedError when another run has it: it says which
   */
  static async open(file: string, options: JournalOptions): Promise<Journal> {
    const locks = options.dryRun ? NO_LOCKS : await takeLocks(file, options);
    try {
      return new Journal(file, options, locks);
    } catch (error) {
      locks.release();
      throw fileError(error, file);
    }
  }

  /** The state of each line. */
  get steps(): Pick<Steps, 'stateOf' | 'idOf' | 'count' | 'isFresh'> {
    return this.#steps;
  }

  /**
   * The time since the last request went out that an earlier run has left in doubt, in milliseconds and at least: 0
   * where that is not known; `undefined` where nothing is in doubt.
   */
  get doubtfulMs(): number | undefined {
    return this.#steps.doubtfulMs(this.#clock);
  }

  /** Notes that nothing can be on its way any more that an earlier run has sent, or that it does not matter. */
  settled(): void {
    this.#isSettled = true;
  }

  /**
   * Notes that a request is about to go out: it may be carried out from now on.
   *
   * @returns when that is on the disk
   * @throws FileLockedError when another run has taken the journal
   */
  async begin(line: number): Promise<void> {
    this.#checkHeld();
    this.#steps.begin(line);
    await this.#append({ begun: line });
    // The disk may have taken its time.
    this.#checkHeld();
  }

  /** Notes that a line that was begun may be carried out, and that its request is no longer waiting to go out. */
  doubt(line: number): void {
    const { name } = this.#clock;
    if (name === undefined) return;
    this.#appendSoon({ doubt: line, clock: name, ms: this.#clock.nowMs() });
  }

  /**
   * Notes that a line is carried out. It is on the disk with the next line that is begun, or at the end: if it gets
   * lost, the line is looked up.
   *
   * @param id - of the group that was made
   */
  done(line: number, id?: number): void {
    this.#steps.done(line, id);
    this.#appendSoon({ done: line, id });
  }

  /** Notes that a line that was begun is certainly not carried out. */
  undo(line: number): void {
    this.#steps.undo(line);
    this.#appendSoon({ undone: line });
  }

  /** Notes that the gateway refuses a line, whatever is done. */
  reject(line: number, code: number): void {
    this.#steps.reject(line);
    this.#appendSoon({ rejected: line, code });
  }

  /** Closes it; one in which nothing stands does not stay. */
  async close(): Promise<void> {
    try {
      await (this.#batch ?? this.#running);
      if (this.#hasEntries && this.#isSettled && this.#locks.areHeld()) await this.#append({ ended: true });
    } finally {
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      if (this.#descriptor !== undefined && !this.#hasEntries) rmSync(this.#file, { force: true });
      this.#locks.release();
    }
  }

  /** True where it says more than which plan it belongs to. */
  get hasEntries(): boolean {
    return this.#hasEntries;
  }

  #checkHeld(): void {
    if (this.#locks.areHeld()) return;
    const what = 'was taken by another run, while this one stood still';
    throw new FileLockedError(this.#file, 'another run', `${this.#file} ${what}`);
  }

  /** Adds a line. @returns when it is on the disk, with all that came before */
  #append(line: JournalEntry): Promise<void> {
    this.#hasEntries = true;
    this.#waiting += `${JSON.stringify(line)}\n`;
    return (this.#batch ??= this.#writeBatch());
  }

  /** The same for what nobody waits for: what goes wrong is seen by whoever begins the next line, or at the end. */
  #appendSoon(line: JournalEntry): void {
    this.#append(line).catch(() => undefined);
  }

  async #writeBatch(): Promise<void> {
    // Lines that come meanwhile go with it. Behind a write that has failed nothing is added: half a line may stand
    // there.
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
      throw fileError(error, this.#file);
    }
  }

  /** Takes a line of an earlier run. */
  #take(line: JournalEntry): void {
    this.#hasEntries = true;
    this.#steps.take(line);
  }
}
