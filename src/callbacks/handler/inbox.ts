import { setMaxListeners } from 'node:events';
import { unheld } from '../../options/check.js';
import type { CallbackEvent } from '../description/events.js';
import type { CallbackInbox, InboxEntry, InboxStep } from '../stores/store.js';
import type { HandlerContext } from './context.js';
import type { InboxValues, OnGivenUp } from './handler-options.js';
import { Deadline } from './running/deadline.js';
import { type CallbackNotice, durationSince } from './running/notices.js';
import { eitherOf } from './running/on-event.js';

const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1000, 60_000] as const;

export class Inbox<Transaction> {
  readonly #context: HandlerContext<Transaction>;
  readonly #stored: CallbackInbox<Transaction>;
  readonly #options: InboxValues;
  readonly #sleeping = new Set<() => void>();
  #wakes = 0;
  readonly #closing = new AbortController();

  /** Starts immediately, because earlier processes may have left events. */
  constructor(context: HandlerContext<Transaction>, stored: CallbackInbox<Transaction>, options: InboxValues) {
    this.#context = context;
    this.#stored = stored;
    this.#options = options;
    setMaxListeners(0, this.#closing.signal);
    for (let count = 0; count < options.concurrency; count++) void context.tasks.add(this.#work());
  }

  async put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]> {
    const ends = await this.#stored.put(entries);
    this.#wake();
    return ends;
  }

  close(): void {
    this.#closing.abort(new Error('the inbox is closed'));
    this.#wake();
  }

  async #work(): Promise<void> {
    let pauseMs: number = FIRST_PAUSE_MS;
    while (!this.#closing.signal.aborted) {
      // The store may not see an entry that is added after this line.
      const wakes = this.#wakes;
      const step = await this.#step();
      if (step === undefined) {
        await this.#sleep(pauseMs, this.#wakes);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
        continue;
      }
      pauseMs = FIRST_PAUSE_MS;
      if (step.kind === 'nothing-due') await this.#sleep(step.waitMs, wakes);
    }
  }

  async #step(): Promise<InboxStep | undefined> {
    const { program, reporter } = this.#context;
    const { attempts, retryAfterMs } = this.#options;
    const start = performance.now();
    let part: 'store' | 'onEvent' | 'onGivenUp' = 'store';
    let notice: CallbackNotice | undefined;
    try {
      const step = await this.#stored.next(
        async (event, transaction, failures, lost) => {
          const isGivenUp = failures >= attempts;
          const { type: kind } = event;
          part = isGivenUp ? 'onGivenUp' : 'onEvent';
          await this.#handle(event, transaction, isGivenUp ? failures : undefined, lost);
          part = 'store';
          notice = isGivenUp
            ? { type: 'given-up', kind, failures }
            : { type: 'handled', kind, durationMs: durationSince(start) };
        },
        retryAfterMs,
        this.#closing.signal,
      );
      if (step.kind === 'failed') program.failed(part, step.error, step.event, step.failures);
      else if (notice !== undefined) reporter.report(notice);
      return step;
    } catch (error) {
      if (error !== this.#closing.signal.reason) program.failed('store', error);
      return undefined;
    }
  }

  /** Calls `onEvent`, or `onGivenUp` with the number of failures. */
  async #handle(
    event: CallbackEvent,
    transaction: Transaction,
    failures: number | undefined,
    lost: AbortSignal | undefined,
  ): Promise<void> {
    const { timeoutMs, ending, program } = this.#context;
    const onGivenUp = this.#options.onGivenUp as OnGivenUp<Transaction>;
    const deadline = new Deadline(timeoutMs, ending);
    try {
      if (failures === undefined) return await program.handle(event, transaction, deadline, lost);
      const context = { signal: eitherOf(deadline, lost), transaction, failures };
      await program.watched(event, deadline, () => onGivenUp(event, context));
    } finally {
      deadline.end();
    }
  }

  #wake(): void {
    this.#wakes += 1;
    for (const wake of this.#sleeping) wake();
  }

  /** @param wakes - the number of wakes when nothing was due. If there was another one, it does not sleep */
  async #sleep(ms: number, wakes: number): Promise<void> {
    if (this.#closing.signal.aborted || wakes !== this.#wakes) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleeping.delete(wake);
        resolve();
      };
      const timer = unheld(setTimeout(wake, Math.min(ms, MAX_PAUSE_MS)));
      this.#sleeping.add(wake);
    });
  }
}
