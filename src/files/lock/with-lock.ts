import { setTimeout as sleep } from 'node:timers/promises';
import { FileLockedError } from '../../errors/errors.js';
import { steadyMs } from './acquire-lock.js';
import { type HoldOptions, holdLock } from './held-lock.js';

/** How often, and for how long, a queue leaves the lock to other processes, in milliseconds. */
const [PAUSE_EVERY_MS, PAUSE_MS] = [100, 10];

/**
 * Call it before each step that must not happen twice, and regularly during long work: it also writes the heartbeat.
 *
 * @throws FileLockedError if another process took over the lock
 */
export type CheckLock = () => void;

/**
 * Runs a short function while this process holds the lock of a file. Waits for the lock.
 *
 * @param run - synchronous
 * @throws FileLockedError if one process holds the lock for ten seconds, or took it over while this process was
 *   suspended: then the effect of `run` is unknown
 */
export async function withLock<T>(file: string, run: (check: CheckLock) => T, options: HoldOptions = {}): Promise<T> {
  const lock = await holdLock(file, { waitMs: 10_000, ...options });
  if ('holder' in lock) throw new FileLockedError(file, lock.holder);
  const check = (): void => {
    if (lock.isHeld()) return;
    throw new FileLockedError(file, 'others', `${file}: another process took over the lock of this suspended process`);
  };
  try {
    check();
    const result = run(check);
    check();
    return result;
  } finally {
    lock.release();
  }
}

/** Runs functions under the lock of one file, one after the other. Other processes get the lock in between. */
export class LockQueue {
  readonly #file: string;
  #last: Promise<unknown> = Promise.resolve();
  #pausedAt: number = steadyMs();

  constructor(file: string) {
    this.#file = file;
  }

  /** Adds a function to the queue. @throws the errors of {@link withLock} and of the function */
  run<T>(run: (check: CheckLock) => T): Promise<T> {
    const result = this.#last.then(() => this.#runNext(run));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #runNext<T>(run: (check: CheckLock) => T): Promise<T> {
    if (steadyMs() - this.#pausedAt > PAUSE_EVERY_MS) {
      await sleep(PAUSE_MS);
      this.#pausedAt = steadyMs();
    }
    return withLock(this.#file, run);
  }
}
