/** Numbers at random, the same for the same seed. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => this.of([...alphabet])).join('');
  }
}
