import { setMaxListeners } from 'node:events';
import type { Ending } from './ending.js';

/** The longest time that a timer of Node.js can wait, about 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** The time is up, or the handler was closed with `abort`. */
class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

/** The time that something may take. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #stop: () => void;
  readonly #ending: Ending;

  /** @param ending - ends it early */
  constructor(ms: number, ending: Ending) {
    this.#ending = ending;
    this.#stop = () => this.#controller.abort(new TimeIsUp('the time for a callback is up'));
    setMaxListeners(0, this.#controller.signal);
    if (ms <= MAX_TIMER_MS) this.#timer = setTimeout(this.#stop, ms);
    ending.add(this.#stop);
  }

  /** Aborted when the time is up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for something. @throws TimeIsUp when the time is up before it ends */
  async race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    let stop: (() => void) | undefined;
    const up = new Promise<never>((_resolve, reject) => {
      stop = () => reject(signal.reason as Error);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([work, up]);
    } finally {
      if (stop !== undefined) signal.removeEventListener('abort', stop);
    }
  }

  /** It is over: the signal is aborted no more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#ending.remove(this.#stop);
  }
}
