import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { invalid } from '../../errors/check.js';
import { takeLock } from '../../files/file-lock.js';

const sync = promisify(fdatasync);
/** Only for whoever runs it. */
const OWN = 0o600;

/** What has become of a line of a plan. */
export const STATES = { none: 0, begun: 1, done: 2, rejected: 3 } as const;

type State = (typeof STATES)[keyof typeof STATES];

/** A line of the journal: what was begun, done or refused, by the number of the plan's line. */
type JournalLine =
  | { readonly journal: 1; readonly plan: string }
  | { readonly begun: number }
  | { readonly undone: number }
  | { readonly done: number; readonly id?: number }
  | { readonly rejected: number; readonly code: number };

/**
 * What was done of a plan: append-only, and synced before each request goes out. It holds numbers of lines and ids of
 * groups, nothing else.
 *
 * Several writes wait for one sync, so that many requests at once cost little more than one.
 */
export class Journal {
  readonly #states: Uint8Array;
  /** Of groups that were made, by the line of the plan. */
  readonly #ids = new Map<number, number>();
  readonly #descriptor: number;
  readonly #release: () => void;
  #waiting = '';
  /** The lines that are written next, and those that are being written. */
  #batch: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  /** When it was last written by an earlier run, in milliseconds since 1970; `undefined` for a new one. */
  readonly lastRunMs: number | undefined;

  private constructor(file: string, lines: number, hash: string, release: () => void) {
    this.#release = release;
    this.#states = new Uint8Array(lines + 1);
    const isNew = !existsSync(file);
    this.lastRunMs = isNew ? undefined : statSync(file).mtimeMs;
    const { text, bytes } = isNew ? { text: '', bytes: 0 } : wholeLines(file);
    this.#read(text, hash, file);
    this.#descriptor = openSync(file, 'a', OWN);
    // A line that was cut off when the process or the disk ended.
    ftruncateSync(this.#descriptor, bytes);
    if (text !== '') return;
    writeSync(this.#descriptor, `${JSON.stringify({ journal: 1, plan: hash } satisfies JournalLine)}\n`);
    fdatasyncSync(this.#descriptor);
  }

  /**
   * Opens the journal of a plan, or begins one.
   *
   * @param lines - of the plan
   * @param hash - that tells plans apart
   * @throws ValidationError when it belongs to another plan, or another run has it
   */
  static open(file: string, lines: number, hash: string): Journal {
    const release = takeLock(file);
    if (release === undefined) return invalid('journal', `is in use by another run: ${file}`);
    try {
      return new Journal(file, lines, hash, release);
    } catch (error) {
      release();
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
    return this.#states.every((state) => state === STATES.none);
  }

  /** How many lines are in a state. */
  count(state: State): number {
    return this.#states.reduce((count, one) => (one === state ? count + 1 : count), 0);
  }

  /** Notes that a request is about to go out: it may be carried out from now on. @returns when that is on the disk */
  begin(line: number): Promise<void> {
    this.#states[line] = STATES.begun;
    return this.#append({ begun: line });
  }

  /**
   * Notes that a line is carried out. It is on the disk with the next line that is begun, or at the end: if it gets
   * lost, the line is looked up.
   *
   * @param id - of the group that was made
   */
  done(line: number, id?: number): void {
    this.#states[line] = STATES.done;
    if (id !== undefined) this.#ids.set(line, id);
    this.#appendSoon(id === undefined ? { done: line } : { done: line, id });
  }

  /** Notes that a line that was begun is certainly not carried out. */
  undo(line: number): void {
    this.#states[line] = STATES.none;
    this.#appendSoon({ undone: line });
  }

  /** Notes that the gateway refuses a line, whatever is done. */
  reject(line: number, code: number): void {
    this.#states[line] = STATES.rejected;
    this.#appendSoon({ rejected: line, code });
  }

  async close(): Promise<void> {
    try {
      await (this.#batch ?? this.#running);
    } finally {
      closeSync(this.#descriptor);
      this.#release();
    }
  }

  /** Adds a line. @returns when it is on the disk, with all that came before */
  #append(line: JournalLine): Promise<void> {
    this.#waiting += `${JSON.stringify(line)}\n`;
    return (this.#batch ??= this.#writeBatch());
  }

  /** The same for what nobody waits for: what goes wrong is seen by whoever begins the next line, or at the end. */
  #appendSoon(line: JournalLine): void {
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
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
    await sync(this.#descriptor);
  }

  #read(text: string, hash: string, file: string): void {
    for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
      let value: JournalLine;
      try {
        value = JSON.parse(line) as JournalLine;
      } catch {
        return invalid('journal', `has in line ${index + 1} what is no JSON: ${file}`);
      }
      if (index === 0) {
        if (!('journal' in value) || value.plan !== hash) invalid('journal', `belongs to another plan: ${file}`);
      } else if ('begun' in value) this.#states[value.begun] = STATES.begun;
      else if ('undone' in value) this.#states[value.undone] = STATES.none;
      else if ('rejected' in value) this.#states[value.rejected] = STATES.rejected;
      else if ('done' in value) {
        this.#states[value.done] = STATES.done;
        if (value.id !== undefined) this.#ids.set(value.done, value.id);
      }
    }
  }
}

/** A journal without the line at its end that was cut off. */
function wholeLines(file: string): { readonly text: string; readonly bytes: number } {
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return { text: whole, bytes: Buffer.byteLength(whole) };
}
