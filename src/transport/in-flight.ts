import { unheld } from '../options/check.js';
import { timerMs } from './wait.js';

export interface InFlightEntry {
  index: number;
}

/**
 * The calls in flight: each is added once and taken out once, in any order.
 *
 * This is not a `Set`. V8 lets every table that a Set has outgrown point to the next one; once one of them has grown
 * old, all later ones are taken for alive, with every call that was in them, until the next full collection. A busy
 * program then spends a third of its time on moving dead calls about.
 */
export class InFlight<T extends InFlightEntry> implements Iterable<T> {
  readonly #all: T[] = [];

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  add(item: T): void {
    item.index = this.#all.push(item) - 1;
  }

  delete(item: T): void {
    const { index } = item;
    if (index === -1) return;
    item.index = -1;
    const last = this.#all.pop();
    if (last === undefined || last === item) return;
    this.#all[index] = last;
    last.index = index;
  }

  [Symbol.iterator](): Iterator<T> {
    return [...this.#all].values();
  }
}

export interface Timed extends InFlightEntry {
  readonly deadline: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
  timedOut(): void;
}

export interface Deadlines<T extends Timed> extends Iterable<T> {
  add(item: T): void;
  changed(item: T): void;
  delete(item: T): void;
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
  #due = Number.POSITIVE_INFINITY;
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
    // By this clock, which may stop, a timer can fire slightly early.
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
