import type { Disorder } from '../options/callback-options.js';
import { randomOf } from '../sources/random.js';

/** Decides by a seed what comes late, twice and in which order; without one, nothing does. */
export class DisorderPlan {
  readonly #disorder: Disorder | undefined;
  readonly #random: () => number;

  constructor(disorder: Disorder | undefined) {
    this.#disorder = disorder;
    this.#random = randomOf(disorder?.seed ?? 0);
  }

  /** The time by which the next event is late, in milliseconds. */
  delayMs(): number {
    return this.#disorder !== undefined && this.#random() < this.#disorder.late ? this.#timeMs() : 0;
  }

  /** The pause before the next call comes a second time; `undefined` where it does not. */
  secondAfterMs(): number | undefined {
    return this.#disorder !== undefined && this.#random() < this.#disorder.twice ? this.#timeMs() : undefined;
  }

  /** Puts what is due together into the order in which it is sent. */
  order<T>(due: T[]): T[] {
    if (this.#disorder?.shuffled !== true) return due;
    for (let index = due.length - 1; index > 0; index--) {
      const other = Math.floor(this.#random() * (index + 1));
      [due[index], due[other]] = [due[other] as T, due[index] as T];
    }
    return due;
  }

  #timeMs(): number {
    return Math.floor(this.#random() * ((this.#disorder?.lateMs ?? 0) + 1));
  }
}
