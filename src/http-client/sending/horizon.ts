import { invalid } from '../../options/check.js';

/** The time for which the gateway remembers an idx: `check_idx` (section 8; the shorter of the two that it names). */
export const IDX_HOURS = 24;

const IDX_MS = IDX_HOURS * 60 * 60 * 1000;

/** The time within which a send can be repeated without sending twice, from before its first attempt on. */
export class Horizon {
  readonly #now: () => Date;
  readonly #start: number;
  readonly #started: number = performance.now();

  /** @throws ValidationError when the clock gives no valid Date */
  constructor(now: () => Date, operation: string) {
    this.#now = now;
    this.#start = timeOf(now);
    if (Number.isNaN(this.#start)) invalid('now', 'gave no valid Date', { operation });
  }

  /** Tells whether it is not over: by the given clock, and by that of the process, which nobody sets. */
  isOpen(): boolean {
    // Of a clock that fails nothing can be told: NaN is not less.
    return Math.max(timeOf(this.#now) - this.#start, performance.now() - this.#started) < IDX_MS;
  }
}

function timeOf(now: () => Date): number {
  try {
    const given: unknown = now();
    return given instanceof Date ? given.getTime() : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
