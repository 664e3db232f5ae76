/** Does so many things at once; who has another one waits until one of them is over. */
export class Pool {
  readonly #max: number;
  readonly #running = new Set<Promise<void>>();
  #error: { readonly error: unknown } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** Begins a task as soon as there is room. @throws what an earlier one has thrown */
  async add(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#max) await Promise.race(this.#running);
    this.#rethrow();
    const running: Promise<void> = task()
      .catch((error: unknown) => {
        this.#error ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits until all are over. @throws what one of them has thrown */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
    this.#rethrow();
  }

  #rethrow(): void {
    if (this.#error !== undefined) throw this.#error.error;
  }
}
