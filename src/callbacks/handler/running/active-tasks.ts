import { MAX_TIMER_MS } from '../../../options/check.js';

export class InHand {
  readonly #all = new Set<Promise<unknown>>();

  /** Counts something until it ends. */
  add<T>(work: Promise<T>): Promise<T> {
    const over = (): void => {
      this.#all.delete(work);
    };
    this.#all.add(work);
    work.then(over, over);
    return work;
  }

  /**
   * Resolves when no work is running, including work that is added while waiting.
   *
   * @param mostMs - the maximum time to wait. Default: no limit
   */
  async whenOver(mostMs: number | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const up = new Promise<'up'>((resolve) => {
      if (mostMs === undefined || mostMs > MAX_TIMER_MS) return;
      timer = setTimeout(() => resolve('up'), mostMs);
    });
    while (this.#all.size > 0) {
      if ((await Promise.race([Promise.allSettled(this.#all), up])) === 'up') break;
    }
    clearTimeout(timer);
  }
}
