import { callHook } from '../../../calls/events/reporter.js';
import type { CallbackEvent } from '../../description/events.js';
import type { Deadline } from './deadline.js';
import { type CallbackReporter, type FailedNotice, nameOfError } from './notices.js';

/** The second argument of `onEvent`. */
export interface EventContext<Transaction = undefined> {
  /**
   * Aborted after `timeoutMs`, when the handler is closed with `abort`, and when the store has lost its lock of the event
   * (its connection or lease), so that another process may handle it.
   */
  readonly signal: AbortSignal;
  /** The transaction of the store in which the event is handled; `undefined` if the store has none. */
  readonly transaction: Transaction;
}

/** Handles an event. */
export type OnEvent<Transaction = undefined> = (
  event: CallbackEvent,
  context: EventContext<Transaction>,
) => void | Promise<void>;

/** Receives the error as it was thrown; it may contain private data. */
export type OnError = (failure: { readonly error: unknown; readonly event?: CallbackEvent }) => void;

export function eitherOf({ signal }: Deadline, lost: AbortSignal | undefined): AbortSignal {
  return lost === undefined ? signal : AbortSignal.any([signal, lost]);
}

export class Program<Transaction> {
  readonly #onEvent: OnEvent<Transaction>;
  readonly #onError: OnError | undefined;
  readonly #reporter: CallbackReporter;

  constructor(onEvent: OnEvent<Transaction>, onError: OnError | undefined, reporter: CallbackReporter) {
    this.#onEvent = onEvent;
    this.#onError = onError;
    this.#reporter = reporter;
  }

  /** Calls `onEvent`. @throws its error */
  handle(event: CallbackEvent, transaction: Transaction, deadline: Deadline, lost?: AbortSignal): Promise<void> {
    return this.watched(event, deadline, () => this.#onEvent(event, { signal: eitherOf(deadline, lost), transaction }));
  }

  async watched({ type: kind }: CallbackEvent, { signal }: Deadline, work: () => void | Promise<void>): Promise<void> {
    const reportOverdue = (): void => this.#reporter.report({ type: 'overdue', kind });
    signal.addEventListener('abort', reportOverdue, { once: true });
    try {
      await work();
    } finally {
      signal.removeEventListener('abort', reportOverdue);
    }
  }

  failed(part: FailedNotice['part'], error: unknown, event?: CallbackEvent, failures?: number): void {
    const about = event === undefined ? {} : { event };
    callHook(this.#onError, { error, ...about });
    if (!this.#reporter.isWanted) return;
    this.#reporter.report({
      type: 'failed',
      part,
      ...(event === undefined ? {} : { kind: event.type }),
      error: nameOfError(error),
      ...(failures === undefined ? {} : { failures }),
    });
  }
}
