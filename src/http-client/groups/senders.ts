import type { CallOptions } from '../../calls/call-options.js';
import { stacksFromCaller } from '../../errors/callers-stack.js';
import {
  LIST_SENDERS,
  SENDER_STATUS,
  SET_DEFAULT_SENDER,
  type SenderRecord,
} from '../description/endpoints/senders.js';
import type { Requester } from '../requests/requester.js';

/**
 * The sender names of an account (specification section 4.7; earlier variant).
 *
 * @example
 * ```ts
 * await earlier.senders.setDefault('Shop');
 * ```
 */
export class SenderRequests {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #requester: Requester;

  /** @internal */
  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /**
   * Reads the status of a sender name (section 4.7): `ACTIVE` or `INACTIVE`.
   *
   * @example
   * ```ts
   * const { status } = await earlier.senders.status('Shop');
   * ```
   */
  async status(name: string, options?: CallOptions): Promise<SenderRecord> {
    return this.#requester.ask(SENDER_STATUS, this.#requester.read(SENDER_STATUS, { name }, 'senders.status'), options);
  }

  /**
   * Lists the sender names (section 4.7).
   *
   * @param order - `withSharedNames`: also those that the main user shares with a sub-user
   *
   * @example
   * ```ts
   * const names = (await earlier.senders.list()).map(({ name }) => name);
   * ```
   */
  async list(
    order: { readonly withSharedNames?: boolean | undefined } = {},
    options?: CallOptions,
  ): Promise<readonly SenderRecord[]> {
    return this.#requester.ask(LIST_SENDERS, this.#requester.read(LIST_SENDERS, order, 'senders.list'), options);
  }

  /**
   * Makes a sender name the default (section 4.7). It is never repeated once it may have been carried out.
   *
   * @example
   * ```ts
   * await earlier.senders.setDefault('Shop');
   * ```
   */
  async setDefault(name: string, options?: CallOptions): Promise<void> {
    const values = this.#requester.read(SET_DEFAULT_SENDER, { name }, 'senders.setDefault');
    return this.#requester.ask(SET_DEFAULT_SENDER, values, options);
  }
}
