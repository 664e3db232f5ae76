import { setMaxListeners } from 'node:events';
import { MAX_TIMER_MS } from '../../../options/check.js';

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

  remove(stop: () => void): void {
    this.#stops.delete(stop);
  }

  abort(): void {
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }
}

class TimeIsUp extends Error {
  override readonly name = 'TimeIsUp';
}

export class Deadline {
  #controller: AbortController | undefined;
  #reason: TimeIsUp | undefined;
  readonly #races = new Set<(reason: TimeIsUp) => void>();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #stop: () => void;
  readonly #ending: Ending;

  constructor(ms: number, ending: Ending) {
    this.#ending = ending;
    this.#stop = () => this.#end();
    if (ms <= MAX_TIMER_MS) this.#timer = setTimeout(this.#stop, ms);
    ending.add(this.#stop);
  }

  get isUp(): boolean {
    return this.#reason !== undefined;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      setMaxListeners(0, this.#controller.signal);
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  async race<T>(work: Promise<T>): Promise<T> {
    let stop: ((reason: TimeIsUp) => void) | undefined;
    const up = new Promise<never>((_resolve, reject) => {
      stop = reject;
      if (this.#reason === undefined) this.#races.add(stop);
      else reject(this.#reason);
    });
    try {
      return await Promise.race([work, up]);
    } finally {
      if (stop !== undefined) this.#races.delete(stop);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#ending.remove(this.#stop);
  }

  #end(): void {
    if (this.#reason !== undefined) return;
    this.#reason = new TimeIsUp('the time limit for a callback is over');
    this.#controller?.abort(this.#reason);
    for (const stop of this.#races) stop(this.#reason);
  }
}
