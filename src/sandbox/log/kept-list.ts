/** A list that grows, of which the newest entries are kept. */
export class KeptList<T> {
  readonly #maxKept: number;
  readonly #kept: T[] = [];
  #count = 0;

  /**
   * @param maxKept - a whole number from 0; when there are more, the older half is given up at once, which costs less
   * than one by one
   */
  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  /** The entries that are kept, oldest first: one list, which changes as they are added. */
  get kept(): readonly T[] {
    return this.#kept;
  }

  /** Counts all that were added. */
  get count(): number {
    return this.#count;
  }

  /** Gives up all entries, and counts from 0. */
  clear(): void {
    this.#kept.length = 0;
    this.#count = 0;
  }

  add(entry: T): void {
    if (this.#kept.length >= this.#maxKept) this.#kept.splice(0, Math.ceil(this.#maxKept / 2));
    if (this.#maxKept > 0) this.#kept.push(entry);
    this.#count += 1;
  }
}
