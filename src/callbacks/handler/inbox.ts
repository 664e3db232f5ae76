import { setMaxListeners } from 'node:events';
import { unheld } from '../../options/check.js';
import type { CallbackEvent } from '../description/events.js';
import type { CallbackInbox, InboxEntry, InboxStep } from '../stores/store.js';
import type { InboxValues, OnGivenUp } from './handler-options.js';
import type { InHand } from './running/active-tasks.js';
import { Deadline, type Ending } from './running/deadline.js';
import { type CallbackNotice, type CallbackReporter, durationSince } from './running/notices.js';
import { eitherOf, type Program } from './running/on-event.js';

/** The parts of a handler that the inbox uses. */
export interface InboxSettings<Transaction> {
  readonly kept: CallbackInbox<Transaction>;
  readonly values: InboxValues;
  readonly program: Program<Transaction>;
  readonly reporter: CallbackReporter;
  readonly inHand: InHand;
  readonly timeoutMs: number;
  readonly ending: Ending;
}

/** The pause after the store could not be asked: at first, and at most. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [1000, 60_000] as const;

/** Handles the events of an inbox, several at once, those of one message in their order. */
export class Inbox<Transaction> {
  readonly #settings: InboxSettings<Transaction>;
  /** Ends the pauses of those that wait for something to do. */
  readonly #sleeping = new Set<() => void>();
  #wakes = 0;
  readonly #closing = new AbortController();

  /** Begins: earlier processes may have left something. */
  constructor(settings: InboxSettings<Transaction>) {
    this.#settings = settings;
    setMaxListeners(0, this.#closing.signal);
    for (let count = 0; count < settings.values.concurrency; count++) void settings.inHand.add(this.#work());
  }

  /** Keeps events. When it resolves, they are safe. @returns of each whether it was new */
  async put(entries: readonly InboxEntry[]): Promise<readonly ('new' | 'double')[]> {
    const ends = await this.#settings.kept.put(entries);
    this.#wake();
    return ends;
  }

  /** Takes no further event. */
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
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        continue;
      }
      pauseMs = FIRST_PAUSE_MS;
      if (step.kind === 'nothing-due') await this.#sleep(step.waitMs, wakes);
    }
  }

  async #step(): Promise<InboxStep | undefined> {
    const { kept, values, program, reporter } = this.#settings;
    const start = performance.now();
    let part: 'store' | 'onEvent' | 'onGivenUp' = 'store';
    let notice: CallbackNotice | undefined;
    try {
      const step = await kept.next(
        async (event, transaction, failures, lost) => {
          const isGivenUp = failures >= values.attempts;
          const { type: kind } = event;
          part = isGivenUp ? 'onGivenUp' : 'onEvent';
          if (isGivenUp) await this.#giveUp(event, transaction, failures, lost);
          else await this.#handle(event, transaction, lost);
          part = 'store';
          notice = isGivenUp
            ? { type: 'given-up', kind, failures }
            : { type: 'handled', kind, durationMs: durationSince(start) };
        },
        values.retryAfterMs,
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

  #handle(event: CallbackEvent, transaction: Transaction, lost: AbortSignal | undefined): Promise<void> {
    return this.#inTime((deadline) => this.#settings.program.handle(event, transaction, deadline, lost));
  }

  #giveUp(
    event: CallbackEvent,
    transaction: Transaction,
    failures: number,
    lost: AbortSignal | undefined,
  ): Promise<void> {
    const { values, program } = this.#settings;
    const onGivenUp = values.onGivenUp as OnGivenUp<Transaction>;
    return this.#inTime((deadline) =>
      program.watched(event, deadline, () =>
        onGivenUp(event, { signal: eitherOf(deadline, lost), transaction, failures }),
      ),
    );
  }

  async #inTime(work: (deadline: Deadline) => Promise<void>): Promise<void> {
    const { timeoutMs, ending } = this.#settings;
    const deadline = new Deadline(timeoutMs, ending);
    try {
      await work(deadline);
    } finally {
      deadline.end();
    }
  }

  #wake(): void {
    this.#wakes += 1;
    for (const wake of this.#sleeping) wake();
  }

  /** @param wakes - the number of times that it was woken when there was nothing to do */
  async #sleep(ms: number, wakes: number): Promise<void> {
    if (this.#closing.signal.aborted || wakes !== this.#wakes) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleeping.delete(wake);
        resolve();
      };
      // What waits in here does not keep a process alive.
      const timer = unheld(setTimeout(wake, Math.min(ms, LONGEST_PAUSE_MS)));
      this.#sleeping.add(wake);
    });
  }
}
