/** Does so many things at once. Its one caller waits where there is no room for another. */
export class Pool {
  #max: number;
  #running = 0;
  /** Tells the caller, who waits, that something is over. */
  #wake: (() => void) | undefined;
  #error: { readonly error: unknown } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  /** True where one thing is done after the other. */
  get isSingle(): boolean {
    return this.#max === 1;
  }

  /** Does half as many at once from now on. */
  slower(): void {
    this.#max = Math.max(1, Math.floor(this.#max / 2));
  }

  /** Begins a task as soon as there is room. @throws what an earlier one has thrown */
  async add(task: () => Promise<void>): Promise<void> {
    await this.#atMost(this.#max - 1);
    this.#running += 1;
    void task()
      .catch((error: unknown) => {
        this.#error ??= { error };
      })
      .finally(() => {
        this.#running -= 1;
        this.#wake?.();
      });
  }

  /** Waits until all are over. @throws what one of them has thrown */
  async drain(): Promise<void> {
    await this.#atMost(0);
  }

  async #atMost(count: number): Promise<void> {
    while (this.#running > count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error !== undefined) throw this.#error.error;
  }
}
