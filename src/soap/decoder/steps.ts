import type { ReadingTime } from '../../xml/reading-time.js';

/** Reading that stops now and then, where others may have a turn. */
export type Steps<T> = Generator<ReadingTime, T, undefined>;

/** Reads without a stop. */
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
