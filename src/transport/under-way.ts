/** What can be {@link UnderWay}. */
export interface Placed {
  /** Where it stands in its collection, which alone may write it; -1 outside. */
  place: number;
}

/**
 * What is under way: each is added once and taken out once, in any order.
 *
 * This is not a `Set`. V8 lets every table that a Set has outgrown point to the next one; once one of them has grown old,
 * all later ones are taken for alive, with every call that was in them, until the next full collection. A busy program
 * then spends a third of its time on moving dead calls about.
 */
export class UnderWay<T extends Placed> implements Iterable<T> {
  readonly #all: T[] = [];

  /** Adds one that is in no collection. */
  add(item: T): void {
    item.place = this.#all.push(item) - 1;
  }

  /** Takes one out; nothing happens when it is not in. */
  delete(item: T): void {
    const { place } = item;
    if (place === -1) return;
    item.place = -1;
    const last = this.#all.pop();
    if (last === undefined || last === item) return;
    this.#all[place] = last;
    last.place = place;
  }

  /** All that are in now, whatever is taken out or added meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#all].values();
  }
}
