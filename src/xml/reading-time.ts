// Not the global one: a test that stops the clock does not stop reading.
import { setImmediate } from 'node:timers';
import { DeadlinePassed } from '../errors/problem.js';

/** The time for which reading may go on before others have to have a turn, in milliseconds. */
const SLICE_MS = 15;

/** The time that reading a document may take, shared by all its readers. */
export class ReadingTime {
  readonly #deadline: number;
  #sliceEnd: number = performance.now() + SLICE_MS;
  #isDue = false;

  constructor(deadline: number) {
    this.#deadline = deadline;
  }

  /** True where others should have a turn before reading goes on. */
  get isDue(): boolean {
    return this.#isDue;
  }

  check(): void {
    const now = performance.now();
    if (now > this.#deadline) throw new DeadlinePassed();
    this.#isDue = now > this.#sliceEnd;
  }

  goOn(): void {
    this.#isDue = false;
    this.#sliceEnd = performance.now() + SLICE_MS;
  }
}

/** Reading that stops now and then, where others may have a turn. */
export type Steps<T> = Generator<ReadingTime, T, undefined>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Reads in steps, between which the event loop has its turns. */
export async function byTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await new Promise((resolve) => setImmediate(resolve));
    value.goOn();
  }
}
