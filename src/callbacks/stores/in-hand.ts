import { orAborted } from './waiting.js';

/**
 * The events that this process is handling. A duplicate waits here without using a connection, so that duplicates
 * cannot exhaust a pool.
 */
export class InHand {
  readonly #ends = new Map<string, Promise<boolean>>();

  /**
   * Makes an attempt at an event, unless one that is going on here succeeds.
   *
   * @param signal - ends the waiting
   */
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
