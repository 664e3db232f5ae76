import { Queue, type QueueEntry } from './queue.js';

/** A place in {@link Turns}. */
export interface Turn<T> {
  readonly account: number | undefined;
  readonly entry: QueueEntry<T>;
}

/** What waits for its turn: the accounts take turns, and what waits for one of them keeps its order. */
export class Turns<T> {
  /** The account that is next comes first. Made when there is one: each account of many has such turns. */
  #queues: Map<number | undefined, Queue<T>> | undefined;
  #count = 0;

  /** The one that is next. */
  get first(): T | undefined {
    if (this.#count === 0) return undefined;
    for (const queue of this.#queues?.values() ?? []) return queue.first;
    return undefined;
  }

  /** The number of those that wait. */
  get count(): number {
    return this.#count;
  }

  /** The number of those that wait for an account. */
  countOf(account: number | undefined): number {
    return this.#queues?.get(account)?.count ?? 0;
  }

  /** Adds a value at the end of those of its account. @returns what to leave with */
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
