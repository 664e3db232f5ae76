interface Due {
  readonly name: string;
  readonly at: number;
}

/** Names with the moments from which they are due, the first at hand: a binary heap. */
export class DueTimes {
  readonly #heap: Due[] = [];

  /** The earliest time; `undefined` if there is none. */
  get first(): number | undefined {
    return this.#heap[0]?.at;
  }

  add(name: string, at: number): void {
    const heap = this.#heap;
    let index = heap.push({ name, at }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if ((heap[parent]?.at ?? 0) <= at) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Takes out those that are due, the earliest first. */
  *takeDue(now: number): Iterable<string> {
    for (let due = this.#heap[0]; due !== undefined && due.at <= now; due = this.#heap[0]) {
      this.#removeFirst();
      yield due.name;
    }
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let least = index;
      for (const child of [left, right]) {
        if ((heap[child]?.at ?? Number.POSITIVE_INFINITY) < (heap[least]?.at ?? 0)) least = child;
      }
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    [heap[one], heap[other]] = [heap[other] as Due, heap[one] as Due];
  }
}
