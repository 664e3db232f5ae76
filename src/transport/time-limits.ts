import { setMaxListeners } from 'node:events';
import { MAX_TIMER_MS, unheld } from '../options/check.js';
import type { TransportRequest } from './transport.js';

/** Limits a time to the maximum of a timer. Longer timers fire immediately. */
export function timerMs(ms: number): number {
  return Math.min(ms, MAX_TIMER_MS);
}

export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  readonly closing?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

export type WaitEnd = 'aborted' | 'closed' | 'timeout';

/** Calls the listener once when waiting ends. Returns a function that stops waiting. */
export function onWaitEnd({ signal, closing, timeoutMs }: WaitLimits, listener: (end: WaitEnd) => void): () => void {
  if (signal === undefined && closing === undefined && timeoutMs === undefined) return NOTHING;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    closing?.removeEventListener('abort', close);
  };
  const end = (what: WaitEnd): void => {
    stop();
    listener(what);
  };
  const abort = (): void => end('aborted');
  const close = (): void => end('closed');
  if (signal?.aborted || closing?.aborted) {
    listener(signal?.aborted ? 'aborted' : 'closed');
    return stop;
  }
  for (const [one, act] of [[signal, abort] as const, [closing, close] as const]) {
    if (one === undefined) continue;
    // Many calls may share a signal.
    setMaxListeners(0, one);
    one.addEventListener('abort', act, { once: true });
  }
  if (timeoutMs !== undefined) timer = setTimeout(() => end('timeout'), timerMs(timeoutMs));
  return stop;
}

const NOTHING = (): void => undefined;

/** Waits, unless a signal is aborted. Returns true if the time has passed. */
export async function pause(ms: number, { signal, closing }: Omit<WaitLimits, 'timeoutMs'>): Promise<boolean> {
  if (signal?.aborted || closing?.aborted) return false;
  if (ms <= 0) return true;
  return new Promise((resolve) => {
    onWaitEnd({ signal, closing, timeoutMs: ms }, (end) => resolve(end === 'timeout'));
  });
}

const LEAST_SHARE = 0.1;
const LEAST_MS = 100;

/** The limit that the caller has set for the whole call, in milliseconds; none for a stream, whose is for each wait. */
export function callersLimitMs({ timeoutMs, timeLimit, streams }: TransportRequest): number | undefined {
  return streams ? undefined : (timeLimit?.timeoutMs ?? timeoutMs);
}

/** The time that a request needs for a realistic chance to end, in milliseconds: with less it does not begin. */
export function leastMs(request: TransportRequest): number {
  return Math.min(LEAST_MS, LEAST_SHARE * (callersLimitMs(request) ?? 0));
}

/**
 * Returns true if a request that arrived at `start` has too little time left to begin at `now`, by `performance.now()`.
 */
export function isTooLate(request: TransportRequest, start: number, now: number = performance.now()): boolean {
  const { timeoutMs, streams } = request;
  return timeoutMs !== undefined && !streams && start + timeoutMs - now < leastMs(request);
}

/** Returns the request with its remaining time. The time of a stream applies to each wait and does not change. */
export function withTimeLeft(request: TransportRequest, start: number): TransportRequest {
  const { timeoutMs, streams } = request;
  if (timeoutMs === undefined || streams) return request;
  const { timeLimit = { deadline: start + timeoutMs, timeoutMs } } = request;
  return { ...request, timeoutMs: Math.ceil(start + timeoutMs - performance.now()), timeLimit };
}

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
    // Items in flight keep the process alive.
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
      // Another item may have ended it.
      else if (item.index !== -1) item.timedOut();
    }
    if (next < this.#due) this.#set(next);
  }
}

/** Rounded up, within the maximum of a timer. */
function msUntil(deadline: number): number {
  return timerMs(Math.ceil(deadline - performance.now()));
}
