const A_SECOND_MS = 1000;

/** Counts what has happened in the last second: nearly, because it remembers two numbers and no times. */
export class RecentCount {
  #from = Number.NEGATIVE_INFINITY;
  #count = 0;
  #before = 0;

  /** One more has happened. */
  add(now: number): void {
    this.#turn(now);
    this.#count += 1;
  }

  /** Estimates how many have happened in the second before `now`. */
  inLastSecond(now: number): number {
    this.#turn(now);
    return this.#count + this.#before * (1 - (now - this.#from) / A_SECOND_MS);
  }

  #turn(now: number): void {
    const passed = now - this.#from;
    if (passed < A_SECOND_MS) return;
    this.#before = passed < 2 * A_SECOND_MS ? this.#count : 0;
    this.#count = 0;
    this.#from = passed < 2 * A_SECOND_MS ? this.#from + A_SECOND_MS : now;
  }
}
