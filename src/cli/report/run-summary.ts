import type { ApplyEvent, ApplyProgress, ApplyResult } from '../../address-book/index.js';
import { duration } from '../output/progress.js';
import { counted, thousands } from '../output/text.js';

/** Counts what a run does, and how long it takes. */
export class RunSummary {
  readonly #now: () => number;
  readonly #startMs: number;
  #groupsMade = 0;
  #numbersAdded = 0;

  /** @param now - the time in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startMs = now();
  }

  /** Counts an event. */
  see({ type }: ApplyEvent): void {
    if (type === 'group-created') this.#groupsMade += 1;
    if (type === 'number-added') this.#numbersAdded += 1;
  }

  /** The time since the beginning, in whole seconds. */
  get seconds(): number {
    return Math.round((this.#now() - this.#startMs) / 1000);
  }

  /** The counts, for machines. */
  get json(): { readonly groupsMade: number; readonly numbersAdded: number; readonly seconds: number } {
    return { groupsMade: this.#groupsMade, numbersAdded: this.#numbersAdded, seconds: this.seconds };
  }

  /** What this run has done, in a line. */
  line({ done, rejected, total }: ApplyResult): string {
    const made = `${counted(this.#groupsMade, 'group')} made, ${counted(this.#numbersAdded, 'number')} added`;
    return `this run: ${made}; ${this.lineOfAll({ done, rejected, total })}`;
  }

  /** What is refused and what is left after all runs, and how long this one took. */
  lineOfAll({ done, rejected, total }: ApplyProgress): string {
    return `${thousands(rejected)} refused, ${thousands(total - done - rejected)} left, in ${duration(this.seconds)}`;
  }
}
