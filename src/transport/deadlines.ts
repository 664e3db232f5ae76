import { InFlight, type InFlightEntry } from './in-flight.js';

/** Something in flight that has to be over at a time. */
export interface Timed extends InFlightEntry {
  /** By `performance.now()`; infinite while it may take as long as it likes. */
  readonly deadline: number;
  /** Called once that time has come. */
  timedOut(): void;
}

/**
 * What is in flight, each with a deadline, and one timer for all of them, which stays when one is over: to set a timer
 * for each request and to clear it costs more than anything else that a transport does for it.
 */
export class Deadlines<T extends Timed> implements Iterable<T> {
  readonly #inFlight = new InFlight<T>();
  #timer: NodeJS.Timeout | undefined;
  /** The time that the timer is set to. */
  #due = Number.POSITIVE_INFINITY;
  /** The functions that it was made with: a test that puts others into their place moves the clock by these. */
  #timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis;

  /** Adds one that is not in flight yet. */
  add(item: T): void {
    // While something is in flight the process goes on.
    if (this.#inFlight.isEmpty) this.#timer?.ref();
    this.#inFlight.add(item);
    this.changed(item);
  }

  /** Told when one in flight has got another deadline. */
  changed({ deadline }: T): void {
    if (deadline < this.#due || this.#timers.setTimeout !== globalThis.setTimeout) this.#set(deadline);
  }

  /** Takes one out; nothing happens when it is not in. */
  delete(item: T): void {
    this.#inFlight.delete(item);
    if (this.#inFlight.isEmpty) this.#timer?.unref();
  }

  /** Forgets the timer: nothing is in flight any more, and nothing will be. */
  close(): void {
    this.#timers.clearTimeout(this.#timer);
  }

  /** All that are in flight now, whatever is taken out or added meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return this.#inFlight[Symbol.iterator]();
  }

  #set(deadline: number): void {
    this.#timers.clearTimeout(this.#timer);
    const { setTimeout, clearTimeout } = globalThis;
    this.#timers = { setTimeout, clearTimeout };
    this.#due = deadline;
    this.#timer = setTimeout(() => this.#check(), Math.ceil(deadline - performance.now()));
  }

  #check(): void {
    // A timer may come a little early by that clock, which may even stand still.
    const due = Math.max(this.#due, performance.now());
    this.#due = Number.POSITIVE_INFINITY;
    this.#timer = undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const item of this) {
      if (item.deadline > due) next = Math.min(next, item.deadline);
      // Another one's end may have ended it.
      else if (item.index !== -1) item.timedOut();
    }
    if (next < this.#due) this.#set(next);
  }
}
