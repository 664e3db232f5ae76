interface Entry<T> {
  readonly atMs: number;
  readonly place: number;
  readonly item: T;
}

/** A queue ordered by time: a binary heap. Items with the same time keep their order of insertion. */
export class TimeQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #places = 0;

  get size(): number {
    return this.#heap.length;
  }

  get nextMs(): number | undefined {
    return this.#heap[0]?.atMs;
  }

  /** Adds an item. @param atMs - in milliseconds since 1970 */
  add(atMs: number, item: T): void {
    const entry = { atMs, place: this.#places++, item };
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const above = (index - 1) >>> 1;
      const parent = heap[above] as Entry<T>;
      if (!isBefore(entry, parent)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = entry;
  }

  take(nowMs: number): T | undefined {
    const [first] = this.#heap;
    if (first === undefined || first.atMs > nowMs) return undefined;
    const last = this.#heap.pop() as Entry<T>;
    if (last !== first) this.#sink(last);
    return first.item;
  }

  /** Removes matching items. */
  drop(isGone: (item: T) => boolean): void {
    const kept = this.#heap.filter(({ item }) => !isGone(item)).sort((one, other) => (isBefore(one, other) ? -1 : 1));
    this.#heap.length = 0;
    // A sorted list is a valid heap.
    for (const entry of kept) this.#heap.push(entry);
  }

  /** Removes all items. */
  clear(): void {
    this.#heap.length = 0;
  }

  #sink(entry: Entry<T>): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const [child, next] = other !== undefined && isBefore(other, one) ? [other, left + 1] : [one, left];
      if (!isBefore(child, entry)) break;
      heap[index] = child;
      index = next;
    }
    heap[index] = entry;
  }
}

function isBefore<T>(one: Entry<T>, other: Entry<T>): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.place < other.place);
}
