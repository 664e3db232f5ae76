import type { EventKey } from '../reading/event-key.js';

/** An event that was handled, and the moment. */
interface Handled {
  readonly id: string;
  readonly at: number;
}

/** From so many on, the places of those that are forgotten are given back. */
const MOST_FREE = 1024;

/** Remembers which events were handled: at most so many, for at most so long. All it does takes the same time. */
export class HandledKeys {
  readonly #most: number;
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #handled = new Map<string, Handled>();
  /**
   * Those above in the order of handling, from `#first` on, and some that were handled again since. Whoever looks for
   * the oldest in the map walks over the places of all that were taken out of it.
   */
  #order: (Handled | undefined)[] = [];
  #first = 0;

  constructor(most: number, keepMs: number, now: () => number) {
    this.#most = most;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** Tells whether an event was handled, as far as is remembered. */
  has({ id, sameForMs = Number.POSITIVE_INFINITY }: EventKey): boolean {
    const handled = this.#handled.get(id);
    return handled !== undefined && this.#now() - handled.at < Math.min(this.#keepMs, sameForMs);
  }

  add({ id }: EventKey): void {
    // Anew: of a bulk send another one with the same fields comes later.
    const handled = { id, at: this.#now() };
    this.#handled.set(id, handled);
    this.#order.push(handled);
    for (let oldest = this.#order[this.#first]; oldest !== undefined; oldest = this.#order[this.#first]) {
      if (this.#handled.get(oldest.id) === oldest) {
        if (this.#handled.size <= this.#most && handled.at - oldest.at < this.#keepMs) break;
        this.#handled.delete(oldest.id);
      }
      this.#order[this.#first] = undefined;
      this.#first += 1;
    }
    if (this.#first < MOST_FREE || this.#first * 2 < this.#order.length) return;
    this.#order = this.#order.slice(this.#first);
    this.#first = 0;
  }
}
