import { unheld } from '../options/check.js';
import { InFlight, type InFlightEntry } from './in-flight.js';
import { timerMs } from './wait.js';

/** Something in flight that has to be over at a time. */
export interface Timed extends InFlightEntry {
  /** By `performance.now()`; infinite while it may take as long as it likes. */
  readonly deadline: number;
  /** That of {@link TimerForEach}, which alone may write it. */
  timer?: ReturnType<typeof setTimeout> | undefined;
  /** Called once that time has come. */
  timedOut(): void;
}

/** What is in flight, each with a deadline; iterated, it is what was there at the beginning. */
export interface Deadlines<T extends Timed> extends Iterable<T> {
  /** Adds one that is not in flight yet. */
  add(item: T): void;
  /** Told when one in flight has got another deadline. */
  changed(item: T): void;
  /** Takes one out; nothing happens when it is not in. */
  delete(item: T): void;
  /** Told when nothing is in flight any more, and nothing will be. */
  close?(): void;
}

/**
 * Deadlines with a timer for each, for any runtime: one that handles requests, as workerd does, ends with a request the
 * timers that were set in it, and a call of another request must not wait for them.
 */
export class TimerForEach<T extends Timed> implements Deadlines<T> {
  readonly #inFlight = new InFlight<T>();

  add(item: T): void {
    this.#inFlight.add(item);
    this.changed(item);
  }

  changed(item: T): void {
    clearTimeout(item.timer);
    const { deadline } = item;
    item.timer = setTimeout(() => this.#check(item, deadline), msUntil(deadline));
  }

  delete(item: T): void {
    clearTimeout(item.timer);
    this.#inFlight.delete(item);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#inFlight[Symbol.iterator]();
  }

  #check(item: T, due: number): void {
    if (item.deadline <= Math.max(due, performance.now())) item.timedOut();
  }
}

/**
 * Deadlines with one timer for all of them, which stays when one is over: to set a timer for each request and to clear
 * it costs more than anything else that a transport does for it. For Node.js, whose timers need not hold a process.
 */
export class OneTimer<T extends Timed> implements Deadlines<T> {
  readonly #inFlight = new InFlight<T>();
  #timer: NodeJS.Timeout | undefined;
  /** The time that the timer is set to. */
  #due = Number.POSITIVE_INFINITY;
  /** The functions that it was made with: a test that puts others into their place moves the clock by these. */
  #timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis;

  add(item: T): void {
    // While something is in flight the process goes on.
    if (this.#inFlight.isEmpty && typeof this.#timer === 'object') this.#timer.ref();
    this.#inFlight.add(item);
    this.changed(item);
  }

  changed({ deadline }: T): void {
    if (deadline < this.#due || this.#timers.setTimeout !== globalThis.setTimeout) this.#set(deadline);
  }

  delete(item: T): void {
    this.#inFlight.delete(item);
    if (this.#inFlight.isEmpty && this.#timer !== undefined) unheld(this.#timer);
  }

  close(): void {
    this.#timers.clearTimeout(this.#timer);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#inFlight[Symbol.iterator]();
  }

  #set(deadline: number): void {
    this.#timers.clearTimeout(this.#timer);
    const { setTimeout, clearTimeout } = globalThis;
    this.#timers = { setTimeout, clearTimeout };
    this.#due = deadline;
    this.#timer = setTimeout(() => this.#check(), msUntil(deadline));
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

/** For a timer: what is rounded must not be more than one can wait. */
function msUntil(deadline: number): number {
  return timerMs(Math.ceil(deadline - performance.now()));
}
