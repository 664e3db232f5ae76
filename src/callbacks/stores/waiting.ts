import { setTimeout as sleep } from 'node:timers/promises';

const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [20, 320];

/**
 * Waits for a promise until a signal is aborted. The promise itself continues.
 *
 * @throws the reason of the signal; the error of the promise
 */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason of the caller
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Pauses before the next look at an event that another process is handling. Pauses grow, with jitter.
 *
 * @throws the reason of the signal
 */
export async function pauseBetween(looks: number, signal: AbortSignal): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** looks, MAX_PAUSE_MS);
  try {
    await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}

/**
 * The events that this process is handling. A duplicate waits here without using a connection, so that duplicates
 * cannot exhaust a pool.
 */
export class ActiveEvents {
  readonly #ends = new Map<string, Promise<boolean>>();

  has(id: string): boolean {
    return this.#ends.has(id);
  }

  async once(
    id: string,
    signal: AbortSignal,
    attempt: () => Promise<'handled' | 'double'>,
  ): Promise<'handled' | 'double'> {
    signal.throwIfAborted();
    for (let other = this.#ends.get(id); other !== undefined; other = this.#ends.get(id)) {
      if (await orAborted(other, signal)) return 'double';
    }
    const end = attempt();
    this.#ends.set(
      id,
      end.then(
        () => this.#ended(id, true),
        () => this.#ended(id, false),
      ),
    );
    return end;
  }

  #ended(id: string, isHandled: boolean): boolean {
    this.#ends.delete(id);
    return isHandled;
  }
}
