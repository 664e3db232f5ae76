import type { BootClock } from './boot-clock.js';
import { InDoubt } from './in-doubt.js';
import type { JournalEntry } from './journal-lines.js';

/** The state of a line of a plan. */
export const STATES = { none: 0, begun: 1, done: 2, rejected: 3 } as const;

type State = (typeof STATES)[keyof typeof STATES];

/** The state of each line of a plan, as a journal tells it. */
export class Steps {
  readonly #states: Uint8Array;
  /** The number of lines in each state. */
  readonly #counts: number[];
  /** Of groups that were made, by the line of the plan. */
  readonly #ids = new Map<number, number>();
  readonly #inDoubt = new InDoubt();

  /** @param lines - how many lines the plan has */
  constructor(lines: number) {
    this.#states = new Uint8Array(lines + 1);
    this.#counts = [lines, 0, 0, 0];
  }

  stateOf(line: number): State {
    return (this.#states[line] ?? STATES.none) as State;
  }

  /** The id of the group that a line of the plan has made. */
  idOf(line: number): number | undefined {
    return this.#ids.get(line);
  }

  /** True where nothing was begun yet. */
  get isFresh(): boolean {
    return this.count(STATES.none) === this.#states.length - 1;
  }

  /** Returns the number of lines in a state. */
  count(state: State): number {
    return this.#counts[state] ?? 0;
  }

  begin(line: number): void {
    this.#set(line, STATES.begun);
  }

  done(line: number, id?: number): void {
    this.#set(line, STATES.done);
    if (id !== undefined) this.#ids.set(line, id);
  }

  undo(line: number): void {
    this.#set(line, STATES.none);
  }

  reject(line: number): void {
    this.#set(line, STATES.rejected);
  }

  /** Takes a line of a journal. */
  take(entry: JournalEntry): void {
    if ('begun' in entry) this.begin(entry.begun);
    else if ('undone' in entry) this.undo(entry.undone);
    else if ('rejected' in entry) this.reject(entry.rejected);
    else if ('done' in entry) this.done(entry.done, entry.id);
    else this.#inDoubt.take(entry);
  }

  /** Returns the time since the last request in doubt went out: see `Journal.doubtfulMs`. */
  doubtfulMs(clock: BootClock): number | undefined {
    return this.#inDoubt.sinceMs(clock);
  }

  #set(line: number, state: State): void {
    const before = this.stateOf(line);
    this.#counts[before] = this.count(before) - 1;
    this.#counts[state] = this.count(state) + 1;
    this.#states[line] = state;
    this.#inDoubt.take(state === STATES.begun ? { begun: line } : { undone: line });
  }
}
