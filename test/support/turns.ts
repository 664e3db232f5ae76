import { ReadingTime, type Steps } from '../../src/xml/reading-time.js';

/** The time of a reading in which others should have a turn wherever they can. */
export class AlwaysDue extends ReadingTime {
  constructor() {
    super(Number.POSITIVE_INFINITY);
  }

  override get isDue(): boolean {
    return true;
  }
}

/** What is read in steps, and how many turns others had meanwhile. */
export function countTurns<T>(steps: Steps<T>): readonly [value: T, turns: number] {
  for (let turns = 0; ; turns += 1) {
    const { done, value } = steps.next();
    if (done === true) return [value, turns];
    if (!(value instanceof AlwaysDue)) throw new Error('a turn that was not due');
  }
}
