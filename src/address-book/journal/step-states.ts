/** The state of a step. `begun`: its request may have been executed. `failed`: the gateway refused it. */
export const STATES = { open: 0, begun: 1, done: 2, failed: 3 } as const;

export type StepState = (typeof STATES)[keyof typeof STATES];

/** A line of a journal: what happened to the step in a line of the plan. */
export type JournalEntry =
  /** Its request is about to be sent. */
  | { readonly begun: number }
  /** It was certainly not executed. */
  | { readonly undone: number }
  /** With the id of a group that was added. */
  | { readonly done: number; readonly id?: number | undefined }
  /** The gateway refused it. */
  | { readonly failed: number; readonly code: number }
  /** The run ended by itself: no request is in flight, except those with unknown outcome. */
  | { readonly ended: true };

/** The state of each step of a plan, by its line, as the entries of a journal say. */
export class StepStates {
  /** By line; grows with the journal. */
  #states = new Uint8Array(1024);
  readonly #counts = [0, 0, 0, 0];
  /** Ids of groups that were added. */
  readonly #ids = new Map<number, number>();
  /** Codes of steps that the gateway refused. */
  readonly #codes = new Map<number, number>();
  /** False if the last run was killed: then a copy of its journal may lack requests that were sent. */
  #isEnded = true;

  stateOf(line: number): StepState {
    return (this.#states[line] ?? STATES.open) as StepState;
  }

  /** Returns true if the step needs no more work. */
  isOver(line: number): boolean {
    return this.stateOf(line) >= STATES.done;
  }

  /** Returns the id of the group that a step has added. */
  idOf(line: number): number | undefined {
    return this.#ids.get(line);
  }

  /** Returns the gateway code of a step that failed. */
  codeOf(line: number): number | undefined {
    return this.#codes.get(line);
  }

  count(state: Exclude<StepState, 0>): number {
    return this.#counts[state] ?? 0;
  }

  take(entry: JournalEntry): void {
    this.#isEnded = 'ended' in entry;
    if ('begun' in entry) this.#set(entry.begun, STATES.begun);
    else if ('undone' in entry) this.#set(entry.undone, STATES.open);
    else if ('failed' in entry) {
      this.#set(entry.failed, STATES.failed);
      this.#codes.set(entry.failed, entry.code);
    } else if ('done' in entry) {
      this.#set(entry.done, STATES.done);
      if (entry.id !== undefined) this.#ids.set(entry.done, entry.id);
    }
  }

  /** Returns true if a request may still be executed. */
  get hasUnknown(): boolean {
    return !this.#isEnded || this.count(STATES.begun) > 0;
  }

  #set(line: number, state: StepState): void {
    const before = this.stateOf(line);
    this.#counts[before] = (this.#counts[before] ?? 0) - 1;
    this.#counts[state] = (this.#counts[state] ?? 0) + 1;
    if (line >= this.#states.length) {
      const larger = new Uint8Array(2 * line);
      larger.set(this.#states);
      this.#states = larger;
    }
    this.#states[line] = state;
  }
}
