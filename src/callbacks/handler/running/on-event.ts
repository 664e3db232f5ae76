import { callHook } from '../../../calls/events/reporter.js';
import { unheld } from '../../../options/check.js';
import type { CallbackEvent } from '../../description/events.js';
import type { Deadline } from './deadline.js';
import { type CallbackReporter, durationSince, type FailedNotice, nameOfError } from './notices.js';

/** The second argument of `onEvent`. */
export interface EventContext<Transaction = undefined> {
  /**
   * Aborted when the time is up, when the handler is closed with `abort`, and when the store has lost its hold on the
   * event – its connection, its lease –, so that another process may begin with it.
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

/** Given what has failed, as it was thrown; it may hold anything. */
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

  /**
   * Has an event handled.
   *
   * @throws what it throws
   */
  handle(event: CallbackEvent, transaction: Transaction, deadline: Deadline, lost?: AbortSignal): Promise<void> {
    return this.watched(event, deadline, () => this.#onEvent(event, { signal: eitherOf(deadline, lost), transaction }));
  }

  async watched(event: CallbackEvent, { signal }: Deadline, work: () => void | Promise<void>): Promise<void> {
    const stop = this.#tellOverdue(event, signal);
    try {
      await work();
    } finally {
      stop();
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

  #tellOverdue({ type: kind }: CallbackEvent, signal: AbortSignal): () => void {
    const start = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const reportOverdue = (): void => {
      const inHandMs = durationSince(start);
      this.#reporter.report({ type: 'overdue', kind, inHandMs });
      timer = unheld(setTimeout(reportOverdue, Math.min(Math.max(inHandMs, 1000), MAX_PAUSE_MS)));
    };
    signal.addEventListener('abort', reportOverdue, { once: true });
    return () => {
      signal.removeEventListener('abort', reportOverdue);
      clearTimeout(timer);
    };
  }
}

const MAX_PAUSE_MS = 3_600_000;
