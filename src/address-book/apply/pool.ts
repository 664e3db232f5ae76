/** Runs a limited number of tasks at once. It has one caller, which waits while there is no room. */
export class Pool {
  #max: number;
  #running = 0;
  #wake: (() => void) | undefined;
  #error: { readonly error: unknown } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get isSingle(): boolean {
    return this.#max === 1;
  }

  slower(): void {
    this.#max = Math.max(1, Math.floor(this.#max / 2));
  }

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
