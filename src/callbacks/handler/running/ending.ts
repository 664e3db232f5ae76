/**
 * Ends what a handler has in hand. It is no `AbortSignal`: in the workers of Cloudflare a request must not touch one
 * that was made outside of it.
 */
export class Ending {
  readonly #stops = new Set<() => void>();
  #isOver = false;

  /** Has something stopped at the end; at once where that has come. */
  add(stop: () => void): void {
    if (this.#isOver) stop();
    else this.#stops.add(stop);
  }

  /** It is over by itself. */
  remove(stop: () => void): void {
    this.#stops.delete(stop);
  }

  /** The end has come. */
  abort(): void {
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }
}
