import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { invalid } from '../../errors/check.js';
import { type HeldLock, holdLock } from '../../files/held-lock.js';
import { type JournalEntry, type JournalHead, readJournal } from './journal-lines.js';

const sync = promisify(fdatasync);
/** Only for whoever runs it. */
const OWN = 0o600;

/** What has become of a line of a plan. */
export const STATES = { none: 0, begun: 1, done: 2, rejected: 3 } as const;

type State = (typeof STATES)[keyof typeof STATES];

/** What a journal is opened for. */
export interface JournalUse {
  /** How many lines the plan has. */
  readonly lines: number;
  /** Tells plans apart. */
  readonly hash: string;
  /** Only reads it, where there is one. */
  readonly dryRun: boolean;
}

/**
 * What was done of a plan: append-only, and synced before each request goes out. It holds numbers of lines and ids of
 * groups, nothing else.
 *
 * Several writes wait for one sync, so that many requests at once cost little more than one.
 */
export class Journal {
  readonly #states: Uint8Array;
  /** How many lines are in each state. */
  readonly #counts: number[];
  /** Of groups that were made, by the line of the plan. */
  readonly #ids = new Map<number, number>();
  /** `undefined` where the journal is only read. */
  readonly #descriptor: number | undefined;
  readonly #file: string;
  readonly #lock: HeldLock | undefined;
  #waiting = '';
  /** The lines that are written next, and those that are being written. */
  #batch: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  /** Whether it says more than which plan it belongs to. */
  #hasEntries = false;
  /** When it was last written by an earlier run, in milliseconds since 1970; `undefined` for a new one. */
  readonly lastRunMs: number | undefined;

  private constructor(file: string, { lines, hash, dryRun }: JournalUse, lock: HeldLock | undefined) {
    this.#file = file;
    this.#lock = lock;
    this.#states = new Uint8Array(lines + 1);
    this.#counts = [lines, 0, 0, 0];
    const isThere = existsSync(file);
    this.lastRunMs = isThere ? statSync(file).mtimeMs : undefined;
    const bytes = isThere ? readJournal(file, { lines, hash }, (entry) => this.#take(entry)) : 0;
    if (dryRun) return;
    this.#descriptor = openSync(file, 'a', OWN);
    // A line that was cut off when the process or the disk ended.
    ftruncateSync(this.#descriptor, bytes);
    if (bytes > 0) return;
    writeSync(this.#descriptor, `${JSON.stringify({ journal: 1, plan: hash } satisfies JournalHead)}\n`);
    fdatasyncSync(this.#descriptor);
  }

  /**
   * Opens the journal of a plan, or begins one.
   *
   * @throws ValidationError when it belongs to another plan, or another run has it
   */
  static async open(file: string, use: JournalUse): Promise<Journal> {
    const lock = use.dryRun ? undefined : await holdLock(file);
    if (lock !== undefined && 'holder' in lock) {
      return invalid('journal', `is in use by another run, ${lock.holder}: ${file}`);
    }
    try {
      return new Journal(file, use, lock);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  stateOf(line: number): State {
    return (this.#states[line] ?? STATES.none) as State;
  }

  /** The id of the group that a line of the plan has made. */
  idOf(line: number): number | undefined {
    return this.#ids.get(line);
  }

  /** Whether nothing was begun yet. */
  get isFresh(): boolean {
    return this.count(STATES.none) === this.#states.length - 1;
  }

  /** How many lines are in a state. */
  count(state: State): number {
    return this.#counts[state] ?? 0;
  }

  /** Notes that a request is about to go out: it may be carried out from now on. @returns when that is on the disk */
  begin(line: number): Promise<void> {
    this.#set(line, STATES.begun);
    return this.#append({ begun: line });
  }

  /**
   * Notes that a line is carried out. It is on the disk with the next line that is begun, or at the end: if it gets
   * lost, the line is looked up.
   *
   * @param id - of the group that was made
   */
  done(line: number, id?: number): void {
    this.#set(line, STATES.done);
    if (id !== undefined) this.#ids.set(line, id);
    this.#appendSoon(id === undefined ? { done: line } : { done: line, id });
  }

  /** Notes that a line that was begun is certainly not carried out. */
  undo(line: number): void {
    this.#set(line, STATES.none);
    this.#appendSoon({ undone: line });
  }

  /** Notes that the gateway refuses a line, whatever is done. */
  reject(line: number, code: number): void {
    this.#set(line, STATES.rejected);
    this.#appendSoon({ rejected: line, code });
  }

  /** Closes it; one in which nothing stands does not stay. */
  async close(): Promise<void> {
    try {
      await (this.#batch ?? this.#running);
    } finally {
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      if (this.#descriptor !== undefined && !this.#hasEntries) rmSync(this.#file, { force: true });
      this.#lock?.release();
    }
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
    // What comes meanwhile goes with it. Behind a write that has failed nothing is added: half a line may stand there.
    await this.#running;
    this.#batch = undefined;
    const bytes = Buffer.from(this.#waiting, 'utf8');
    this.#waiting = '';
    this.#running = this.#write(bytes);
    await this.#running;
  }

  async #write(bytes: Buffer): Promise<void> {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    await sync(descriptor);
  }

  /** Takes a line of an earlier run. */
  #take(line: JournalEntry): void {
    this.#hasEntries = true;
    if ('begun' in line) this.#set(line.begun, STATES.begun);
    else if ('undone' in line) this.#set(line.undone, STATES.none);
    else if ('rejected' in line) this.#set(line.rejected, STATES.rejected);
    else {
      this.#set(line.done, STATES.done);
      if (line.id !== undefined) this.#ids.set(line.done, line.id);
    }
  }

  #set(line: number, state: State): void {
    const before = this.stateOf(line);
    this.#counts[before] = this.count(before) - 1;
    this.#counts[state] = this.count(state) + 1;
    this.#states[line] = state;
  }
}
