interface Entry<T> {
  readonly atMs: number;
  readonly place: number;
  readonly item: T;
}

/** Things that wait for their time: a binary heap, in which those of one moment stay in the order of their coming. */
export class TimeQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #places = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The time of the first one; `undefined` where there is none. */
  get nextMs(): number | undefined {
    return this.#heap[0]?.atMs;
  }

  /** Puts a thing into the queue. @param atMs - in milliseconds since 1970 */
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

  /** Takes the first one out, where its time has come. */
  take(nowMs: number): T | undefined {
    const [first] = this.#heap;
    if (first === undefined || first.atMs > nowMs) return undefined;
    const last = this.#heap.pop() as Entry<T>;
    if (last !== first) this.#sink(last);
    return first.item;
  }

  /** Takes out what is not wanted any more. */
  drop(isGone: (item: T) => boolean): void {
    const kept = this.#heap.filter(({ item }) => !isGone(item)).sort((one, other) => (isBefore(one, other) ? -1 : 1));
    this.#heap.length = 0;
    // What is sorted is a heap.
    for (const entry of kept) this.#heap.push(entry);
  }

  /** Takes everything out. */
  clear(): void {
    this.#heap.length = 0;
  }

  /** Puts an entry where the first one was. */
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
