/** Random choices that a seed determines. */
export class Random {
  #state: number;

  /** @param seed - any integer; only its lower 32 bits are used */
  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Without this, adjacent seeds start with similar numbers.
    for (let round = 0; round < 4; round++) this.next();
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive), from mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 (inclusive) to a limit (exclusive). Returns 0 if the limit is 0. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Returns true with a probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a random item. */
  pick<T>(choices: readonly [T, ...T[]]): T;
  pick<T>(choices: readonly T[]): T | undefined;
  pick<T>(choices: readonly T[]): T | undefined {
    return choices[this.below(choices.length)];
  }

  /** Returns the start and end of a random range within a length. Short ranges are more frequent. */
  piece(length: number, longest: number = length): readonly [start: number, end: number] {
    const size = Math.ceil(this.next() ** 3 * Math.min(length, longest));
    const start = this.below(length - size + 1);
    return [start, start + size];
  }
}
