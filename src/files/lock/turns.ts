import { setTimeout as sleep } from 'node:timers/promises';
import { elapsedMs, type Moment, momentNow } from './moments.js';
import { type CheckLock, withLock } from './with-lock.js';

/** The time after which turns without longer pauses than these are interrupted, and the pause, in milliseconds. */
const [LONG_MS, PAUSE_MS] = [100, 10];

/**
 * Does short things to one file, one after the other, each under its lock: what is to be done to it waits for its turn
 * here, and not for the lock. Others who want the file get it between, also when there is always something to do here.
 */
export class Turns {
  readonly #file: string;
  #last: Promise<unknown> = Promise.resolve();
  #begun: Moment = momentNow();
  #ended: Moment | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Does something when it is its turn. @throws what {@link withLock} throws */
  take<T>(act: (check: CheckLock) => T): Promise<T> {
    const turn = this.#last.then(() => this.#turn(act));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #turn<T>(act: (check: CheckLock) => T): Promise<T> {
    if (this.#ended === undefined || elapsedMs(this.#ended) > PAUSE_MS) {
      this.#begun = momentNow();
    } else if (elapsedMs(this.#begun) > LONG_MS) {
      await sleep(PAUSE_MS);
      this.#begun = momentNow();
    }
    try {
      return await withLock(this.#file, act);
    } finally {
      this.#ended = momentNow();
    }
  }
}
