interface QueueEntry<T> {
  readonly value: T;
  before: QueueEntry<T> | undefined;
  behind: QueueEntry<T> | undefined;
}

/** A queue that can be left from any position, at the same cost however long it is. */
export class Queue<T> {
  #first: QueueEntry<T> | undefined;
  #last: QueueEntry<T> | undefined;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get first(): T | undefined {
    return this.#first?.value;
  }

  add(value: T): QueueEntry<T> {
    const entry: QueueEntry<T> = { value, before: this.#last, behind: undefined };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.behind = entry;
    this.#last = entry;
    this.#count += 1;
    return entry;
  }

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

export interface Turn<T> {
  readonly account: number | undefined;
  readonly entry: QueueEntry<T>;
}

export class Turns<T> {
  #queues: Map<number | undefined, Queue<T>> | undefined;
  #count = 0;

  get first(): T | undefined {
    if (this.#count === 0) return undefined;
    for (const queue of this.#queues?.values() ?? []) return queue.first;
    return undefined;
  }

  get count(): number {
    return this.#count;
  }

  countOf(account: number | undefined): number {
    return this.#queues?.get(account)?.count ?? 0;
  }

  add(account: number | undefined, value: T): Turn<T> {
    this.#queues ??= new Map();
    let queue = this.#queues.get(account);
    if (queue === undefined) {
      queue = new Queue();
      this.#queues.set(account, queue);
    }
    this.#count += 1;
    return { account, entry: queue.add(value) };
  }

  /**
   * Takes out one that is in.
   *
   * @param hadTurn - whether it has had its turn: then the next one is another account's
   */
  leave({ account, entry }: Turn<T>, hadTurn: boolean): void {
    const queues = this.#queues as Map<number | undefined, Queue<T>>;
    const queue = queues.get(account) as Queue<T>;
    queue.leave(entry);
    this.#count -= 1;
    if (queue.count > 0 && (!hadTurn || queues.size === 1)) return;
    queues.delete(account);
    if (queue.count > 0) queues.set(account, queue);
  }
}
