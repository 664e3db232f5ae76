/** Random choices that a seed determines. */
export class Random {
  #state: number;

  /** @param seed - any whole number; its lower 32 bits count */
  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Neighbouring seeds begin alike otherwise.
    for (let round = 0; round < 4; round++) this.next();
  }

  /** A number from 0 to just below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to just below a limit; 0 for a limit of 0. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** `true` with a probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of several. */
  pick<T>(choices: readonly [T, ...T[]]): T;
  pick<T>(choices: readonly T[]): T | undefined;
  pick<T>(choices: readonly T[]): T | undefined {
    return choices[this.below(choices.length)];
  }

  /** A piece of something of a length: where it begins and ends, more often short than long. */
  piece(length: number, longest: number = length): readonly [start: number, end: number] {
    const size = Math.ceil(this.next() ** 3 * Math.min(length, longest));
    const start = this.below(length - size + 1);
    return [start, start + size];
  }
}
