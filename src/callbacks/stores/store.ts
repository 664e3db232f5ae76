import type { CallbackEvent } from '../description/events.js';

/** The identity of an event. An event with the same key is a duplicate. */
export interface EventKey {
  /** 43 letters, digits, `-` and `_`: a hash that contains no data of the event. */
  readonly id: string;
  /** How long another event with this key is a duplicate, in milliseconds; `undefined`: as long as it is kept. */
  readonly sameForMs: number | undefined;
  /**
   * For a report with a signature: the hash of its signed address, 43 characters. The owner of such an address can forge
   * any number of reports, so a store with a limit keeps few for each address.
   */
  readonly signedAddress?: string | undefined;
}

/**
 * Remembers which events were handled, so that each is handled once although callbacks are repeated. Several handlers and
 * processes may use one store.
 *
 * @typeParam Transaction - the transaction of an event; `undefined` for stores without transactions
 */
export interface CallbackStore<Transaction = undefined> {
  /**
   * Handles an event, unless it was already handled. If another call is handling an event with the same key, in any
   * process, this call waits; if that one fails, this one handles the event.
   *
   * @param handle - called at most once; if it rejects, the event counts as not handled. Its signal, if the store has
   *   one, is aborted when the store has lost its lock of the event, so that another process may handle it
   * @param signal - ends waiting, but not handling
   * @returns `double` if the event was already handled
   * @throws the error of `handle`; an error of the store if it is unreachable
   */
  once(
    key: EventKey,
    handle: (transaction: Transaction, lost?: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<'handled' | 'double'>;
  /** Stores events to handle later. Default: the store has no inbox. */
  readonly inbox?: CallbackInbox<Transaction>;
}

/** An event that waits to be handled. */
export interface InboxEntry {
  readonly key: EventKey;
  /** Events with the same sequence are handled one after the other: those of one message. */
  readonly sequence: string;
  /** The place in the sequence: smaller numbers first, then in the order of arrival. */
  readonly order: number;
  readonly event: CallbackEvent;
}

/** Events that were answered with `OK` and wait to be handled, in order for each message. */
export interface CallbackInbox<Transaction = undefined> {
  /**
   * Stores events: all of them or none. They are stored when it resolves.
   *
   * @returns for each event whether it is new, or a duplicate of one that waits or was handled
   */
  put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]>;
  /**
   * Handles the next due event that no other call is handling. If handling fails, the event is due again later, and the
   * events behind it in its sequence wait.
   *
   * @param handle - called at most once, with the number of failed attempts, and the signal of {@link
   *   CallbackStore.once}
   * @param retryAfterMs - returns the pause after a failure, by the number of failed attempts
   * @param signal - ends waiting for a connection, but not handling
   * @returns the result; if nothing is due, the time until something may be due, at most a minute
   * @throws an error of the store if it is unreachable: the caller pauses, too; the reason of `signal`
   */
  next(
    handle: (event: CallbackEvent, transaction: Transaction, failures: number, lost?: AbortSignal) => Promise<void>,
    retryAfterMs: (failures: number) => number,
    signal?: AbortSignal,
  ): Promise<InboxStep>;
}

/** The result of a step through the inbox. */
export type InboxStep =
  | { readonly kind: 'handled' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly event: CallbackEvent; readonly failures: number }
  | { readonly kind: 'nothing-due'; readonly waitMs: number };
