import type { CallbackEvent } from '../description/events.js';
import type { EventKey } from '../reading/event-key.js';

/**
 * Remembers which events were handled, so that each is handled once, however often its callback comes. One store may be
 * used by several handlers and processes.
 *
 * @typeParam Transaction - what an event is handled in; `undefined` for stores without transactions
 */
export interface CallbackStore<Transaction = undefined> {
  /**
   * Has an event handled, unless that was done before. Where another one with its key is in hand, here or in another
   * process, this waits for its end: if that failed, this one is handled.
   *
   * @param handle - called at most once; when it fails, the event counts as not handled. Its signal, of stores that
   *   have one, is aborted when the store has lost its hold on the event, and somebody else may begin with it
   * @param signal - ends the waiting, never the handling
   * @returns `double` where it was handled before
   * @throws what `handle` has thrown; an error of the store where it cannot be asked
   */
  once(
    key: EventKey,
    handle: (transaction: Transaction, lost?: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<'handled' | 'double'>;
  /** Keeps events to be handled later; of stores that can. */
  readonly inbox?: CallbackInbox<Transaction>;
}

/** An event that waits to be handled. */
export interface InboxEntry {
  readonly key: EventKey;
  /** Events with the same sequence are handled one after the other: those of one message. */
  readonly sequence: string;
  /** The place among them: those with smaller numbers first, then those that came first. */
  readonly order: number;
  readonly event: CallbackEvent;
}

/** Events that were answered with `OK` and wait to be handled, in their order for each message. */
export interface CallbackInbox<Transaction = undefined> {
  /**
   * Keeps events: all of them or none. When it resolves, they are safe.
   *
   * @returns of each whether it was new; one that waits already or was handled before is not
   */
  put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]>;
  /**
   * Has the next event handled that nobody has in hand and that is due. When that fails it is due again later, and
   * those behind it in its sequence wait for it.
   *
   * @param handle - called at most once, with the number of attempts to handle the event that have failed, and the
   *   signal of {@link CallbackStore.once}
   * @param retryAfterMs - the pause when it fails, by the number of attempts that have failed
   * @param signal - ends the waiting for a connection, never the handling
   * @returns the end of it; where nothing is due, the time until something may be, at most a minute
   * @throws an error of the store where it cannot be asked: the caller pauses, too; the reason of `signal`
   */
  next(
    handle: (event: CallbackEvent, transaction: Transaction, failures: number, lost?: AbortSignal) => Promise<void>,
    retryAfterMs: (failures: number) => number,
    signal?: AbortSignal,
  ): Promise<InboxStep>;
}

/** A step through the inbox. */
export type InboxStep =
  | { readonly kind: 'handled' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly event: CallbackEvent; readonly failures: number }
  | { readonly kind: 'nothing-due'; readonly waitMs: number };
