import type { EventKey } from '../reading/event-key.js';

/** Remembers which events were handled: at most so many, for at most so long. All it does takes the same time. */
export class HandledKeys {
  readonly #most: number;
  readonly #keepMs: number;
  readonly #now: () => number;
  /** By key, the moment; in the order of handling. */
  readonly #handled = new Map<string, number>();

  constructor(most: number, keepMs: number, now: () => number) {
    this.#most = most;
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** Tells whether an event was handled, as far as is remembered. */
  has({ id, sameForMs = Number.POSITIVE_INFINITY }: EventKey): boolean {
    const at = this.#handled.get(id);
    return at !== undefined && this.#now() - at < Math.min(this.#keepMs, sameForMs);
  }

  add({ id }: EventKey): void {
    const now = this.#now();
    // Anew at the end: of a bulk send another one with the same fields comes later.
    this.#handled.delete(id);
    this.#handled.set(id, now);
    for (const [oldest, at] of this.#handled) {
      if (this.#handled.size <= this.#most && now - at < this.#keepMs) break;
      this.#handled.delete(oldest);
    }
  }
}
