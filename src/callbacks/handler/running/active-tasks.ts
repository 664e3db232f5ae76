import { MAX_TIMER_MS } from '../../../options/check.js';

export class ActiveTasks {
  readonly #tasks = new Set<Promise<unknown>>();

  add<T>(task: Promise<T>): Promise<T> {
    const remove = (): void => {
      this.#tasks.delete(task);
    };
    this.#tasks.add(task);
    task.then(remove, remove);
    return task;
  }

  /** Resolves when no task is running, including tasks that are added while waiting. */
  async whenDone(maxMs: number | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'timeout'>((resolve) => {
      if (maxMs === undefined || maxMs > MAX_TIMER_MS) return;
      timer = setTimeout(() => resolve('timeout'), maxMs);
    });
    while (this.#tasks.size > 0) {
      if ((await Promise.race([Promise.allSettled(this.#tasks), timeout])) === 'timeout') break;
    }
    clearTimeout(timer);
  }
}
