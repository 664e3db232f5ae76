import { ReadingTime, type Steps } from '../../src/xml/reading-time.js';

/** The time of reading after which other tasks should run. */
export class AlwaysDue extends ReadingTime {
  constructor() {
    super(Number.POSITIVE_INFINITY);
  }

  override get isDue(): boolean {
    return true;
  }
}

/** Reads in steps, and counts how often other tasks could run. */
export function countTurns<T>(steps: Steps<T>): readonly [value: T, turns: number] {
  for (let turns = 0; ; turns += 1) {
    const { done, value } = steps.next();
    if (done === true) return [value, turns];
    if (!(value instanceof AlwaysDue)) throw new Error('a turn that was not due');
  }
}
