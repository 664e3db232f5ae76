/** An entry of {@link InFlight}. */
export interface InFlightEntry {
  /** Its index in the collection, which alone may write it; -1 outside. */
  index: number;
}

/**
 * The calls in flight: each is added once and taken out once, in any order.
 *
 * This is not a `Set`. V8 lets every table that a Set has outgrown point to the next one; once one of them has grown
 * old, all later ones are taken for alive, with every call that was in them, until the next full collection. A busy
 * program then spends a third of its time on moving dead calls about.
 */
export class InFlight<T extends InFlightEntry> implements Iterable<T> {
  readonly #all: T[] = [];

  /** Tells whether there is none. */
  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Adds one that is in no collection. */
  add(item: T): void {
    item.index = this.#all.push(item) - 1;
  }

  /** Takes one out; nothing happens when it is not in. */
  delete(item: T): void {
    const { index } = item;
    if (index === -1) return;
    item.index = -1;
    const last = this.#all.pop();
    if (last === undefined || last === item) return;
    this.#all[index] = last;
    last.index = index;
  }

  /** All that are in now, whatever is taken out or added meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#all].values();
  }
}
