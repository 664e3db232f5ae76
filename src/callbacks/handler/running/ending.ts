/**
 * Aborts the running work of a handler. It is not an `AbortSignal`: a request in a Cloudflare worker cannot use a
 * signal that was created by another request.
 */
export class Ending {
  readonly #stops = new Set<() => void>();
  #isOver = false;

  /** Registers a function that is called on abort; immediately if that has happened. */
  add(stop: () => void): void {
    if (this.#isOver) stop();
    else this.#stops.add(stop);
  }

  /** Removes a function whose work has ended. */
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
