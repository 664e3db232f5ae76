/** A place in a {@link Queue}. */
export interface QueueEntry<T> {
  readonly value: T;
  /** The neighbours; `undefined` at the ends, and outside. */
  before: QueueEntry<T> | undefined;
  behind: QueueEntry<T> | undefined;
}

/** A queue that can be left from any position, at the same cost however long it is. */
export class Queue<T> {
  #first: QueueEntry<T> | undefined;
  #last: QueueEntry<T> | undefined;
  #count = 0;

  /** The number of values in it. */
  get count(): number {
    return this.#count;
  }

  /** The value that has stood in it longest. */
  get first(): T | undefined {
    return this.#first?.value;
  }

  /** Adds a value at the end. @returns what to leave with */
  add(value: T): QueueEntry<T> {
    const entry: QueueEntry<T> = { value, before: this.#last, behind: undefined };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.behind = entry;
    this.#last = entry;
    this.#count += 1;
    return entry;
  }

  /** Takes out an entry that is in. */
  leave(entry: QueueEntry<T>): void {
    const { before, behind } = entry;
    if (before === undefined) this.#first = behind;
    else before.behind = behind;
    if (behind === undefined) this.#last = before;
    else behind.before = before;
    // Whoever still holds the entry must not hold the others with it.
    this.#count -= 1;
    entry.before = undefined;
    entry.behind = undefined;
  }
}
